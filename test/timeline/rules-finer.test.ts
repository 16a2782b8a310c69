import { describe, expect, it } from "vitest";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { filesOf } from "../../src/timeline/file-view.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { cleanCuts } from "../../src/timeline/clean-cuts.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import { session } from "./session-under-test.js";

/** The finer points of `protocol.md` §11.6 and of the payloads in its §2.3: fields that may be there or not. */

const turnId = "t";
const noTime = "no time at all";

it("shows nothing for entries that are no events", () => {
  const { log } = session();
  log.add("user.message", { text: "hi" });
  const events = [null, ...log.events, undefined, "text", 7] as never;
  expect(buildTimeline(events)).toMatchObject([{ text: "hi" }]);
});

describe("a message", () => {
  it("is placed where its turn is queued when that is reported after the turn began", () => {
    const s = session();
    s.log.add("user.message", { text: "late" }, { id: "m" });
    s.start(turnId);
    expect(s.rows).toEqual(["user-message late"]);
    s.log.add("turn.queued", { turnId, triggerEventId: "m" }, { turnId });
    expect(s.items).toMatchObject([{ text: "late", turnId }]);
  });

  it("does not let an older answer stream again", () => {
    const s = session();
    s.start(turnId);
    s.stream(turnId, "half");
    s.log.add("user.message", { text: "next" }, { id: "m" });
    s.callTool(turnId, "search");
    s.log.add("turn.queued", { turnId: "u", triggerEventId: "m" }, { turnId: "u" });
    expect(s.items).toMatchObject([{ text: "half", streaming: false }, { name: "search" }]);
  });

  it("has its author, context and manner", () => {
    const s = session();
    const more = { actor: { id: "ana", name: "Ana" }, annotations: [{ id: "n" }], presentation: { kind: "voice" } };
    s.log.add("user.message", { text: "hi", ...more });
    expect(s.items).toMatchObject([more]);
  });

  it.each([[" "], [7], [undefined]])("is an ordinary one when its report has the status %j", (status) => {
    const s = session();
    const childCompletion = { childSessionId: "0f8fad5b-d9cb-469f-a165-70867728950e", status };
    s.log.add("user.message", { text: "Plain", childCompletion });
    expect(s.rows).toEqual(["user-message Plain"]);
  });

  it("reports a child that had no goal", () => {
    const s = session();
    const childCompletion = { childSessionId: "0f8fad5b-d9cb-469f-a165-70867728950e", status: "failed" };
    s.log.add("user.message", { text: "Done", childCompletion });
    expect(s.items).toMatchObject([{ kind: "worker-completion", childStatus: "failed", goalText: null }]);
  });

  it("shows the files among its resources, with their known facts", () => {
    expect(
      filesOf([
        { kind: "file", fileId: "f1", filename: "cat.png", contentType: "image/png", sizeBytes: 7 },
        { kind: "repository", url: "x" },
        { kind: "file", fileId: "f2" },
      ]),
    ).toEqual([
      { fileId: "f1", name: "cat.png", sizeBytes: 7, isImage: true },
      { fileId: "f2", name: null, sizeBytes: null, isImage: false },
    ]);
  });
});

describe("a phase", () => {
  it("has no duration when a time is invalid", () => {
    const s = session();
    s.start(s.create("go"));
    const events = s.log.events.map((event) =>
      event.type === "turn.queued" ? { ...event, occurredAt: noTime } : event,
    );
    expect(buildTimeline(events)).toMatchObject([{ text: "go" }, { phase: "queue", durationMs: null }]);
  });

  it("of which only the end is reported begins that much earlier, or at the end where the duration is invalid", () => {
    const s = session();
    s.log.add("rig.setup.completed", { durationMs: 1000 }, { turnId });
    const [event] = s.log.events;
    expect(s.items).toMatchObject([{ startedAt: "2025-12-31T23:59:59.000Z" }]);
    expect(buildTimeline([{ ...event!, occurredAt: noTime }])).toMatchObject([{ startedAt: noTime }]);
  });

  it("begins at its end where the duration reaches back beyond all dates", () => {
    const s = session();
    s.log.add("rig.setup.completed", { durationMs: 1e300 }, { turnId });
    const [event] = s.log.events;
    expect(s.items).toMatchObject([{ phase: "rig", startedAt: event!.occurredAt }]);
  });
});

describe("a sandbox operation", () => {
  it("shows the origin of its sandbox, at its start or at its end", () => {
    const s = session();
    s.log.add("sandbox.operation.started", { name: "exec", origin: "created" }, { turnId });
    expect(s.items).toMatchObject([{ origin: "created" }]);
    s.log.add("sandbox.operation.completed", { name: "exec", origin: "resumed" }, { turnId });
    expect(s.items).toMatchObject([{ origin: "resumed", status: "complete" }]);
    s.log.add("sandbox.operation.completed", { name: "sandbox.provision", origin: "resumed" }, { turnId });
    s.log.add("sandbox.operation.completed", { name: "repository-clone", origin: "of tomorrow" }, { turnId });
    expect(s.items.slice(1)).toMatchObject([{ outcome: "resumed" }, { outcome: null }]);
  });
});

