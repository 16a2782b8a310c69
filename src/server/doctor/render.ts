/** The findings as lines for a terminal. */
import type { Finding, Outcome } from "./finding.js";
import type { Report } from "./verify-chat-endpoint.js";

const marks: Record<Outcome, string> = { ok: "✓", warning: "!", fault: "✗", unknown: "?" };

const column = 13;

export function renderFinding({ check, outcome, message, advice }: Finding): string {
  const line = `${marks[outcome]} ${check.padEnd(column)}${plain(message)}`;
  return advice === undefined ? line : `${line}\n  ${" ".repeat(column)}→ ${plain(advice)}`;
}

/** Removes control characters, so that a host's text cannot move the terminal's cursor or change colours. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ");

/** The conclusion, and the data left on the host. */
export function renderSummary({ findings, sent, conversation }: Report): string {
  const count = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length;
  const [faults, warnings, unknowns] = [count("fault"), count("warning"), count("unknown")];
  const some = (n: number, word: string) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const left = sent ? ` One message was sent; it stays in the conversation ${conversation}.` : " No message was sent.";
  return `${some(faults, "fault")}, ${some(warnings, "warning")}, ${unknowns} not known.${left}`;
}
