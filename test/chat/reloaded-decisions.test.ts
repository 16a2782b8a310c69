import { afterEach, expect, it } from "vitest";
import { createChatController } from "../../src/chat/chat-controller.js";
import type { ChatState } from "../../src/chat/chat-types.js";
import { createManualClock, type ManualClock } from "../../src/testing/manual-clock.js";
import { chatWorld, until, type ChatWorld } from "./chat-world.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function openWorld(clock?: ManualClock): Promise<ChatWorld> {
  const world = await chatWorld({}, clock && { clock });
  ends.push(() => world.close());
  return world;
}

/** A window on the conversation; another one is what a reload opens. */
function chat({ fetch }: ChatWorld, clock?: ManualClock) {
  const controller = createChatController({ conversation: "c_1", fetch, ...(clock && { clock }) });
  ends.push(
    controller.subscribe(() => {}),
    controller.dispose,
  );
  return controller;
}

const kinds = ({ pending }: Pick<ChatState, "pending">) => pending.map(({ kind }) => kind);
const hasCall = ({ messages }: ChatState) => messages[1]?.parts.some(({ type }) => type === "tool") === true;
const asks = (state: ChatState) => state.needsInput;

/** The answer "Blue" to each question. */
function blue(asked: ChatState["pending"][number] | undefined): Parameters<ReturnType<typeof chat>["respond"]>[1] {
  if (asked?.kind !== "question") throw new Error("No question came.");
  const answers = asked.request.questions.map(({ id }) => ({ questionId: id, values: ["Blue"] }));
  return { kind: "question", submission: { outcome: "answered", answers } };
}

it("an answered question of a running turn is no news after a reload", async () => {
  const world = await openWorld();
  const one = chat(world);
  await one.sendMessage("/ask text\n/approve deploy {}\n/say Done");
  const [asked] = (await until(one, asks)).pending;
  await one.respond(asked?.id ?? "", blue(asked));
  await until(one, (state) => kinds(state).includes("approval"));
  one.dispose();
  const two = chat(world);
  const seen = new Set<string>();
  ends.push(two.subscribe(() => kinds(two.getState()).forEach((kind) => seen.add(kind))));
  const { pending } = await until(two, (state) => asks(state) && hasCall(state));
  expect(kinds({ pending })).toEqual(["approval"]);
  await two.respond(pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
  await until(two, ({ isRunning, messages }) => !isRunning && messages.at(-1)?.state === "complete");
  expect(seen).toEqual(new Set(["approval"]));
});

it("a call that waits for an approval has the state waiting until it is decided, also after a reload", async () => {
  const world = await openWorld();
  const one = chat(world);
  await one.sendMessage('/approve refund {"amount":5}');
  const live = await until(one, asks);
  const two = chat(world);
  const reloaded = await until(two, (state) => asks(state) && hasCall(state));
  const calls = [live, reloaded].map(({ messages }) => messages[1]?.parts.find(({ type }) => type === "tool"));
  expect(calls).toEqual([calls[1], calls[0]]);
  expect(calls[0]).toMatchObject({ name: "refund", state: "waiting" });
  await two.respond(reloaded.pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
  const { messages } = await until(two, (state) => !state.isRunning && !asks(state));
  expect(messages[1]?.parts).toContainEqual(expect.objectContaining({ name: "refund", state: "complete" }));
});

it("an approved call has the state approved while other calls of its turn wait, also after a reload", async () => {
  const world = await openWorld();
  const one = chat(world);
  await one.sendMessage("/approvals 3");
  const { pending } = await until(one, (state) => state.pending.length === 3);
  const states = ({ messages }: ChatState) =>
    messages[1]?.parts.flatMap((part) => (part.type === "tool" ? part.state : [])) ?? [];
  const isDecided = (state: ChatState) => kinds(state).length === 2 && states(state).length === 3;
  await one.respond(pending[1]?.id ?? "", { kind: "approval", decision: "approve" });
  const live = await until(one, (state) => states(state).includes("approved"));
  expect(states(live)).toEqual(["waiting", "approved", "waiting"]);
  const reloaded = await until(chat(world), isDecided);
  expect(states(reloaded)).toEqual(states(live));
});

it("skipped questions have an entry each, without values, also after a reload", async () => {
  const world = await openWorld();
  const one = chat(world);
  await one.sendMessage("/ask text skip");
  const [asked] = (await until(one, asks)).pending;
  await one.respond(asked?.id ?? "", { kind: "question", submission: { outcome: "skipped" } });
  const isSettled = ({ messages }: ChatState) => messages[1]?.parts.some(({ type }) => type === "question") === true;
  const live = await until(one, isSettled);
  const reloaded = await until(chat(world), isSettled);
  const questions = [live, reloaded].map(({ messages }) => messages[1]?.parts.find(({ type }) => type === "question"));
  const prompt = asked?.kind === "question" ? asked.request.questions[0]?.prompt : "";
  expect(questions[0]).toMatchObject({ outcome: "skipped", answers: [{ prompt, values: [] }] });
  expect(questions[1]).toEqual(questions[0]);
});

it("a question that follows a reload during reasoning, which the stream does not show, is asked", async () => {
  const clock = createManualClock();
  const world = await openWorld(clock);
  const one = chat(world, clock);
  await one.sendMessage("/reason Let me think\n/silence 600\n/ask text");
  const { sessionId, workspaceId } = await until(one, ({ isRunning }) => isRunning);
  const ref = { sessionId: sessionId ?? "", workspaceId: workspaceId ?? "" };
  const lastSequence = async () => {
    clock.advance(1_000);
    return (await world.service.client.getSession(ref)).lastSequence;
  };
  // Behind the turn's start, which is the sixth event.
  await expect.poll(lastSequence).toBeGreaterThan(6);
  const two = chat(world, clock);
  await until(two, ({ isRestoring }) => !isRestoring);
  // Either window may wait for its next try, which no time but the clock's ends.
  const asked = () => {
    clock.advance(60_000);
    return [one, two].map((each) => kinds(each.getState()));
  };
  await expect.poll(asked).toEqual([["question"], ["question"]]);
});

it("an answer has the time that its turn waited for a person, across a reload and after another one", async () => {
  const clock = createManualClock();
  const world = await openWorld(clock);
  const hour = 3_600_000;
  /** The state once it is so; the time until then is short beside an hour. */
  const reached = async (chat: ReturnType<typeof createChatController>, isSo: (state: ChatState) => boolean) => {
    const isThere = () => {
      clock.advance(100);
      return isSo(chat.getState());
    };
    await expect.poll(isThere, { interval: 5 }).toBe(true);
    return chat.getState();
  };
  const one = chat(world, clock);
  void one.sendMessage("/approve deploy {}\n/ask text\n/say Done");
  await reached(one, asks);
  clock.advance(hour);
  one.dispose();
  const two = chat(world, clock);
  const [call] = (await reached(two, (state) => asks(state) && hasCall(state))).pending;
  clock.advance(hour);
  void two.respond(call?.id ?? "", { kind: "approval", decision: "approve" });
  const [asked] = (await reached(two, (state) => kinds(state).includes("question"))).pending;
  clock.advance(hour);
  void two.respond(asked?.id ?? "", blue(asked));
  const hours = ({ messages }: ChatState) => Math.round((messages.at(-1)?.waitedMs ?? 0) / hour);
  expect(hours(await reached(two, ({ isRunning }) => !isRunning))).toBe(3);
  const three = chat(world, clock);
  expect(hours(await reached(three, ({ messages }) => messages.at(-1)?.state === "complete"))).toBe(3);
});