describe("a tool call", () => {
  it("of memory is hidden without an id as well", () => {
    const s = session();
    s.log.add("agent.toolCall.created", { name: "memory_save" }, { turnId });
    expect(s.rows).toEqual([]);
  });

  it("of no turn that is announced again is merged", () => {
    const s = session();
    const call = { id: "c", name: "web", raw: { type: "hosted" } };
    s.log.add("agent.toolCall.created", call);
    s.log.add("agent.toolCall.created", { ...call, arguments: { q: "a" } });
    expect(s.items).toMatchObject([{ arguments: { q: "a" }, raw: { type: "hosted" } }]);
  });

  it("that its question hid stays hidden when it is announced again", () => {
    const s = session();
    s.log.add("agent.toolCall.created", { id: "c", name: "ask" }, { turnId });
    s.log.add("session.humanInput.requested", { request: { id: "r", questions: [], toolCallId: "c" } }, { turnId });
    s.log.add("agent.toolCall.created", { id: "c", name: "ask", arguments: {} }, { turnId });
    expect(s.rows).toEqual(["notice input"]);
  });

  it("is hidden by a question of its own turn only", () => {
    const s = session();
    const ask = (of: string | null) =>
      s.log.add(
        "session.humanInput.requested",
        { request: { id: `r-${of}`, questions: [], toolCallId: "c" } },
        { turnId: of },
      );
    s.log.add("agent.toolCall.created", { id: "c", name: "ask" });
    ask("other");
    expect(s.rows).toEqual(["tool ask running", "notice input"]);
    ask(null);
    expect(s.rows).toEqual(["notice input", "notice input"]);
  });

  it("that is announced again without them keeps its arguments and its name", () => {
    const s = session();
    const id = s.callTool(turnId, "web", { q: "a" });
    s.log.add("agent.toolCall.created", { id }, { turnId });
    expect(s.items).toMatchObject([{ name: "web", arguments: { q: "a" } }]);
    s.log.add("agent.toolCall.created", { id, name: "browse" }, { turnId });
    expect(s.items).toMatchObject([{ name: "browse" }]);
  });
});

describe("a worker", () => {
  const worker = (args: unknown) => {
    const s = session();
    const id = s.callTool(turnId, "session_create", args);
    const again = (more: unknown) =>
      s.log.add("agent.toolCall.created", { id, name: "session_create", arguments: more }, { turnId });
    return { s, id, again };
  };

  it("that is announced again takes the new fields, and keeps the old ones", () => {
    const { s, again } = worker(undefined);
    again(undefined);
    expect(s.items).toMatchObject([{ prompt: "", workerSessionId: null }]);
    again({ prompt: "Count", sessionId: "one" });
    again({ sessionId: "two" });
    expect(s.items).toMatchObject([{ prompt: "Count", workerSessionId: "one" }]);
  });

  it.each([
    [{ initialMessage: "", message: 5, text: "Text" }, "Text"],
    ["{not json", ""],
    ["plain words", ""],
    [[], ""],
  ])("reads the request from %j", (args, prompt) => {
    expect(worker(args).s.items).toMatchObject([{ prompt }]);
  });

  it.each([
    [{ session_id: "a" }, "a"],
    [{ session: { id: "b" } }, "b"],
    [{ session: { id: 5 }, sessionId: "" }, null],
    [[1, null, { deep: [{ childSessionId: "c" }] }], "c"],
    [{ a: { b: { c: { d: { e: { sessionId: "d" } } } } } }, "d"],
    [{ a: { b: { c: { d: { e: { f: { g: { sessionId: "too deep" } } } } } } } }, null],
  ])("finds its session in %j", (output, workerSessionId) => {
    const { s, id } = worker({});
    s.toolOutput(turnId, id, output);
    expect(s.items).toMatchObject([{ workerSessionId, failure: null }]);
  });

  it.each([
    ["It broke.", { code: null, message: "It broke." }],
    [7, { code: null, message: "" }],
    [
      { code: "gone", message: "Ended." },
      { code: "gone", message: "Ended." },
    ],
    [
      { error: { code: 5 }, content: [{ text: "Why " }, { text: 5 }, "x", { text: "not." }] },
      { code: null, message: "Why not." },
    ],
    [{ content: "none" }, { code: null, message: "" }],
  ])("that failed with %j shows the reason", (output, failure) => {
    const { s, id } = worker({});
    s.toolOutput(turnId, id, output, true);
    expect(s.items).toMatchObject([{ status: "failed", failure }]);
  });
});

