import {
  ApprovalCard,
  ComposerView,
  DecisionList,
  QueuePanelView,
  ServiceProvider,
  TimelineView,
  type ApprovalCardProps,
  type Composer,
  type Decision,
  type DecisionListProps,
} from "@service/react";
import { german } from "@service/react/strings/de";
import { createContext, use } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { ConversationFrame } from "../../src/components/conversation/conversation-frame.js";
import { Root } from "../../src/components/root.js";
import type { QuestionSet } from "../../src/components/decisions/decision-types.js";
import { attachmentsOf } from "../../stories/composer-fixtures.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { approval, questions } from "../../stories/fixtures.js";
import { messages } from "./mixed-messages.js";

interface ShowOptions {
  readonly leave?: boolean;
  /** Whether another person approved each already. @default false */
  readonly settled?: boolean;
  /** The tool's name. @default tool_0, tool_1 and so on */
  readonly name?: string | undefined;
  /** @default English */
  readonly language?: "de" | undefined;
  /** Messages that wait behind the turn, which runs then. */
  readonly queued?: number;
  /** Whether the queue is a panel beside the composer, as it is of a session. @default false: within it, as of a chat */
  readonly hasOwnQueue?: boolean;
  /** Whether the conversation has messages. @default false */
  readonly hasRows?: boolean;
  /** When the question expires (ISO 8601). @default never */
  readonly expiresAt?: string | undefined;
  /** Lines of details in a host's own element above the buttons. @default the kit's card */
  readonly hostDetails?: number | undefined;
  /** The state of the decisions. @default pending */
  readonly state?: (typeof approval)["state"];
  /** @default "live" */
  readonly connection?: "offline" | undefined;
  /** The words of a question with choices. @default "Which of these?" */
  readonly prompt?: string;
  /** How many questions are asked: each for a text if it has no choices. @default 1 */
  readonly questions?: number;
  /** Files of the next message. @default none can be attached */
  readonly files?: number;
  /**
   * What is around the decisions: a conversation, a composer that a host placed itself, or the parts of a host that draws
   * all of it. @default "conversation"
   */
  readonly within?: "conversation" | "composer" | "parts";
}

/** A whole conversation in which approvals wait, and what of them is in sight. */
declare global {
  interface Window {
    /** `leave` takes each from the page once it is decided. */
    showApprovals(calls: readonly object[], options?: ShowOptions): void;
    /** A question of as many choices. */
    showQuestion(choices: number, options?: ShowOptions): void;
    approved: string[];
    /** Which beginnings of arguments, and which Approve, a reader sees now. */
    inSight(): { readonly values: readonly string[]; readonly approves: readonly number[] };
    /** How many boxes around the first argument scroll. */
    scrollers(): number;
  }
}

const done = async () => undefined;
window.approved = [];
const root = createRoot(document.querySelector("#root") as Element);

const byBen: Decision["state"] = { name: "settled", outcome: "approve", here: false, by: { id: "ben", name: "Ben" } };

window.showApprovals = (calls, options = {}) => {
  const pending = calls.map((args, index) => ({
    ...approval,
    id: `a${index}`,
    name: options.name ?? `tool_${index}`,
    arguments: args,
    state: options.settled ? byBen : (options.state ?? approval.state),
  }));
  show(pending, options);
};

window.showQuestion = (choices, more = {}) => {
  const options = Array.from({ length: choices }, (_, n) => ({ id: `o${n}`, label: `Choice ${n}` }));
  const one = { id: "q", kind: "single_select" as const, prompt: more.prompt ?? "Which of these?", options };
  const text = { id: "q", kind: "text" as const, prompt: "What should the trip be called?", helpText: "A few words." };
  const asked = Array.from({ length: more.questions ?? 1 }, (_, n) => ({ ...(choices > 0 ? one : text), id: `q${n}` }));
  if (asked.length === 1) asked[0]!.id = "q";
  const request = { ...questions.request, questions: asked, expiresAt: more.expiresAt ?? null };
  show([{ ...questions, request, state: more.state ?? questions.state }], more);
};

