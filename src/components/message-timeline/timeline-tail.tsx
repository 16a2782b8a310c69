import { useContext, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { itemsOf, type TimelineGroup } from "../../timeline/groups.js";
import type { TimelineItem } from "../../timeline/items.js";
import { Elapsed } from "../elapsed.js";
import { Icon } from "../icons.js";
import { askAgainOf, type OnAskAgain } from "./ask-again.js";
import { WaitingContext, type Waiting } from "./timeline-context.js";
import { callStateOf } from "./use-call-state.js";

/** Shortest silence that is shown (ms). */
const longSilence = 10_000;

interface TimelineTailProps {
  readonly settled: readonly TimelineGroup[];
  readonly live: readonly TimelineGroup[];
  readonly isRunning: boolean;
  readonly onAskAgain: OnAskAgain;
}

/** After the last row: a busy indicator if no row shows one, or a retry after a failure. */
export function TimelineTail({ settled, live, isRunning, onAskAgain }: TimelineTailProps): ReactNode {
  const strings = useStrings().timeline;
  const waiting = useContext(WaitingContext);
  const last = live.at(-1) ?? settled.at(-1);
  if (isRunning) {
    const before = live.some(isAnswering) ? undefined : settled.findLast(isAnswering);
    const shown = before ? [before] : live;
    if (shown.some((group) => isSpeaking(group, waiting))) return null;
    return (
      <p className="sv-thinking">
        <span className="sv-thinking-dots" aria-hidden="true">
          <span className="sv-part" />
          <span className="sv-part" />
          <span className="sv-part" />
        </span>
        <span className="sv-visually-hidden">{strings.thinking}</span>
        {last && !isOnItsWay(last) && <Elapsed key={keyOf(last)} after={longSilence} label={strings.waitingForModel} />}
      </p>
    );
  }
  const again = askAgainOf({ settled, live }, onAskAgain);
  if (!again) return null;
  return (
    <button type="button" className="sv-button sv-ask-again" onClick={again.ask}>
      <Icon name="retry" />
      <span className="sv-part">{strings.tryAgain}</span>
    </button>
  );
}

/** Each new row restarts the time of silence. */
function keyOf(group: TimelineGroup): string {
  if (group.kind === "turn") return group.id;
  return group.kind === "item" ? group.item.id : `${group.id} ${group.items.length}`;
}

/** A message that the service has not confirmed; its row shows where it is. No model waits for it yet. */
function isOnItsWay(group: TimelineGroup): boolean {
  if (group.kind !== "item" || group.item.kind !== "user-message") return false;
  const state = group.item.delivery?.state;
  return state !== undefined && state !== "queued";
}

/** A message that waits below an answer does not end the answer's own sign of activity. */
const isAnswering = (group: TimelineGroup) => group.kind !== "item" || group.item.kind !== "user-message";

/** Whether the group itself shows activity. */
function isSpeaking(group: TimelineGroup, waiting: Waiting | null): boolean {
  if (group.kind === "turn") return false;
  return itemsOf(group).some((item) => isLively(item, waiting));
}

function isLively(item: TimelineItem, waiting: Waiting | null): boolean {
  if (item.kind === "agent-message") return item.streaming && item.text.trim() !== "";
  if (item.kind === "reasoning") return item.streaming;
  // Also an approved call, which the log counts as complete until its output.
  if (item.kind === "tool-call" || item.kind === "worker") return callStateOf(item, waiting) === "running";
  return "status" in item && item.status === "running";
}
