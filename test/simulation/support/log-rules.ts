/** Rules for every log at every moment, from its events alone. */
import type { SessionEvent } from "@service/sdk/protocol";
import type { MadeCall } from "./agent.js";

interface Payload {
  readonly turnId?: string;
  readonly id?: string;
  readonly arguments?: unknown;
  readonly approvalId?: string;
  readonly requestId?: string;
  readonly decision?: string;
}

/** Events of a turn that may follow its end: decisions settled with it. */
const afterEnd = new Set(["session.status.changed", "user.humanInputResponse"]);

/** State of reading a log. */
interface Read {
  readonly open: Set<string>;
  readonly known: Set<string>;
  readonly over: Set<string>;
  readonly keys: Set<string>;
  readonly approved: Set<string>;
  readonly decided: Set<string>;
  /** Call id → its arguments. */
  readonly created: Map<string, string>;
  readonly answered: Set<string>;
  running: string | null;
}

type Rule = (read: Read, payload: Payload, turnId: string, told: string) => void;

const ends: Rule = (read, _, turnId, told) => {
  rule(read.open.delete(turnId), `a turn ends once: ${told}`);
  read.over.add(turnId);
  if (read.running === turnId) read.running = null;
};

const decides = (what: "approvalId" | "requestId"): Rule => {
  return ({ decided, approved }, payload, _, told) => {
    const id = payload[what] ?? "";
    rule(!decided.has(id), `a decision is taken once: ${told}`);
    decided.add(id);
    if (payload.decision === "approve") approved.add(id);
  };
};

const rules: Readonly<Record<string, Rule>> = {
  "turn.queued"({ known, open }, { turnId = "" }) {
    known.add(turnId);
    open.add(turnId);
  },
  "turn.started"(read, _, turnId, told) {
    rule(read.running === null || read.running === turnId, `one turn runs at a time: ${told}`);
    read.running = turnId;
  },
  "turn.completed": ends,
  "turn.failed": ends,
  "turn.cancelled": ends,
  "turn.superseded": ends,
  "agent.toolCall.created": ({ created }, { id = "", arguments: given }) => void created.set(id, JSON.stringify(given)),
  "agent.toolCall.output"({ created, answered }, { id = "" }, _, told) {
    rule(created.has(id), `an output has its call: ${told}`);
    rule(!answered.has(id), `a call has one output: ${told}`);
    answered.add(id);
  },
  "user.approvalDecision": decides("approvalId"),
  "user.humanInputResponse": decides("requestId"),
};

/** @throws {RuleBroken} that names the first broken rule. */
export function checkLog(events: readonly SessionEvent[], calls: readonly MadeCall[], isAtRest: boolean): void {
  const sets = { open: new Set<string>(), known: new Set<string>(), over: new Set<string>(), keys: new Set<string>() };
  const decisions = { approved: new Set<string>(), decided: new Set<string>(), answered: new Set<string>() };
  const read: Read = { ...sets, ...decisions, created: new Map(), running: null };
  for (const [index, event] of events.entries()) {
    const { type, sequence } = event;
    const told = `${type} at ${sequence}`;
    rule(sequence === index + 1, `the log has no gap and no repeat: ${told}`);
    checkPlace(event, read, told);
    rules[type]?.(read, event.payload as Payload, event.turnId ?? "", told);
  }
  checkCalls(calls, read);
  if (isAtRest) rule(read.open.size === 0, `every turn has ended: ${[...read.open].join(", ")} has not`);
}

function checkPlace({ type, turnId, clientEventId }: SessionEvent, { keys, known, over }: Read, told: string): void {
  if (clientEventId) {
    rule(!keys.has(clientEventId), `a write is in the log once: ${told} ${clientEventId}`);
    keys.add(clientEventId);
  }
  if (!turnId || type === "turn.queued") return;
  rule(known.has(turnId), `a turn is queued first: ${told}`);
  rule(!over.has(turnId) || afterEnd.has(type), `nothing is written of a turn that ended: ${told}`);
}

function checkCalls(calls: readonly MadeCall[], { created, approved }: Read): void {
  const made = new Set<string>();
  for (const { id, name, arguments: given } of calls) {
    const told = `${name} ${JSON.stringify(given)}`;
    rule(!made.has(id), `a call is made once: ${told}`);
    made.add(id);
    rule(created.get(id) === JSON.stringify(given), `a call is made as the log tells it: ${told}`);
    if (name === "refund") rule(approved.has(id), `a call is made after a person's word: ${told}`);
  }
}

export class RuleBroken extends Error {}

export function rule(holds: boolean, what: string): asserts holds {
  if (!holds) throw new RuleBroken(`This does not hold: ${what}`);
}
