import type { SessionView } from "../../hooks/session-view.js";
import type { TimelineGroup } from "../../timeline/groups.js";

/** The session's error, unless it is told where it happened already: in a failed turn, or in a message that was not sent. */
export function errorToShow({ error, settled, live }: Pick<SessionView, "error" | "settled" | "live">): Error | null {
  if (!error) return null;
  const recent = [...settled.slice(-4), ...live];
  return recent.some((group) => failureOf(group) === error.message) ? null : error;
}

function failureOf(group: TimelineGroup): string | undefined {
  if (group.kind !== "item") return group.failureText;
  const { item } = group;
  if (item.kind === "user-message") return item.delivery?.error;
  return item.kind === "notice" && item.tone === "failed" ? item.text : undefined;
}
