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
  readonly code?: string;
  readonly approvals?: readonly { readonly id: string; readonly arguments: unknown }[];
  readonly request?: { readonly id: string; readonly expiresAt: string | null };
  readonly response?: { readonly outcome: string };
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
  /** Call id → the arguments that a person was asked to approve. */
  readonly asked: Map<string, string>;
  /** Question id → the time when it expires. */
  readonly expiries: Map<string, string | null>;
  readonly answered: Set<string>;
  running: string | null;
  /** The first event that treats a worker as lost. */
  recovered: string | null;
}

/** An event as the rules read it. */
interface Told {
  readonly payload: Payload;
  readonly turnId: string;
  readonly at: string;
  /** Names the event in a message. */
  readonly told: string;
}

type Rule = (read: Read, event: Told) => void;

const ends: Rule = (read, { turnId, told }) => {
  rule(read.open.delete(turnId), `a turn ends once: ${told}`);
  read.over.add(turnId);
  if (read.running === turnId) read.running = null;
};

function decides({ decided }: Read, id: string, told: string): void {
  rule(!decided.has(id), `a decision is taken once: ${told}`);
  decided.add(id);
}

const rules: Readonly<Record<string, Rule>> = {
  "turn.queued"({ known, open }, { payload: { turnId = "" } }) {
    known.add(turnId);
    open.add(turnId);
  },
  "turn.started"(read, { turnId, told }) {
    rule(read.running === null || read.running === turnId, `one turn runs at a time: ${told}`);
    read.running = turnId;
  },
  "turn.completed": ends,
  "turn.failed"(read, event) {
    ends(read, event);
    if (event.payload.code === "worker_lost") read.recovered ??= event.told;
  },
  "turn.recovery.requested"(read, { told }) {
    read.recovered ??= told;
  },
  "turn.cancelled": ends,
  "turn.superseded": ends,
  "agent.toolCall.created": ({ created }, { payload: { id = "", arguments: given } }) =>
    void created.set(id, JSON.stringify(given)),
  "agent.toolCall.output"({ created, answered }, { payload: { id = "" }, told }) {
    rule(created.has(id), `an output has its call: ${told}`);
    rule(!answered.has(id), `a call has one output: ${told}`);
    answered.add(id);
  },
  "session.requiresAction"({ asked }, { payload: { approvals = [] } }) {
    for (const { id, arguments: given } of approvals) asked.set(id, JSON.stringify(given));
  },
  "session.humanInput.requested"({ expiries }, { payload: { request } }) {
    if (request) expiries.set(request.id, request.expiresAt);
  },
  "user.approvalDecision"(read, { payload: { approvalId = "", decision }, told }) {
    decides(read, approvalId, told);
    if (decision === "approve") read.approved.add(approvalId);
  },
  "user.humanInputResponse"(read, { payload: { requestId = "", response }, at, told }) {
    decides(read, requestId, told);
    const end = read.expiries.get(requestId) ?? null;
    const isPersons = response?.outcome === "answered" || response?.outcome === "skipped";
    rule(!isPersons || end === null || at < end, `no answer is accepted after its question expired: ${told}`);
  },
};

/** Facts of the run that the log does not have. */
export interface Facts {
  readonly calls: readonly MadeCall[];
  /** Whether a process of the service ended. */
  readonly hasLost: boolean;
  readonly isAtRest: boolean;
}

/** @throws {RuleBroken} that names the first broken rule. */
export function checkLog(events: readonly SessionEvent[], { calls, hasLost, isAtRest }: Facts): void {
  const sets = { open: new Set<string>(), known: new Set<string>(), over: new Set<string>(), keys: new Set<string>() };
  const decisions = { approved: new Set<string>(), decided: new Set<string>(), answered: new Set<string>() };
  const maps = { created: new Map(), asked: new Map(), expiries: new Map() };
  const read: Read = { ...sets, ...decisions, ...maps, running: null, recovered: null };
  for (const [index, event] of events.entries()) {
    const { type, sequence } = event;
    const told = `${type} at ${sequence}`;
    rule(sequence === index + 1, `the log has no gap and no repeat: ${told}`);
    checkPlace(event, read, told);
    const { payload, turnId, occurredAt: at } = event;
    rules[type]?.(read, { payload: payload as Payload, turnId: turnId ?? "", at, told });
  }
  checkCalls(calls, read);
  rule(hasLost || read.recovered === null, `a turn whose processes all live is not lost: ${read.recovered}`);
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

function checkCalls(calls: readonly MadeCall[], { created, approved, asked }: Read): void {
  const made = new Set<string>();
  for (const { id, name, arguments: given } of calls) {
    const told = `${name} ${JSON.stringify(given)}`;
    rule(!made.has(id), `a call is made once: ${told}`);
    made.add(id);
    rule(created.get(id) === JSON.stringify(given), `a call is made as the log tells it: ${told}`);
    if (name !== "refund") continue;
    rule(approved.has(id), `a call is made after a person's approval: ${told}`);
    rule(asked.get(id) === JSON.stringify(given), `a call is made with the approved arguments: ${told}`);
  }
}

export class RuleBroken extends Error {}

export function rule(holds: boolean, what: string): asserts holds {
  if (!holds) throw new RuleBroken(`This does not hold: ${what}`);
}
