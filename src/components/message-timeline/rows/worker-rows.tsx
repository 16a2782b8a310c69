import type { ReactNode } from "react";
import { saidReason } from "../../../foundation/said-reason.js";
import { visibleText } from "../../../foundation/visible-text.js";
import { useStrings } from "../../../hooks/use-strings.js";
import { useRejectedBy } from "../../decisions/use-rejected-by.js";
import type { ToolCallState } from "../../tool-call/tool-call.js";
import { useTimelineContext, type RowProps } from "../timeline-context.js";
import { useCallState } from "../use-call-state.js";
import { ActivityRow, brief, Facts } from "./activity-row.js";
import { AgentText } from "./agent-text.js";

/** A request to another session. */
export function WorkerRow({ item }: RowProps<"worker">): ReactNode {
  const { activity: words, tool } = useStrings();
  const { failure, denial } = item;
  const state = useCallState(item);
  const waits = state === "waiting" || state === "approved";
  const status = waits ? item.status : state;
  const rejected = useRejectedBy(denial);
  const denied = status === "output-denied";
  const isSpawn = item.action === "spawn";
  const running = isSpawn ? words.childStarting : words.childMessaging;
  const stateTexts: Partial<Record<ToolCallState, string>> = {
    waiting: tool.waiting,
    approved: tool.approved,
    failed: words.childFailed,
    cancelled: words.childStopped,
  };
  const done = isSpawn ? words.childStarted : words.childMessaged;
  return (
    <ActivityRow
      item={item}
      icon="branch"
      status={status}
      name={status === "running" || denied || waits || item.cancelled ? running : done}
      brief={brief(item.prompt)}
      state={stateTexts[state] ?? (denied && rejected)}
      aside={<OpenSession id={item.workerSessionId} about={item.prompt} />}
    >
      <Facts
        of={[
          [words.prompt, item.prompt],
          [words.reason, denied ? denial?.reason : failure?.message],
        ]}
      />
    </ActivityRow>
  );
}

/** Marks of markdown that a line of plain words is better without. */
const marks = /\*\*|`+|^#+ /gm;

/** The result of another session. */
export function WorkerCompletionRow({ item }: RowProps<"worker-completion">): ReactNode {
  const words = useStrings().activity;
  const facts = [
    [words.goal, item.goalText],
    [words.evidence, item.evidence],
    [words.reason, saidReason(item.pausedReason)],
  ] as const;
  const about = brief(item.goalText || item.text.replace(marks, ""));
  const hasMore = item.text !== "" || facts.some((fact) => fact[1]);
  return (
    <ActivityRow
      item={item}
      icon="branch"
      status={item.childStatus === "failed" ? "failed" : undefined}
      name={words.childEnded(visibleText(item.childStatus))}
      brief={about}
      aside={<OpenSession id={item.childSessionId} about={about} />}
    >
      {hasMore && (
        <>
          <Facts of={facts} />
          {item.text !== "" && <AgentText text={item.text} streaming={false} />}
        </>
      )}
    </ActivityRow>
  );
}

function OpenSession(props: { readonly id: string | null; readonly about: string }): ReactNode {
  const words = useStrings().activity;
  const { onOpenSession } = useTimelineContext();
  const { id } = props;
  if (!onOpenSession || id === null) return null;
  return (
    <button type="button" className="sv-link-button" title={brief(props.about)} onClick={() => onOpenSession(id)}>
      {words.openSession}
    </button>
  );
}
