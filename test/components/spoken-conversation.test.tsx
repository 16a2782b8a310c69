import { act, render } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, it } from "vitest";
import { announce, type Announced } from "../../src/components/announcer/announcements.js";
import { Announcer, useAnnounce, type Announce } from "../../src/components/announcer/announcer.js";
import { english, type Messages } from "../../src/strings/messages.js";
import { eventLog } from "../../src/testing/events.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import { bracketed } from "./bracketed.js";
import { quiet } from "./quiet-session.js";

const approval: Announced["pending"][number] = {
  kind: "approval",
  id: "call-2",
  turnId: "t",
  name: "acme__delete_everything",
  arguments: {},
  state: { name: "pending" },
};
const question: Announced["pending"][number] = {
  kind: "question",
  id: "q-1",
  turnId: "t",
  state: { name: "pending" },
  request: {
    id: "q-1",
    allowSkip: false,
    expiresAt: null,
    questions: [{ id: "a", kind: "text", prompt: "Which city?" }],
  },
};

/** A session that a test advances event by event, and all its announcements. */
function conversation(words: Messages = english) {
  const log = eventLog();
  const fold = createTimelineFold();
  const said: string[] = [];
  let view: Announced = { ...quiet, ...fold.getGroups() };
  const show = (change: Partial<Announced>) => {
    const now = { ...view, ...change };
    for (const { urgency, text } of announce(view, now, words, { reader: "ana" })) said.push(`${urgency}: ${text}`);
    view = now;
  };
  let turn = 0;
  const turnId = () => `${String(turn).padStart(8, "0")}-0000-4000-8000-000000000000`;
  return {
    said,
    show,
    write: (type: string, payload: object = {}, change: Partial<Announced> = {}) => {
      fold.push([log.add(type, payload, { turnId: turnId() })]);
      show({ ...fold.getGroups(), ...change });
    },
    ask: (text: string) => {
      turn += 1;
      const message = log.add("user.message", { text });
      const started = [
        log.add("turn.queued", { turnId: turnId(), triggerEventId: message.id, source: "user" }, { turnId: turnId() }),
        log.add("turn.started", { triggerEventId: message.id }, { turnId: turnId() }),
      ];
      fold.push([message, ...started]);
      show({ ...fold.getGroups(), isRunning: true });
    },
  };
}

/** All announcements of a conversation in which everything happens once. */
function listen(words?: Messages): readonly string[] {
  const { said, show, write, ask } = conversation(words);
  ask("Move the import.");
  write("agent.reasoning.delta", { text: "Read the import first." });
  write("agent.toolCall.created", { id: "call-1", name: "acme__read_file", arguments: {} });
  write("agent.toolCall.output", { id: "call-1", output: "…" });
  for (const text of ["I ", "will ", "ask ", "first."]) write("agent.message.delta", { text });
  write("agent.toolCall.created", { id: "call-2", name: "acme__delete_everything", arguments: {} });
  show({ pending: [approval] });
  show({
    pending: [
      { ...approval, state: { name: "settled", outcome: "approve", here: false, by: { id: "ben", name: "Ben" } } },
    ],
  });
  show({ pending: [] });
  show({ pending: [question] });
  show({
    pending: [{ ...question, state: { name: "settled", outcome: "answered", here: false, by: { id: "ana" } } }],
  });
  show({ pending: [] });
  write("goal.set", { goalId: "g", text: "Under ten minutes", actor: "api" });
  show({ queue: [{ turnId: "t2", text: "And then?" }] });
  write("user.message", {
    text: "",
    childCompletion: { childSessionId: "cccccccc-0000-4000-8000-000000000001", status: "idle" },
  });
  write("tool.auth_needed", {
    serverId: "c",
    toolName: "x",
    providerDomain: "calendar.example",
    reason: "out",
    scopes: [],
  });
  show({ connection: "reconnecting" });
  show({ connection: "live" });
  write("agent.message.completed", { text: "It runs in **batches** now. The shop stays open." });
  write("turn.completed", {}, { isRunning: false, queue: [] });
  ask("And then?");
  write("turn.failed", { error: "No capacity." }, { isRunning: false });
  return said;
}

