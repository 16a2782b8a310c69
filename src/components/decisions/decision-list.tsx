import { callHost } from "../../foundation/call-host.js";
import {
  forwardRef,
  memo,
  useCallback,
  useMemo,
  useRef,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from "react";
import type { Clock } from "../../foundation/clock.js";
import { useLatest } from "../../hooks/use-latest.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses, present } from "../class-names.js";
import { Contained } from "../contained.js";
import { Root, type RootProps } from "../root.js";
import { ApprovalCard, type ApprovalCardProps } from "./approval-card.js";
import { isOpen, type Decision, type DecisionResponse, type Position } from "./decision-types.js";
import { QuestionForm, type QuestionFormProps } from "./question-form.js";
import { UnsentProvider, useUnsentDecisions } from "./unsent-words.js";
import { useMoved } from "./use-moved.js";
import { showWhole, useDecisionFocus } from "./use-decision-focus.js";
import { useDecisionRoom } from "./use-decision-room.js";
import { useShowsDecisions, type Outlet } from "./use-shows-decisions.js";

/** The parts of a list of decisions that a host may draw itself. One that throws is replaced by the kit's own. */
export interface DecisionComponents {
  readonly ApprovalCard?:
    | ComponentType<Pick<ApprovalCardProps, "approval" | "onApprove" | "onReject" | "position">>
    | undefined;
  readonly QuestionForm?: ComponentType<Pick<QuestionFormProps, "question" | "onSubmit" | "position">> | undefined;
}

/** Props of `DecisionList`. */
export interface DecisionListProps extends RootProps {
  /** Pending decisions, oldest first: a session's `pending`. */
  readonly decisions: readonly Decision[];
  /** Sends a decision or an answer: a session's `respond`. The state of the decision shows errors. */
  readonly onRespond: (id: string, response: DecisionResponse) => Promise<void> | void;
  /** Called after the last decision if the focus was in its card: move the focus elsewhere. */
  readonly onAllDecided?: (() => void) | undefined;
  /** Custom cards, which replace those of the kit. @default the kit's */
  readonly components?: DecisionComponents | undefined;
  /** Clock for deadlines. @default the platform's clock */
  readonly clock?: Clock | undefined;
  /**
   * A name for the conversation. With it, text typed for a closed decision survives a remount and a reload. If the name
   * is the session's id, deleting the session with `useSessions` also deletes the text.
   * @default until this component unmounts; text of an open decision is stored by its `sessionId`
   */
  readonly keptAs?: string | undefined;
  /** Whether the decisions are still loading. @default false */
  readonly isLoading?: boolean | undefined;
}

/**
 * All pending decisions of the signed-in user. After a decision, the focus moves to the next; nothing else moves it. A
 * `ChatComposer` of the same session hides decisions that a list on the page shows.
 *
 * @example
 * const session = useSession({ conversation: "c_1" });
 * return <DecisionList decisions={session.pending} onRespond={session.respond} />;
 */
export const DecisionList = forwardRef<HTMLElement, DecisionListProps>(function DecisionList(props, ref) {
  return <OutletList {...props} ref={ref} outlet="list" />;
});

export interface OutletListProps extends DecisionListProps {
  /** The kind of part that it belongs to: only one kind shows a decision. */
  readonly outlet: Outlet;
  /** The foot of a conversation that it is in: the messages above follow its height. */
  readonly foot?: RefObject<HTMLElement | null> | undefined;
}

/** The list inside any part. */
export const OutletList = forwardRef<HTMLElement, OutletListProps>(function OutletList(
  { decisions, onRespond, onAllDecided, components, clock, keptAs, isLoading = false, outlet, foot, className, ...dom },
  ref,
) {
  const strings = useStrings().decisions;
  const list = useRef<HTMLDivElement>(null);
  const { shown: all, report, answering } = useUnsentDecisions(decisions, keptAs, isLoading);
  const shown = useShowsDecisions(all, outlet);
  const open = shown.filter((decision) => isOpen(decision.state));
  const acted = useDecisionFocus(list, shown, onAllDecided);
  useDecisionRoom(foot, isLoading ? null : shown.map(({ id, state }) => `${id} ${state.name}`).join(" "));
  const hasMoved = useMoved(
    shown.map(({ id }) => id),
    clock,
  );
  const unsent = useMemo(() => ({ report, discarded: acted, keptAs }), [report, acted, keptAs]);
  const latest = useLatest(onRespond);
  const respond = useCallback(
    (id: string, response: DecisionResponse) => {
      acted(id);
      answering(id, response);
      // The decision's own state shows a failure; this only prevents an unhandled rejection.
      Promise.resolve(callHost(latest.current, id, response)).catch(() => undefined);
    },
    [acted, answering, latest],
  );
  if (shown.length === 0) return null;
  return (
    <Root
      aria-label={strings.label}
      {...dom}
      ref={ref}
      as="section"
      className={joinClasses("sv-decisions", className)}
      data-waiting={open.length > 0 ? open.length : undefined}
    >
      {open.length > 1 && (
        <p className="sv-decisions-count">
          <span className="sv-part">{strings.waiting(open.length)}</span>
          {open.some(({ kind }) => kind === "approval") && (
            <>
              <span className="sv-part"> · </span>
              <span className="sv-part">{strings.approvalText}</span>
            </>
          )}
        </p>
      )}
      <UnsentProvider value={unsent}>
        <div ref={list} className="sv-decisions-list" data-moved={present(hasMoved)}>
          {shown.map((decision) => (
            <DecisionItem
              key={decision.id}
              decision={decision}
              number={open.indexOf(decision) + 1}
              count={open.length}
              respond={respond}
              components={components}
              clock={clock}
            />
          ))}
        </div>
      </UnsentProvider>
    </Root>
  );
});

interface DecisionItemProps extends Omit<DecisionViewProps, "position">, Position {}

/**
 * One decision. Rendered again only with other props: while a server's page is taken over, React 18 would draw a card anew
 * that is rendered again, and lose the answer in it.
 */
const DecisionItem = memo(function DecisionItem({ number, count, ...props }: DecisionItemProps): ReactNode {
  const { decision } = props;
  return (
    <div className="sv-decisions-item" data-decision={decision.id} onFocus={showWhole}>
      <Contained resetKey={decision}>
        <DecisionView {...props} position={{ number, count }} />
      </Contained>
    </div>
  );
});

interface DecisionViewProps {
  readonly decision: Decision;
  readonly position: Position;
  readonly respond: (id: string, response: DecisionResponse) => void;
  readonly components: DecisionComponents | undefined;
  readonly clock: Clock | undefined;
}

function DecisionView(props: DecisionViewProps): ReactNode {
  const { decision, position, respond, components } = props;
  if (decision.kind === "question") {
    const Form = components?.QuestionForm;
    const onSubmit: QuestionFormProps["onSubmit"] = (id, submission) => respond(id, { kind: "question", submission });
    const own = <QuestionForm question={decision} position={position} onSubmit={onSubmit} clock={props.clock} />;
    if (!Form) return own;
    return (
      <Contained resetKey={decision} fallback={own}>
        <Form question={decision} position={position} onSubmit={onSubmit} />
      </Contained>
    );
  }
  const Card = components?.ApprovalCard;
  const card = {
    approval: decision,
    position,
    onApprove: (id: string) => respond(id, { kind: "approval", decision: "approve" }),
    onReject: (id: string, message: string | undefined) =>
      respond(id, { kind: "approval", decision: "reject", message }),
  } satisfies ApprovalCardProps;
  if (!Card) return <ApprovalCard {...card} />;
  return (
    <Contained resetKey={decision} fallback={<ApprovalCard {...card} />}>
      <Card {...card} />
    </Contained>
  );
}
