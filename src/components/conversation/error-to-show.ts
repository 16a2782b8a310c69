import { personsWords } from "../../foundation/persons-words.js";
import type { SessionView } from "../../hooks/session-view.js";
import type { TimelineGroup } from "../../timeline/groups.js";

type Shown = Pick<SessionView, "error" | "settled" | "live" | "pending"> & Partial<Pick<SessionView, "errorAbout">>;

/**
 * The session's error, unless it is shown at its place already: in a failed turn, an unsent message, a decision whose
 * answer was refused or may be lost, or below the composer, which names a refused stop.
 */
export function errorToShow({ error, errorAbout, settled, live, pending }: Shown): Error | null {
  if (!error || errorAbout === "stop") return null;
  if (pending.some(({ state }) => state.name === "failed" && state.error === error)) return null;
  // Its card reads that the answer may not have arrived, and offers to give it again.
  if (errorAbout === "decision" && pending.some(({ state }) => state.name === "unknown")) return null;
  const recent = [...settled.slice(-4), ...live];
  return recent.some((group) => failureOf(group) === personsWords(error)) ? null : error;
}

function failureOf(group: TimelineGroup): string | undefined {
  if (group.kind !== "item") return group.failureText;
  const { item } = group;
  if (item.kind === "user-message") return item.delivery?.error;
  return item.kind === "notice" && item.tone === "failed" ? item.text : undefined;
}
