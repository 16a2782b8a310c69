import { describe, expect, it } from "vitest";
import { emptyTurn, foldTurn, type TurnFrame } from "../../../src/server/handler/fold-turn.js";
import type { SessionEvent } from "../../../src/wire/protocol/session-event.js";
import { eventLog } from "../../../src/testing/events.js";
import { scriptTurns, type TurnScript } from "../../../src/testing/scripted-turn.js";

/** A started turn, what a script writes into it, and the frames of its own events. */
function told(write: (script: TurnScript, turnId: string) => void, options = {}): readonly TurnFrame[] {
  const log = eventLog();
  const script = scriptTurns(log);
  const turnId = script.create("Hello");
  script.start(turnId);
  write(script, turnId);
  return foldAll(log.events, turnId, options);
}

function foldAll(events: readonly SessionEvent[], turnId: string, options = {}): readonly TurnFrame[] {
  let state = emptyTurn({ turnId, sessionId: "s", workspaceId: "w" });
  return events.flatMap((event) => {
    const folded = foldTurn(state, event, options);
    state = folded.state;
    return folded.frames;
  });
}

const chunks = (frames: readonly TurnFrame[]) => frames.map(({ chunk, failure }) => chunk ?? failure);
const texts = (frames: readonly TurnFrame[]) =>
  chunks(frames).flatMap((chunk) => (chunk && "text" in chunk ? chunk.text : []));
const complete = (text: string) => (script: TurnScript, turnId: string) =>
  script.log.add("agent.message.completed", { text }, { turnId });

describe("a turn's text", () => {
  it("is its deltas, each with its own cursor", () => {
    const frames = told((script, turnId) => script.stream(turnId, "a", "b"));
    expect(texts(frames)).toEqual(["a", "b"]);
    expect(frames.map(({ id }) => id)).toEqual([7, 8]);
  });

  it("uses the last sequence of a merged run", () => {
    const frames = told(({ log }, turnId) =>
      log.add("agent.message.delta", { text: "ab", coalescedUntil: 9 }, { turnId }),
    );
    expect(frames.map(({ id }) => id)).toEqual([9]);
  });

  it("adds only the missing part of the completed text", () => {
    const frames = told((script, turnId) => {
      script.stream(turnId, "Hel");
      complete("Hello")(script, turnId);
    });
    expect(texts(frames)).toEqual(["Hel", "lo"]);
  });

  it("grows when a message that was completed is completed again with more", () => {
    const frames = told((script, turnId) => {
      script.say(turnId, "Hello");
      complete("Hello there")(script, turnId);
    });
    expect(texts(frames)).toEqual(["Hello", " there"]);
  });

  it("is not repeated when it is completed unchanged, truncated, or again at the end", () => {
    const frames = told((script, turnId) => {
      script.stream(turnId, "Hello");
      for (const text of ["Hello", "Hel", "Hello"]) complete(text)(script, turnId);
    });
    expect(texts(frames)).toEqual(["Hello"]);
  });

  it("keeps its deltas when the completed text was too long to be stored whole", () => {
    const frames = told((script, turnId) => {
      script.stream(turnId, "Hello");
      script.log.add("agent.message.completed", { text: "Other", truncation: { truncated: true } }, { turnId });
    });
    expect(texts(frames)).toEqual(["Hello"]);
  });

  it("starts a new paragraph after a tool", () => {
    const frames = told((script, turnId) => {
      script.stream(turnId, "One.");
      script.callTool(turnId, "search");
      script.stream(turnId, "Two", ".");
    });
    expect(texts(frames)).toEqual(["One.", "\n\nTwo", "."]);
  });

  it("is distinguished from another message's completed text", () => {
    const frames = told((script, turnId) => {
      script.say(turnId, "One.");
      complete("Two.")(script, turnId);
    });
    expect(texts(frames)).toEqual(["One.", "\n\nTwo."]);
  });

  it("is nothing where a delta is empty or no text", () => {
    const frames = told((script, turnId) => {
      script.stream(turnId, "", "a", "");
      script.log.add("agent.message.delta", { text: 7 }, { turnId });
      script.log.add("agent.message.delta", "none", { turnId });
    });
    expect(texts(frames)).toEqual(["a"]);
  });
});

describe("a turn's tools", () => {
  it("are named by the call that began them", () => {
    const frames = told((script, turnId) => {
      const callId = script.callTool(turnId, "search", { q: 1 });
      script.toolOutput(turnId, callId, "found");
      script.toolOutput(turnId, "unknown", "?", true);
    });
    expect(chunks(frames)).toMatchObject([
      { type: "tool", name: "search", status: "started", input: { q: 1 } },
      { type: "tool", name: "search", status: "completed" },
      { type: "tool", name: "tool", status: "failed", callId: "unknown" },
    ]);
  });

  it("are sent once when they are announced twice under one id", () => {
    const frames = told(({ log }, turnId) => {
      for (const name of ["search", "search"]) log.add("agent.toolCall.created", { id: "c", name }, { turnId });
    });
    expect(frames).toHaveLength(1);
  });

  it("are failed when their output reports a failure", () => {
    const frames = told((script, turnId) => script.toolOutput(turnId, "c", { isError: true }));
    expect(chunks(frames)).toMatchObject([{ status: "failed" }]);
  });
});