describe("events outside the conversation", () => {
  it("carries every field that a memory or a needed sign-in has", () => {
    const s = session();
    const memory = { memoryId: "m", preview: "p", deduped: true, replacementPreview: "r" };
    s.log.add("memory.corrected", { ...memory, kind: "fact" }, { turnId });
    const needed = {
      serverId: "s",
      providerDomain: "example.com",
      reason: "expired",
      connectionId: "c",
      scopes: ["read"],
      resource: "r",
      toolName: "mail",
      authorizationUrl: "https://example.com/",
    };
    s.log.add("credential.auth_needed", needed, { turnId });
    s.log.add("memory.saved", {}, { turnId });
    expect(s.items).toMatchObject([{ ...memory, memoryKind: "fact" }, needed, { preview: "", memoryKind: "" }]);
    expect(s.items[2]).not.toHaveProperty("memoryId");
  });
});

describe("a part of a log", () => {
  const turns = (count: number) => {
    const s = session();
    for (let turn = 0; turn < count; turn += 1) {
      const id = s.create(`prompt ${turn}`);
      s.start(id);
      s.toolOutput(id, s.callTool(id, "search"), "found");
      s.reason(id, "hm");
      s.complete(id);
    }
    return s.log.events;
  };
  const shown = (fold: ReturnType<typeof createTimelineFold>) => [
    ...fold.getGroups().settled,
    ...fold.getGroups().live,
  ];

  it("that nothing was known of before is shown as an older page and as the newest", () => {
    const events = turns(1);
    const older = createTimelineFold();
    expect(older.getRange()).toBeNull();
    older.prepend(events);
    const newest = createTimelineFold();
    newest.replace(events);
    for (const fold of [older, newest]) expect(fold.getItems()).toEqual(buildTimeline(events));
    const items = older.getItems();
    older.prepend(events);
    expect(older.getItems()).toBe(items);
  });

  it.each([1, 7, 9, 100])(
    "that begins at event %i, between turns or among one's rows, is shown as it would be alone",
    (sequence) => {
      const events = turns(2);
      const fold = createTimelineFold();
      fold.push(events);
      fold.dropBefore(sequence);
      expect(shown(fold)).toEqual(groupTimeline(buildTimeline(events.slice(sequence - 1))));
    },
  );

  it("that is forgotten takes what it hid along: a later call of the same turn and id shows", () => {
    const s = session();
    s.log.add("agent.toolCall.created", { id: "c", name: "memory_save" }, { turnId });
    const questions = [{ id: "q", kind: "text", prompt: "Why?" }];
    s.log.add("session.humanInput.requested", { request: { id: "r", questions } }, { turnId });
    s.complete(turnId);
    s.log.add("user.message", { text: "goes" }, { id: "m" });
    const { sequence } = s.log.add("user.message", { text: "first that stays" });
    s.log.add("goal.set", { text: "second" });
    const fold = createTimelineFold();
    fold.push(s.log.events);
    fold.dropBefore(sequence);
    s.log.add("agent.toolCall.created", { id: "c", name: "search" }, { turnId });
    fold.push(s.log.events);
    s.answer(turnId, "r", { outcome: "skipped" });
    fold.push(s.log.events);
    expect(fold.getItems()).toMatchObject([{ text: "first that stays" }, {}, { name: "search" }, { questions: [] }]);
  });

  it("keeps the text of a message of no turn once", () => {
    const s = session();
    const log = s.log;
    for (const text of ["Hel", "lo"]) log.add("agent.message.delta", { text });
    log.add("turn.queued", { turnId: "" });
    log.add("agent.message.completed", { text: "Hello" });
    const fold = createTimelineFold();
    fold.push(log.events);
    expect(fold.getEvents()[0]).toMatchObject({ payload: { text: "" } });
    fold.replace(fold.getEvents());
    expect(fold.getItems()).toMatchObject([{ text: "Hello" }]);
  });

  it("keeps the text of a message whose end has none", () => {
    const s = session();
    s.stream(turnId, "Hello");
    s.log.add("turn.queued", { turnId }, { turnId });
    for (const payload of [null, "nothing", {}]) s.log.add("agent.message.completed", payload, { turnId });
    const fold = createTimelineFold();
    fold.push(s.log.events);
    fold.replace(fold.getEvents());
    expect(fold.getItems()).toMatchObject([{ text: "Hello", streaming: false }]);
  });

  it("is cut at no turn that only a payload names, nor by what names none", () => {
    const s = session();
    const { log } = s;
    log.add("turn.queued", "no payload", { turnId: "a" });
    log.add("turn.completed", {}, { turnId: "a" });
    log.add("user.message", { text: "one" });
    log.add("turn.queued", { turnId: "b", triggerEventId: "unknown" });
    log.add("user.message", { text: "two" });
    log.add("turn.cancelled", { turnId: "b" });
    log.add("user.message", { text: "three" });
    log.add("goal.set", {});
    expect(cleanCuts(log.events)).toEqual([2, 6]);
  });
});