function show(pending: readonly (typeof approval | QuestionSet)[], options: ShowOptions): void {
  const { leave = false, queued = 0, hasRows = false, files, within = "conversation" } = options;
  const session = {
    status: "requires_action",
    settled: hasRows ? rows : [],
    live: [],
    pending,
    queue: Array.from({ length: queued }, (_, n) => ({ turnId: `t${n}`, text: `Message ${n}` })),
    connection: options.connection ?? "live",
    sessionId: "s",
    workspaceId: "w",
    created: true,
    isRestoring: false,
    // Its turn runs on while it waits, as `awaitsDecision` of a composer expects.
    isRunning: queued > 0 || within !== "conversation",
    error: null,
    sendMessage: done,
    respond: async (decided: string) => {
      window.approved.push(decided);
      if (leave)
        show(
          pending.filter(({ id }) => id !== decided),
          options,
        );
    },
    retry: done,
    reconnect: () => undefined,
    discard: () => undefined,
    pause: done,
    stop: done,
    clearError: () => undefined,
  };
  const store = { getState: () => session, getInitialState: () => session, subscribe: () => () => undefined };
  flushSync(() =>
    root.render(
      <ServiceProvider
        identity={{ tenant: "acme", user: "ana" }}
        {...(options.language && { locale: options.language, strings: german })}
      >
        {within === "composer" && <OwnComposer session={session as never} />}
        {within === "parts" && <OwnParts session={session as never} />}
        {within === "conversation" && (
          <HostLines value={options.hostDetails ?? 1}>
            <ConversationFrame
              style={{ height: "100%" }}
              store={store as never}
              session={session as never}
              components={options.hostDetails === undefined ? undefined : { ApprovalCard: HostCard }}
              keptAs={undefined}
              panels={
                options.hasOwnQueue
                  ? {
                      address: { sessionId: "s" },
                      Goal: () => null,
                      Queue: () => <QueuePanelView queue={session.queue} isFolded />,
                    }
                  : undefined
              }
              attachments={
                files === undefined
                  ? undefined
                  : attachmentsOf(...Array.from({ length: files }, () => "ready" as const))
              }
            />
          </HostLines>
        )}
      </ServiceProvider>,
    ),
  );
}

const rows = groupTimeline(messages(0, 40));

const HostLines = createContext(1);

/** The kit's card with lines of a host in place of the arguments. */
function HostCard(props: ApprovalCardProps) {
  const details = Array.from({ length: use(HostLines) }, (_, n) => <p key={n}>{n === 0 ? "Tent" : `Line ${n + 1}`}</p>);
  return <ApprovalCard {...props} renderArguments={() => <div className="host-details">{details}</div>} />;
}

type Shown = Composer & {
  readonly pending: readonly Decision[];
  readonly respond: DecisionListProps["onRespond"];
};

/** The elements of a `ChatComposer`, at the end of a page. */
function OwnComposer({ session }: { readonly session: Shown }) {
  return (
    <div style={{ position: "fixed", insetInline: 0, insetBlockEnd: 0, padding: "0.5rem" }}>
      <Root className="sv-chat-composer">
        <DecisionList decisions={session.pending} onRespond={session.respond} />
        <ComposerView composer={session} />
      </Root>
    </div>
  );
}

/** The parts in the order of the documentation. */
function OwnParts({ session }: { readonly session: Shown }) {
  return (
    <>
      <TimelineView timeline={[]} pending={session.pending} />
      <DecisionList decisions={session.pending} onRespond={session.respond} />
      <ComposerView composer={session} />
    </>
  );
}

/** Whether a point in the middle of the box shows the element, or something in it. */
function isHit(element: Element, { left, top, width, height }: DOMRect): boolean {
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && element.contains(hit);
}

/** The first character that is drawn of an element. */
function beginningOf(element: Element): DOMRect {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const text = walker.nextNode();
  const range = document.createRange();
  range.setStart(text ?? element, 0);
  range.setEnd(text ?? element, 1);
  return range.getBoundingClientRect();
}

window.inSight = () => {
  const cards = [...document.querySelectorAll(".sv-approval")];
  return {
    values: cards.flatMap((card, index) =>
      [...card.querySelectorAll(".sv-decision-arguments > dl > .sv-value-field > dd")].flatMap((value) =>
        isHit(value, beginningOf(value)) ? [`${index} ${value.previousElementSibling?.textContent}`] : [],
      ),
    ),
    approves: cards.flatMap((card, index) => {
      const button = card.querySelector(".sv-approve");
      if (!button || getComputedStyle(button).visibility === "hidden") return [];
      return isHit(button, button.getBoundingClientRect()) ? [index] : [];
    }),
  };
};

window.scrollers = () => {
  let count = 0;
  for (let box = document.querySelector("dd")?.parentElement; box; box = box.parentElement ?? undefined) {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrolls && box.scrollHeight > box.clientHeight + 1) count += 1;
  }
  return count;
};
