import { describe, expect, it } from "vitest";
import { createChatFold } from "../../src/chat/chat-fold.js";
import { readBelow } from "../../src/chat/chat-history.js";
import { createListenerSet } from "../../src/chat/listener-set.js";
import { messagesOf, newerOf, olderOf } from "../../src/chat/read-back.js";
import type { FrameContent } from "../../src/chat/read-chunks.js";
import { createServerTime } from "../../src/foundation/server-time.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import type { ChatHistory } from "../../src/wire/protocol/chat-bodies.js";

/** The messages of a conversation, one for each sequence. */
function page(from: number, until: number): ChatHistory {
  const messages = Array.from({ length: until - from }, (_, index) => {
    const sequence = from + index;
    return { role: "user", id: `m${sequence}`, turnId: `t${sequence}`, text: `p${sequence}`, sequence } as const;
  });
  const rest = {
    conversation: "c",
    sessionId: "s",
    created: true,
    status: "idle",
    pending: [],
    queued: [],
    turn: null,
  };
  return { ...rest, messages, hasOlder: from > 1, lastSequence: until - 1 };
}

function openFold() {
  const clock = createManualClock();
  return createChatFold({ clock, serverTime: createServerTime(clock), listeners: createListenerSet({}) });
}

const most = 2_000;
const shownOf = (fold: ReturnType<typeof openFold>) => [...messagesOf(fold.back()), ...fold.log().messages];

describe("the messages of a chat that continues", () => {
  it("are bounded where a stream is followed, and an older page begins where they do", () => {
    const fold = openFold();
    fold.restore(page(1, 201), null);
    const take = (chunk: unknown, id?: string) => fold.take({ kind: "chunk", chunk } as NonNullable<FrameContent>, id);
    let loaded = 0;
    for (let turn = 0; turn < 3_000; turn += 1) {
      const [turnId, sequence] = [`live${turn}`, 201 + turn * 3];
      take({ type: "message", role: "user", id: `u${turn}`, turnId, text: "Hello" });
      take({ type: "turn", turnId, state: "queued" }, `${sequence}.aaaaaaaa`);
      take({ type: "turn", turnId, state: "started" }, `${sequence + 1}`);
      take({ type: "text", turnId, text: "Hi" });
      take({ type: "turn", turnId, state: "ended" }, `${sequence + 2}`);
      loaded = Math.max(loaded, shownOf(fold).length);
    }
    expect(loaded).toBeLessThan(most * 1.2);
    expect(shownOf(fold).at(-1)).toMatchObject({ turnId: "live2999", role: "assistant" });
    const first = Number(shownOf(fold)[0]?.turnId?.slice("live".length));
    expect(shownOf(fold)).toHaveLength((3_000 - first) * 2);
    expect(olderOf(fold.back(), fold.log().older)).toBe(201 + first * 3);
    expect(newerOf(fold.back())).toBeNull();
  });

  it("are bounded where the history is read again and again", () => {
    const fold = openFold();
    let loaded = 0;
    for (let end = 201; end < 5_000; end += 7) {
      fold.restore(page(Math.max(1, end - 200), end), null);
      const shown = shownOf(fold);
      loaded = Math.max(loaded, shown.length);
      const numbers = shown.map(({ id }) => Number(id.slice(1)));
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
      expect(olderOf(fold.back(), fold.log().older)).toBe(numbers[0] === 1 ? null : numbers[0]);
    }
    expect(loaded).toBeGreaterThan(most * 0.9);
    expect(loaded).toBeLessThan(most * 1.2);
  });
});

describe("readBelow", () => {
  it("reads on to the end of the loaded part, and leaves out its messages", async () => {
    const asked: number[] = [];
    const read = (before: number) => {
      asked.push(before);
      return Promise.resolve(page(Math.max(1, before - 10), before));
    };
    const { messages } = await readBelow(read, 100, 75);
    expect(asked).toEqual([100, 90, 80]);
    expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 25 }, (_, index) => 75 + index));
  });

  it("ends at a page that reaches no further back", async () => {
    const asked: number[] = [];
    const read = (before: number) => {
      asked.push(before);
      return Promise.resolve({ ...page(50, 60), hasOlder: true });
    };
    expect((await readBelow(read, 50)).hasOlder).toBe(false);
    await readBelow(read, 50, 10);
    expect(asked).toEqual([50, 50]);
  });
});
