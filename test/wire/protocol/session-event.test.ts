import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isServiceError } from "../../../src/foundation/base-error.js";
import { isToolFailure, reasoningText, sandboxOutputText } from "../../../src/wire/protocol/event-payloads.js";
import { eventTypes, isEventType, type EventType } from "../../../src/wire/protocol/event-types.js";
import {
  lastSequenceOf,
  parseSessionEvent,
  readEvent,
  type SessionEvent,
} from "../../../src/wire/protocol/session-event.js";
import { eventLog } from "../../../src/testing/events.js";

const compaction = { trigger: "auto", estimatedTokensBefore: 9 };
const control = { reason: "lunch", actor: "api" };
const goal = { goalId: "g", text: "Ship", actor: { id: "ana" } };
const operation = { name: "exec", command: "ls", durationMs: 5 };
const phase = { phase: "tools", durationMs: 5 };
const auth = { serverId: "s", providerDomain: "example.com", reason: "expired", scopes: ["read"] };
const memory = { memoryId: "m", kind: "fact", preview: "Tea" };

/** One payload a type, as the service writes it; complete by the compiler. */
const fixtures: { readonly [T in EventType]: Readonly<Record<string, unknown>> } = {
  "session.created": { model: "m" },
  "session.status.changed": { status: "running" },
  "session.title_set": { title: "Tea", source: "user" },
  "session.requiresAction": { approvals: [{ id: "a", name: "pay", extra: 1 }] },
  "session.humanInput.requested": {
    request: { id: "r", questions: [{ id: "q", kind: "text", prompt: "?" }], allowSkip: true, expiresAt: null },
  },
  "session.control.paused": control,
  "session.control.resumed": control,
  "session.control.steer_requested": { targetTurnId: "t", stopping: true },
  "session.queue.changed": { operation: "delete", queueVersion: 3, turnId: "t" },
  "session.queue.prompt.cancelled": {},
  "session.queue.history": {},
  "session.context.compaction.requested": compaction,
  "session.context.compaction.started": compaction,
  "session.context.compacted": { ...compaction, estimatedTokensAfter: 2 },
  "session.context.compaction.skipped": { ...compaction, reason: "short" },
  "session.context.cleared": {},
  "session.event.envelope_omitted": {},
  "workspace.inference.paused": {},
  "workspace.inference.resumed": {},
  "user.message": { text: "Hi 👋", actor: { id: "ana", name: "Ana" }, resources: [{ kind: "file" }] },
  "user.approvalDecision": { approvalId: "a", decision: "approve", message: "ok" },
  "user.humanInputResponse": {
    requestId: "r",
    response: { outcome: "answered", answers: [{ questionId: "q", values: ["x"] }] },
  },
  "user.pause": { reason: "x" },
  "user.resume": {},
  "user.cancel": {},
  "user.interrupt": { actor: { id: "ana" } },
  "turn.queued": { turnId: "t", triggerEventId: "e", source: "user" },
  "turn.started": { triggerEventId: "e" },
  "turn.completed": { segmentLimit: "max_turns", output: { any: 1 } },
  "turn.failed": { error: "Lost", code: "x", retryable: true },
  "turn.cancelled": { reason: "interrupt" },
  "turn.superseded": { reason: "steer", targetTurnId: "u" },
  "turn.recovery.requested": { reason: "worker_lost" },
  "turn.capacity_waiting": {},
  "turn.event.rejected_late": {},
  "turn.startup.phase.started": phase,
  "turn.startup.phase.completed": phase,
  "turn.startup.phase.failed": phase,
  "turn.updated": {},
  "agent.message.delta": { text: "a", coalescedUntil: 9 },
  "agent.message.completed": { text: "a" },
  "agent.reasoning.delta": { text: "a" },
  "agent.toolCall.created": { id: "c", name: "search", arguments: { q: 1 } },
  "agent.toolCall.output": { id: "c", output: [1], error: true },
  "agent.model.request": {},
  "agent.model.usage": {},
  "agent.updated": {},
  "sandbox.operation.started": operation,
  "sandbox.operation.completed": operation,
  "sandbox.operation.failed": { ...operation, expectedTransition: true },
  "sandbox.command.output.delta": { chunk: "x", stream: "stdout", commandId: "c" },
  "rig.setup.started": {},
  "rig.setup.completed": { durationMs: 5 },
  "rig.setup.skipped": { durationMs: 5 },
  "rig.setup.failed": { durationMs: 5 },
  "terminal.pty.output.delta": {},
  "artifact.created": {},
  "machine.op.failed": {},
  "machine.op.recovered": {},
  "machine.link.lost": {},
  "machine.link.restored": {},
  "machine.runner.restarted": {},
  "goal.set": goal,
  "goal.updated": goal,
  "goal.progress": goal,
  "goal.paused": { ...goal, reason: "x" },
  "goal.resumed": goal,
  "goal.completed": { ...goal, evidence: "x" },
  "goal.cleared": goal,
  "goal.held": goal,
  "goal.continuation": goal,
  "goal.rewrite.proposed": {},
  "goal.rewrite.rejected": {},
  "system.update.delivered": {
    members: [{ id: "m", kind: "agent_message", classification: "info", sourceId: "s", summary: "x" }],
  },
  "system.update.pending": {},
  "system.update.superseded": {},
  "system.update.cancelled": {},
  "system.update.settled": {},
  "tool.auth_needed": { ...auth, toolName: "mail" },
  "credential.auth_needed": auth,
  "memory.saved": memory,
  "memory.corrected": { ...memory, replacementPreview: "Coffee" },
};

