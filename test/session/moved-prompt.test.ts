import { afterEach, expect, it } from "vitest";
import { createQueueActions } from "../../src/session/queue-actions.js";
import { createLiveSession, type LiveSession } from "./live-session.js";

let world: LiveSession;
afterEach(() => world.close());

/** Actions of a page on whose reads of the queue another window sends a message, this many times. */
async function actionsWith(others: number, known: "nothing" | "the first" | "all" = "nothing") {
  world = await createLiveSession("/silence 600");
  const say = (text: string) => world.client.sendEvent(world.ref, { type: "user.message", payload: { text } });
  let left = others;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const answer = await world.fetch(request);
    if (request.method === "GET" && request.url.includes("/queue") && left > 0) {
      left -= 1;
      await say(`Other ${left}`);
    }
    return answer;
  };
  for (const text of ["One", "Two"]) await say(text);
  const texts = async () => (await world.client.getQueue(world.ref)).items.map(({ prompt }) => prompt);
  const whole = await world.client.getQueue(world.ref);
  const { items } = whole;
  const snapshots = { nothing: null, "the first": { ...whole, items: items.slice(0, 1) }, all: whole };
  const taken: string[] = [];
  const actions = createQueueActions({
    client: world.service.client({ fetch, clock: world.clock, random: () => 0.5 }),
    ref: world.ref,
    draft: { isEmpty: () => true, isDurable: () => true, prepare: () => () => undefined },
    snapshot: () => snapshots[known],
    take: () => undefined,
    refresh: () => undefined,
    onTaken: (before) => void taken.push(before),
  });
  return { actions, texts, taken, first: items[0]!.id, second: items[1]!.id };
}

it("moves an edited message to its place although another window sends one after each read of the queue", async () => {
  const { actions, texts, first } = await actionsWith(2);
  await actions.putBefore({ text: "Two", turnId: null }, first);
  expect(await texts()).toEqual(["Two", "One", "Other 1", "Other 0"]);
});

it("leaves it where it is once the queue changed five times", async () => {
  const { actions, texts, first } = await actionsWith(9);
  await expect(actions.putBefore({ text: "Two", turnId: null }, first)).rejects.toMatchObject({ status: 409 });
  expect((await texts()).slice(0, 2)).toEqual(["One", "Two"]);
});

it.each(["nothing", "the first", "all"] as const)(
  "keeps the place of an edited message where the page has read of the queue: %s",
  async (known) => {
    const { actions, taken, first, second } = await actionsWith(0, known);
    await actions.edit(first);
    expect(taken).toEqual([second]);
    await actions.edit(second, { replaceDraft: true });
    expect(taken).toEqual([second]);
  },
);
