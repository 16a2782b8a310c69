import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventLog } from "../../../src/testing/events.js";
import { scriptTurns } from "../../../src/testing/scripted-turn.js";
import { framesOf } from "../../support/backend.js";
import { createLoadedChats } from "./loaded-chat.js";

let chats: Awaited<ReturnType<typeof createLoadedChats>>;
beforeAll(async () => {
  chats = await createLoadedChats();
});
afterAll(() => chats.close());

/** A turn ended by its session's cancellation, which the log reports before the turn's end. */
async function cancelledChat() {
  const log = eventLog();
  const script = scriptTurns(log);
  const turnId = script.create("Hello");
  script.start(turnId);
  script.say(turnId, "Part");
  const { sequence } = script.status("cancelled");
  script.cancel(turnId);
  return { chat: await chats.load(log.events), turnId, end: sequence };
}

describe("a stream that ends before its turn", () => {
  it("reports that in its last frame, with how to resume", async () => {
    const { chat, turnId, end } = await cancelledChat();
    const answer = await chat.stream(end, { follow: false });
    expect([answer.status, answer.headers.get("x-service-turn-id")]).toEqual([200, turnId]);
    const frames = await framesOf(answer);
    expect(frames).toMatchObject([{ event: "error", data: { code: "stream_ended", retryable: true } }]);
  });

  it("is another matter than one that has the end", async () => {
    const { chat, end } = await cancelledChat();
    const frames = await framesOf(await chat.stream(end - 1, { follow: false }));
    expect(frames).toMatchObject([{ event: "chunk", id: end, data: { type: "done", reply: { status: "cancelled" } } }]);
  });
});
