import fc from "fast-check";
import type { Question } from "../../src/wire/protocol/decisions.js";
import { lastSequenceOf, type SessionEvent } from "../../src/wire/protocol/session-event.js";
import { eventLog, type EventLog } from "../../src/testing/events.js";
import { scriptTurns, type TurnScript } from "../../src/testing/scripted-turn.js";

/**
 * Logs as the service would write them. A list of wishes is drawn and played on a small model of the session, which
 * grants each as far as it makes sense; so every log is valid, and a failing one shrinks to few wishes.
 */

/** Text that is hard to cut: several bytes a character, several characters a letter, and what frames are made of. */
const hardText = [
  "👩‍👩‍👧‍👦 family",
  "e\u0301a\u0308o\u0302",
  "漢字かな交じり文",
  "🇩🇪🏳️‍🌈",
  "line\r\nline\n\ndata: x\n: comment\nid: 7\n",
  "‮right to left‬ שלום",
  '{"json":"\\u0000\\\\"}',
  "**bold** `code`\n\n```ts\nconst a = 1;\n```\n",
  "\u2028\u2029",
  "",
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hardText) },
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 24 }) },
);
const deltas = fc.array(text, { minLength: 1, maxLength: 6 });
/** JSON has no negative zero. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const payload = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }).map(throughJson));

const wish = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("say" as const), deltas, completed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reason" as const), deltas }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("callTool" as const), payload, twice: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("toolOutput" as const), which: fc.nat(), failed: fc.boolean(), payload }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sandbox" as const), deltas, failed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("requireApproval" as const), many: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("ask" as const), many: fc.boolean(), text }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("decide" as const), yes: fc.boolean(), which: fc.nat(), text }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("send" as const), text, keyed: fc.boolean(), early: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("steer" as const), text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw" as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("end" as const),
      how: fc.constantFrom("complete", "complete", "fail", "cancel", "budget"),
      text,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("other" as const), which: fc.nat(), text }) },
);
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;

export interface ArbitraryLogOptions {
  /** @default 200 */
  readonly maxEvents?: number;
  /** @default 5 */
  readonly minEvents?: number;
}

/** A valid log of `minEvents` to `maxEvents` events; it may end in the middle of a turn. */
export function arbitraryLog({ maxEvents = 200, minEvents = 5 }: ArbitraryLogOptions = {}): fc.Arbitrary<
  readonly SessionEvent[]
> {
  return fc
    .record({ first: text, wishes: fc.array(wish, { minLength: 1, maxLength: 60, size: "max" }) })
    .map(({ first, wishes }) => play(first, wishes).slice(0, maxEvents))
    .filter((events) => events.length >= minEvents);
}

function play(first: string, wishes: readonly Wish[]): readonly SessionEvent[] {
  const session = new Session(first);
  for (const item of wishes) session.grant(item);
  return session.log.events;
}

const others = [
  (log: EventLog, text: string) => log.add("session.title_set", { title: text, source: "agent" }),
  (log: EventLog, text: string) => log.add("goal.set", { goalId: log.newId(), text, actor: "api" }),
  (log: EventLog, text: string) => log.add("type.of.tomorrow", { text }),
  (log: EventLog, _: string, turnId: string | null) => log.add("agent.model.usage", { tokens: 5 }, { turnId }),
  (log: EventLog, text: string, turnId: string | null) =>
    log.add("memory.saved", { memoryId: log.newId(), kind: "fact", preview: text }, { turnId }),
  (log: EventLog, _: string, turnId: string | null) =>
    log.add("session.context.compaction.started", { trigger: "auto", estimatedTokensBefore: 900 }, { turnId }),
  (log: EventLog, _: string, turnId: string | null) =>
    log.add("session.context.compacted", { trigger: "auto", estimatedTokensAfter: 100 }, { turnId }),
  (log: EventLog, text: string, turnId: string | null) =>
    log.add(
      "system.update.delivered",
      { members: [{ id: "m", kind: "agent_message", classification: "info", sourceId: null, summary: text }] },
      { turnId },
    ),
  // Only a turn has phases.
  (log: EventLog, _: string, turnId: string | null) =>
    turnId !== null && log.add("turn.startup.phase.started", { phase: "model_preparation" }, { turnId }),
  (log: EventLog, _: string, turnId: string | null) =>
    turnId !== null &&
    log.add("turn.startup.phase.completed", { phase: "model_preparation", durationMs: 12 }, { turnId }),
  (log: EventLog, text: string, turnId: string | null) =>
    log.add(
      "tool.auth_needed",
      { serverId: "s", toolName: "t", providerDomain: "example.com", reason: text },
      { turnId },
    ),
  (log: EventLog) => log.add("session.event.envelope_omitted", {}),
  ...background(),
];