const event = (type: string, payload: unknown): SessionEvent => eventLog().add(type, payload, { turnId: "t" });

/** Payloads with a list that is read entry by entry. Files, tools and outputs are read later. */
const lists = Object.entries(fixtures).filter(
  ([, payload]) =>
    Object.values(payload).some(Array.isArray) && !["resources", "tools", "output"].some((name) => name in payload),
);

describe("a payload", () => {
  it.each(Object.entries(fixtures))("of %s is read as it was written", (type, payload) => {
    const read = readEvent(event(type, payload));
    expect(read?.faults).toEqual([]);
    expect(read?.value.type).toBe(type);
    expect(read?.value.payload).toMatchObject(payload);
  });

  it("of a type of tomorrow is left alone", () => {
    expect(readEvent(event("type.of.tomorrow", { any: 1 }))).toBeNull();
    expect(isEventType("toString")).toBe(false);
  });

  it("that does not fit loses only the field that is wrong, by name", () => {
    const read = readEvent(event("turn.queued", { turnId: "t", triggerEventId: 5, source: {} }));
    expect(read?.value.payload).toMatchObject({ turnId: "t", triggerEventId: "", source: undefined });
    expect(read?.faults).toEqual(["triggerEventId", "source"]);
  });

  it.each([null, 5, "text", []])("that is %j is one fault, where something was expected", (payload) => {
    expect(readEvent(event("turn.failed", payload))?.faults).toEqual(["payload"]);
    expect(readEvent(event("turn.queued", payload))?.faults).toEqual(["payload"]);
    expect(readEvent(event("turn.capacity_waiting", payload))?.faults).toEqual([]);
  });

  it("takes null for absent", () => {
    const read = readEvent(event("agent.toolCall.created", { id: null, name: "x", arguments: null, raw: null }));
    expect(read?.faults).toEqual([]);
    expect(read?.value.payload).toMatchObject({ id: undefined, name: "x" });
  });

  it.each(lists)("%s keeps the entries of its list that fit", (type, payload) => {
    const whole = readEvent(event(type, payload))?.value.payload;
    const broken = Object.entries(payload).map(([name, value]) => [
      name,
      Array.isArray(value) ? [null, 5, ...value, true] : value,
    ]);
    expect(readEvent(event(type, Object.fromEntries(broken)))?.value.payload).toEqual(whole);
  });

  it("of an older reasoning delta keeps the parts that fit", () => {
    const item = { rawItem: { content: [null, { text: "a" }, { text: 5 }, { text: "b" }] } };
    const read = readEvent(event("agent.reasoning.delta", { item }));
    expect(read?.value.type === "agent.reasoning.delta" && reasoningText(read.value.payload)).toBe("ab");
  });

  it("never throws, whatever it is", () => {
    fc.assert(
      fc.property(fc.constantFrom(...eventTypes), fc.anything({ withNullPrototype: true }), (type, payload) => {
        expect(readEvent(event(type, payload))?.value.type).toBe(type);
      }),
      { numRuns: 500 },
    );
  });
});

