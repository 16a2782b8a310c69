/** Rules for a tab's view against the log, by the reference fold. */
import type { SessionEvent } from "@service/sdk/protocol";
import { referenceOf, type Row, type Shown } from "../../faults/support/reference.js";
import { rule } from "./log-rules.js";
import type { TabView } from "./shown.js";

/** A tab may be behind the log, but shows only content of the log, each entry once and in order. */
export function checkPrefix(name: string, view: TabView, log: readonly SessionEvent[]): void {
  const reference = referenceOf(log);
  const told = view.rows.filter(({ role, state }) => role === "assistant" || state === undefined);
  const said = told.filter(({ role }) => role === "user").map(textOf);
  rule(new Set(said).size === said.length, `a message is shown once: ${name} shows ${JSON.stringify(said)}`);
  const places = [...view.rows.filter(({ role }) => role === "user").map(textOf), ...view.queue];
  rule(new Set(places).size === places.length, `a message has one place: ${name} shows ${JSON.stringify(places)}`);
  const everySaid = log
    .filter(({ type }) => type === "user.message")
    .map(({ payload }) => (payload as { text: string }).text);
  for (const text of said) rule(everySaid.includes(text), `what is shown as sent is in the log: ${name} shows ${text}`);
  const words = reference.rows.filter(({ role }) => role === "assistant").map(wordsOf);
  let from = 0;
  for (const row of told.filter(({ role, parts }) => role === "assistant" && parts.length > 0)) {
    const shown = wordsOf(row);
    const at = words.findIndex((each, index) => index >= from && each.startsWith(shown));
    rule(
      at >= 0,
      `what is shown is in the log, in its order: ${name} shows ${JSON.stringify(row)} of ${JSON.stringify(reference.rows)}`,
    );
    from = at + 1;
  }
}

/** Differences between the view and the whole log; empty when they are equal. */
export function checkRest(view: TabView, reference: Shown, isThere: boolean): string {
  if (!isThere && view.isRestoring) return "it has not read its first page";
  if (!isThere) return view.isMissing || view.rows.length === 0 ? "" : "it shows a conversation that is not there";
  if (view.connection !== "live") return `its connection is ${view.connection}`;
  if (view.isRestoring || view.isRunning || view.isMissing || view.isUnreachable) {
    const { isRestoring, isRunning, isMissing, isUnreachable } = view;
    return `it stands as ${JSON.stringify({ isRestoring, isRunning, isMissing, isUnreachable })}`;
  }
  if (view.deliveries.size > 0) return `it has messages that are ${JSON.stringify([...view.deliveries])}`;
  const { rows, queue, open } = view;
  const shown = JSON.stringify({ rows: rows.map(inOrder), queue, open });
  const { rows: wanted, queue: waiting, open: asked } = reference;
  // Does not compare a turn's outcome for rows that omit it.
  const asFar = wanted.map(({ state, ...row }, index) => (rows[index]?.state === undefined ? row : { ...row, state }));
  const told = JSON.stringify({ rows: asFar.map((row) => inOrder(row as Row)), queue: waiting, open: asked });
  return shown === told ? "" : `it shows\n${shown}\nand the log says\n${told}`;
}

function textOf({ parts }: Row): string {
  return parts.join("\n\n");
}

/** The text of an answer, without its tools and line breaks. */
function wordsOf({ parts }: Row): string {
  return parts
    .filter((part) => !part.startsWith("["))
    .join("")
    .replaceAll("\n\n", "");
}

function inOrder({ role, state, parts }: Row): Row {
  return { role, ...(state !== undefined && { state }), parts };
}