/** Events of a session with children, goals and machines. */
function background() {
  type Write = (log: EventLog, text: string, turnId: string | null) => void;
  const call =
    (name: string, args: unknown): Write =>
    (log, text, turnId) => {
      const id = log.newId();
      log.add("agent.toolCall.created", { id, name, arguments: args }, { turnId });
      log.add("agent.toolCall.output", { id, output: { sessionId: id, text } }, { turnId });
    };
  const operation =
    (name: string): Write =>
    (log, _, turnId) => {
      log.add("sandbox.operation.started", { name }, { turnId });
      log.add("sandbox.operation.completed", { name, durationMs: 5, origin: "created" }, { turnId });
    };
  const writes: Write[] = [
    call("host__session_create", { initialMessage: "Look into it" }),
    call("session_send_message", { message: "Hurry" }),
    call("memory_save", { text: "likes tea" }),
    operation("sandbox.provision"),
    operation("repository-clone"),
    (log, text) => log.add("goal.updated", { goalId: "g", text, actor: "agent" }),
    (log, text) => log.add("goal.completed", { goalId: "g", text }),
    (log, text) => log.add("goal.cleared", { goalId: "g", text, actor: "api" }),
    (log, text, turnId) => {
      const member = { id: "m", kind: "goal_continuation", classification: "info", sourceId: null, summary: text };
      log.add("system.update.delivered", { members: [member] }, { turnId });
    },
    (log, text, turnId) =>
      log.add("tool.auth_needed", { serverId: "s", providerDomain: "example.com", reason: text }, { turnId }),
    // A model that does not stream.
    (log, text, turnId) =>
      turnId !== null && log.add("agent.message.completed", { text: `${log.newId()}${text}` }, { turnId }),
    // Words that are completed behind the call that follows them.
    (log, text, turnId) => {
      if (turnId === null) return;
      log.add("agent.message.delta", { text }, { turnId });
      log.add("agent.toolCall.created", { id: log.newId(), name: "search", arguments: {} }, { turnId });
      log.add("agent.message.completed", { text }, { turnId });
    },
    // Its call precedes the retained part of the log.
    (log, text, turnId) =>
      turnId !== null && log.add("agent.toolCall.output", { id: log.newId(), output: text }, { turnId }),
    (log, text, turnId) => log.add("memory.corrected", { memoryId: 5, kind: "fact", preview: text }, { turnId }),
    (log, text) => {
      const childCompletion = { childSessionId: "00000000-0000-4000-8000-00000000000c", status: "idle", goal: {} };
      log.add("user.message", { text, childCompletion });
    },
  ];
  return writes;
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];

const questions = (text: string): Question[] => [
  { id: "q1", kind: "text", prompt: text },
  {
    id: "q2",
    kind: "single_select",
    prompt: "Which?",
    options: [
      { id: "a", label: text },
      { id: "b", label: "B" },
    ],
  },
];

/** The state that is needed to keep a log valid: the running turn, the waiting ones, the open items. */
class Session {
  readonly log = eventLog({ step: 40 });
  private readonly script: TurnScript = scriptTurns(this.log);
  private running: string | null = null;
  private queue: string[] = [];
  private tools: string[] = [];
  private approvals: string[] = [];
  private requests: string[] = [];
  /** Turns reported before their start. */
  private readonly early = new Set<string>();

