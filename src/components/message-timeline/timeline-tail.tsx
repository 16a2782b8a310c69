import type { ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { TimelineGroup } from "../../timeline/groups.js";
import type { TimelineItem } from "../../timeline/items.js";
import { Elapsed } from "../elapsed.js";
import { Icon } from "../icons.js";
import { askAgainOf, type OnAskAgain } from "./ask-again.js";

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
  const last = live.at(-1) ?? settled.at(-1);
  if (isRunning) {
    const busy = live.findLast(isAnswering) ?? settled.findLast(isAnswering);
    if (busy && isSpeaking(busy)) return null;
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
function isSpeaking(group: TimelineGroup): boolean {
  if (group.kind === "turn") return false;
  const item = group.kind === "item" ? group.item : group.items.at(-1);
  return item !== undefined && isLively(item);
}

function isLively(item: TimelineItem): boolean {
  if (item.kind === "agent-message") return item.streaming && item.text.trim() !== "";
  if (item.kind === "reasoning") return item.streaming;
  return "status" in item && item.status === "running";
}