describe("what waits for a person", () => {
  const approvals = [{ rawItem: { callId: "a1", name: "deploy" } }, { id: "a2", toolName: "pay", arguments: "{}" }];

  it("is the first approval, then the end of the stream with its cursor", () => {
    const frames = told((script, turnId) => script.requireApproval(turnId, approvals));
    expect(chunks(frames)).toMatchObject([
      { type: "pending", pending: { kind: "approval", requestId: "a1", name: "deploy", payload: approvals[0] } },
      { type: "done", reply: { status: "pending", pending: { requestId: "a1" } } },
    ]);
    expect(frames.map(({ id }) => id)).toEqual([undefined, 7]);
  });

  it("is every approval for a reader that follows", () => {
    const frames = told((script, turnId) => script.requireApproval(turnId, approvals), { everyPending: true });
    expect(chunks(frames).map((chunk) => chunk && "type" in chunk && chunk.type)).toEqual([
      "pending",
      "pending",
      "done",
    ]);
  });

  it("is sent unchanged, with unknown fields", () => {
    const request = { id: "r", questions: [], allowSkip: true, expiresAt: null, tone: "kind" };
    const frames = told(({ log }, turnId) => log.add("session.humanInput.requested", { request }, { turnId }));
    expect(chunks(frames)).toMatchObject([{ pending: { kind: "human_input", name: null, payload: request } }, {}]);
  });

  it("is sent again when the status requires it and the questions are not repeated", () => {
    const frames = told((script, turnId) => {
      const first = script.ask(turnId, []);
      const second = script.ask(turnId, []);
      script.answer(turnId, first, { outcome: "skipped" });
      script.resume(turnId);
      script.status("requires_action");
      script.answer(turnId, second, { outcome: "skipped" });
      script.resume(turnId);
      script.complete(turnId);
    });
    const statuses = chunks(frames).flatMap((chunk) => (chunk && "reply" in chunk ? chunk.reply.status : []));
    expect(statuses).toEqual(["pending", "pending", "pending", "completed"]);
  });

  it("is nothing when no approval can be decided", () => {
    expect(told((script, turnId) => script.requireApproval(turnId, [{}]))).toEqual([]);
    expect(told(({ log }, turnId) => log.add("session.humanInput.requested", { request: 3 }, { turnId }))).toEqual([]);
  });
});

describe("a turn's end", () => {
  it.each([
    ["complete", "completed"],
    ["cancel", "cancelled"],
  ] as const)("by %s sends the text so far", (how, status) => {
    const frames = told((script, turnId) => {
      script.say(turnId, "Done.");
      script[how](turnId);
    });
    expect(chunks(frames).at(-1)).toMatchObject({ type: "done", reply: { text: "Done.", status, pending: null } });
  });

  it("by another turn that was steered to is a cancellation", () => {
    const frames = told((script, turnId) => script.supersede(turnId, "other"));
    expect(chunks(frames)).toMatchObject([{ reply: { status: "cancelled" } }]);
  });

  it("by the end of the session is a cancellation, also before the turn began", () => {
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.create("Hello");
    script.status("cancelled");
    expect(chunks(foldAll(log.events, turnId))).toMatchObject([{ reply: { status: "cancelled" } }]);
  });

  it("by a failure has the reason, or reports that there is none", () => {
    const failed = told((script, turnId) => script.fail(turnId, "No model.", "provider_unavailable"));
    expect(failed[0]?.failure).toMatchObject({ code: "provider_unavailable", message: "No model.", retryable: true });
    const legacy = told(({ log }, turnId) => log.add("turn.failed", { message: "Old." }, { turnId }));
    expect(legacy[0]?.failure).toMatchObject({ code: "turn_failed", message: "Old.", retryable: false });
    const mute = told(({ log }, turnId) => log.add("turn.failed", null, { turnId }));
    expect(mute[0]?.failure?.message).toBeTruthy();
  });

  it("is its last frame", () => {
    const frames = told((script, turnId) => {
      script.complete(turnId);
      script.stream(turnId, "late");
      script.complete(turnId);
    });
    expect(frames).toHaveLength(1);
  });
});

describe("events outside a turn", () => {
  it("is another turn's event", () => {
    const frames = told((script) => {
      const other = script.send("More");
      script.stream(other, "not mine");
      script.complete(other);
    });
    expect(frames).toEqual([]);
  });

  it("is a decision of the session's before the turn began", () => {
    const log = eventLog();
    const turnId = "t";
    log.add("session.requiresAction", { approvals: [{ id: "a" }] });
    expect(foldAll(log.events, turnId)).toEqual([]);
  });

  it("is a type of tomorrow", () => {
    expect(told(({ log }, turnId) => log.add("agent.dream", { text: "x" }, { turnId }))).toEqual([]);
  });
});

describe("citation marks", () => {
  const mark = "\uE200cite\uE202turn1search3\uE202turn2view0\uE201";
  const text = `One.${mark} Two${mark}.`;

  it("are in no chunk, wherever the pieces of a message are cut", () => {
    for (let first = 0; first <= text.length; first += 1) {
      for (let second = first; second <= text.length; second += 5) {
        const frames = told((script, turnId) => {
          script.stream(turnId, text.slice(0, first), text.slice(first, second), text.slice(second));
          complete(text)(script, turnId);
          script.complete(turnId);
        });
        expect(texts(frames).filter((piece) => /[\uE200-\uE20F]|turn\d/.test(piece))).toEqual([]);
        expect(chunks(frames).at(-1)).toMatchObject({ type: "done", reply: { text: "One. Two." } });
        expect(texts(frames.slice(0, -1)).join("")).toBe("One. Two.");
      }
    }
  });

  it("are in no chunk of a message that is completed alone", () => {
    expect(texts(told(complete(text)))).toEqual(["One. Two."]);
  });

  it("that a call interrupts take nothing of the next message with them", () => {
    const frames = told((script, turnId) => {
      script.stream(turnId, "One.\uE200cite");
      script.log.add("agent.toolCall.created", { id: "c", name: "search" }, { turnId });
      script.stream(turnId, "Two.");
    });
    expect(texts(frames)).toEqual(["One.", "\n\nTwo."]);
  });
});