  constructor(first: string) {
    this.queue.push(this.script.create(first));
    this.next();
  }

  grant(wish: Wish): void {
    if (wish.do === "send" || wish.do === "steer" || wish.do === "withdraw" || wish.do === "other") this.around(wish);
    else if (wish.do === "decide") this.decide(wish);
    else if (wish.do === "end") this.end(wish);
    else if (this.running !== null && !this.waits) this.work(wish, this.running);
  }

  private get waits(): boolean {
    return this.approvals.length + this.requests.length > 0;
  }

  private around(wish: Extract<Wish, { do: "send" | "steer" | "withdraw" | "other" }>): void {
    const { script, running } = this;
    if (wish.do === "other") {
      // A waiting turn writes nothing.
      pick(others, wish.which)?.(this.log, wish.text, this.waits ? null : running);
    } else if (wish.do === "withdraw") {
      const turnId = pick(this.queue, wish.which);
      if (turnId === undefined) return;
      this.queue = this.queue.filter((id) => id !== turnId);
      this.log.add("turn.cancelled", { reason: "withdrawn" }, { turnId });
    } else if (wish.do === "send") {
      const turnId = script.send(wish.text, wish.keyed ? { clientEventId: this.log.newId() } : {});
      this.queue.push(turnId);
      if (wish.early) this.early.add(turnId);
      if (running === null) this.next();
    } else {
      const turnId = script.send(wish.text, { delivery: "steer" });
      this.queue.unshift(turnId);
      if (running !== null) {
        this.log.add("session.control.steer_requested", {
          targetTurnId: turnId,
          replacedTurnId: running,
          stopping: true,
        });
        script.supersede(running, turnId);
      }
      this.next();
    }
  }

  private work(
    wish: Exclude<Wish, { do: "send" | "steer" | "withdraw" | "other" | "decide" | "end" }>,
    turnId: string,
  ): void {
    const { script, log } = this;
    if (wish.do === "say") {
      if (wish.completed) script.say(turnId, ...wish.deltas);
      else script.stream(turnId, ...wish.deltas);
    } else if (wish.do === "reason") {
      script.reason(turnId, ...wish.deltas);
    } else if (wish.do === "callTool") {
      const callId = script.callTool(turnId, "search", wish.payload);
      if (wish.twice) log.add("agent.toolCall.created", { id: callId, name: "search", raw: wish.payload }, { turnId });
      this.tools.push(callId);
    } else if (wish.do === "toolOutput") {
      const callId = pick(this.tools, wish.which);
      if (callId !== undefined) this.output(callId, wish.payload, wish.failed);
    } else if (wish.do === "sandbox") {
      log.add("sandbox.operation.started", { name: "exec", command: "ls" }, { turnId });
      for (const chunk of wish.deltas)
        log.add("sandbox.command.output.delta", { chunk, name: "exec", stream: "stdout" }, { turnId });
      log.add(wish.failed ? "sandbox.operation.failed" : "sandbox.operation.completed", { name: "exec" }, { turnId });
    } else {
      this.pause(wish, turnId);
    }
  }

  private pause(wish: Extract<Wish, { do: "requireApproval" | "ask" }>, turnId: string): void {
    const { script } = this;
    if (wish.do === "requireApproval") {
      this.approvals = wish.many
        ? [script.callTool(turnId, "deploy"), script.callTool(turnId, "pay")]
        : [script.callTool(turnId, "pay")];
      this.tools.push(...this.approvals);
      this.announce(turnId);
      return;
    }
    for (let left = wish.many ? 2 : 1; left > 0; left -= 1) {
      const toolCallId = script.callTool(turnId, "ask_person");
      this.tools.push(toolCallId);
      this.requests.push(script.ask(turnId, questions(wish.text), { allowSkip: true, toolCallId }));
    }
  }