describe("an envelope", () => {
  const good = event("type.of.tomorrow", { any: 1 });

  it("keeps unknown fields", () => {
    expect(parseSessionEvent({ ...good, turnGeneration: 2 })).toEqual({ ...good, turnGeneration: 2 });
    expect(parseSessionEvent({ ...good, turnId: null, clientEventId: null })).toMatchObject({ turnId: null });
  });

  it.each([
    ["id", ""],
    ["id", undefined],
    ["sessionId", 5],
    ["sequence", 0],
    ["sequence", 1.5],
    ["sequence", "7"],
    ["type", ""],
    ["occurredAt", null],
    ["turnId", 5],
  ])("is refused when its %s is %j, by name", (field, value) => {
    const parse = () => parseSessionEvent({ ...good, [field]: value });
    expect(parse).toThrow(`"${field}"`);
    expect(parse).toThrow(expect.toSatisfy(isServiceError));
    expect(parse).toThrow(expect.objectContaining({ code: "event_malformed", retryable: false }));
  });

  it.each([null, 5, "text", []])("is refused when it is %j", (value) => {
    expect(() => parseSessionEvent(value)).toThrow(/session event does not fit/);
  });
});

describe("the sequence that an event covers", () => {
  it.each([
    [{ coalescedUntil: 9 }, 9],
    [{ coalescedUntil: 0 }, 4],
    [{ coalescedUntil: 3 }, 4],
    [{ coalescedUntil: "9" }, 4],
    [{}, 4],
    [null, 4],
    ["text", 4],
  ])("with the payload %j is %i", (payload, sequence) => {
    expect(lastSequenceOf({ ...event("agent.message.delta", payload), sequence: 4 })).toBe(sequence);
  });
});

describe("legacy forms", () => {
  it("of sandbox output and reasoning give the same text", () => {
    const none = {
      chunk: undefined,
      text: undefined,
      output: undefined,
      stream: undefined,
      commandId: undefined,
      name: undefined,
      coalescedUntil: undefined,
    };
    expect(
      [{ chunk: "a" }, { text: "a" }, { output: "a" }].map((payload) => sandboxOutputText({ ...none, ...payload })),
    ).toEqual(["a", "a", "a"]);
    const item = { rawItem: { content: [{ text: "a" }, {}, { text: "b" }] } };
    expect(reasoningText({ text: undefined, item, coalescedUntil: undefined })).toBe("ab");
    expect(reasoningText({ text: "", item, coalescedUntil: undefined })).toBe("");
  });

  it.each([
    [{ error: true }, true],
    [{ failed: true }, true],
    [{ output: { isError: true } }, true],
    [{ output: { isError: false } }, false],
    [{ output: "isError" }, false],
  ])("of a tool's failure: %j reads %s", (payload, failed) => {
    const none = {
      id: "c",
      output: undefined,
      error: undefined,
      failed: undefined,
      truncation: undefined,
      preview: undefined,
    };
    expect(isToolFailure({ ...none, ...payload })).toBe(failed);
  });
});