describe("a conversation that is listened to", () => {
  it("is announced at its boundaries, in exactly these words", () => {
    expect(listen()).toEqual([
      "polite: The agent is answering",
      "assertive: Approval needed: Delete everything",
      "polite: Approved by Ben",
      "assertive: The agent asks: Which city?",
      "polite: Answered by you in another window",
      "polite: Goal set: Under ten minutes",
      "polite: 1 message queued",
      "polite: Subtask finished",
      "assertive: Sign in needed for calendar.example",
      "polite: Connection lost. Reconnecting…",
      "polite: Reconnected",
      "polite: Answer complete. It runs in batches now.",
      "polite: The agent is answering",
      "assertive: The answer failed. No capacity.",
    ]);
  });

  it("is announced in the words of the catalogue alone", () => {
    const foreign = listen(bracketed).filter((text) => !text.includes("⟦"));
    expect(foreign).toEqual([]);
  });

  it("announces the number of earlier messages, without their content", () => {
    const { said, show, write, ask } = conversation();
    ask("Hello");
    write("agent.message.completed", { text: "Hi" });
    write("turn.completed", {}, { isRunning: false });
    said.length = 0;
    const older = [1, 2, 3].map((index) => ({
      kind: "item" as const,
      item: { kind: "goal" as const, id: `g${index}`, occurredAt: "", action: "set" as const, text: "old" },
    }));
    const message = {
      kind: "agent-message",
      id: "m",
      occurredAt: "",
      turnId: null,
      text: "old",
      streaming: false,
    } as const;
    const settled = [{ kind: "item" as const, item: { ...message, id: "now" } }];
    show({ settled });
    said.length = 0;
    show({ settled: [...older, { kind: "item", item: message }, ...settled] });
    expect(said).toEqual(["polite: 1 earlier message loaded"]);
  });

  it("announces nothing when another part of the log is shown", () => {
    const { said, show, write, ask } = conversation();
    ask("Hello");
    write("agent.message.completed", { text: "Hi" });
    write("turn.completed", {}, { isRunning: false });
    said.length = 0;
    const goal = { kind: "goal", id: "g", occurredAt: "", action: "completed", text: "" } as const;
    show({ settled: [{ kind: "item", item: goal }], live: [] });
    expect(said).toEqual([]);
  });
});

describe("useAnnounce", () => {
  function speaker() {
    const clock = createManualClock();
    let say: Announce = () => undefined;
    const Speaker = () => {
      const announce = useAnnounce();
      useEffect(() => {
        say = announce;
      }, [announce]);
      return null;
    };
    const { container } = render(
      <Announcer session={quiet} clock={clock}>
        <Speaker />
      </Announcer>,
    );
    const [polite, assertive] = container.querySelectorAll("[aria-live]");
    return {
      clock,
      polite: polite!,
      assertive: assertive!,
      say: (...words: Parameters<Announce>) => act(() => say(...words)),
    };
  }

  it("uses the conversation's own regions, and joins simultaneous announcements", () => {
    const { clock, polite, assertive, say } = speaker();
    say("offer.pdf is uploaded");
    say("plan.pdf is uploaded");
    say("room.png could not be uploaded", "assertive");
    act(() => clock.advance(100));
    expect(polite).toHaveTextContent("offer.pdf is uploaded. plan.pdf is uploaded");
    expect(assertive).toHaveTextContent("room.png could not be uploaded");
    act(() => clock.advance(1000));
    say("one more");
    act(() => clock.advance(100));
    expect(polite.textContent).toBe("one more");
  });

  it("repeats equal words as a new announcement", () => {
    const { clock, polite, say } = speaker();
    say("Uploaded");
    act(() => clock.advance(1000));
    say("Uploaded");
    act(() => clock.advance(100));
    expect(polite.textContent).not.toBe("Uploaded");
    expect(polite).toHaveTextContent("Uploaded");
  });
});