  private announce(turnId: string): void {
    const approvals = this.approvals.map((callId) => ({ name: "deploy", rawItem: { callId, arguments: "{}" } }));
    this.script.requireApproval(turnId, approvals);
  }

  private decide(wish: Extract<Wish, { do: "decide" }>): void {
    const { script, running } = this;
    if (running === null || !this.waits) return;
    const open = [...this.approvals, ...this.requests];
    const id = pick(open, wish.which) ?? "";
    const actor = { id: "ana", name: "Ana" };
    if (this.approvals.includes(id)) {
      script.decide(running, id, wish.yes ? "approve" : "reject", { actor, message: wish.text });
    } else {
      const answers = [
        { questionId: "q1", values: [wish.text] },
        { questionId: "q2", values: ["a"] },
      ];
      script.answer(running, id, wish.yes ? { outcome: "answered", answers } : { outcome: "skipped" }, { actor });
    }
    this.approvals = this.approvals.filter((other) => other !== id);
    this.requests = this.requests.filter((other) => other !== id);
    script.resume(running);
    if (this.approvals.length > 0) this.announce(running);
    else if (this.requests.length > 0) script.status("requires_action");
  }

  private end({ how, text }: Extract<Wish, { do: "end" }>): void {
    const { script, log, running: turnId } = this;
    if (turnId === null) return;
    if (this.waits && how !== "cancel") return;
    for (const requestId of this.requests) script.answer(turnId, requestId, { outcome: "cancelled" });
    if (how === "fail") script.fail(turnId, text);
    else if (how === "cancel") script.cancel(turnId);
    else {
      for (const callId of this.tools.slice()) this.output(callId, text, false);
      script.say(turnId, text);
      // The final text is repeated when the turn is settled.
      log.add("agent.message.completed", { text }, { turnId });
      if (how === "budget") log.add("turn.completed", { segmentLimit: "budget_exhausted", detail: text }, { turnId });
      else script.complete(turnId);
    }
    this.next();
  }

  private output(callId: string, output: unknown, failed: boolean): void {
    this.tools = this.tools.filter((id) => id !== callId);
    this.script.toolOutput(this.running ?? "", callId, output, failed);
  }

  /** The next in the queue takes the place of the one that ended. */
  private next(): void {
    this.tools = [];
    this.approvals = [];
    this.requests = [];
    this.running = this.queue.shift() ?? null;
    if (this.running === null) return;
    const phase = { phase: "model_preparation" };
    if (this.early.has(this.running)) this.log.add("turn.startup.phase.started", phase, { turnId: this.running });
    this.script.start(this.running);
  }
}

/** A run of deltas is cut when its text reaches this many bytes. */
const flushAt = 48 * 1024;

const mergeable: ReadonlySet<string> = new Set([
  "agent.message.delta",
  "agent.reasoning.delta",
  "sandbox.command.output.delta",
]);

/** The same log as a compact replay returns it (`protocol.md` §4.4). */
export function compactLog(events: readonly SessionEvent[]): SessionEvent[] {
  const compact: SessionEvent[] = [];
  for (const event of events) {
    const last = compact.at(-1);
    const merged = last && merge(last, event);
    if (merged) compact[compact.length - 1] = merged;
    else compact.push(event);
  }
  return compact;
}

type DeltaPayload = Record<string, string | undefined>;

function merge(a: SessionEvent, b: SessionEvent): SessionEvent | null {
  if (!mergeable.has(a.type) || a.type !== b.type || a.turnId !== b.turnId) return null;
  const from = a.payload as DeltaPayload;
  const more = b.payload as DeltaPayload;
  const field = a.type === "sandbox.command.output.delta" ? "chunk" : "text";
  if (["name", "stream", "commandId"].some((name) => from[name] !== more[name])) return null;
  const text = (from[field] ?? "") + (more[field] ?? "");
  if (new TextEncoder().encode(text).length > flushAt) return null;
  return { ...a, payload: { ...from, [field]: text, coalescedUntil: lastSequenceOf(b) } };
}
