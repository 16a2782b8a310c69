import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createChatController } from "../../src/chat/chat-controller.js";
import { createSessionViewer } from "../../src/chat/chat-session-view.js";
import type { ChatControllerOptions } from "../../src/chat/chat-types.js";
import { eventLog } from "../../src/testing/events.js";
import { faultFetch, type FaultPlan } from "../../src/testing/fault-fetch.js";
import { scriptedTurn, scriptTurns } from "../../src/testing/scripted-turn.js";
import { createLoadedChats } from "../server/handler/loaded-chat.js";
import { transcript, until } from "./chat-world.js";
import { restored } from "./open-chats.js";

/** Two pages and a little: a page has 200 messages, of which there are two a turn. */
const turns = 205;
const told = Array.from({ length: turns }, (_, turn) => [
  `user: p${turn}`,
  `assistant: [search complete] a${turn}`,
]).flat();

let chats: Awaited<ReturnType<typeof createLoadedChats>>;
beforeAll(async () => {
  chats = await createLoadedChats();
});
afterAll(() => chats.close());
const open: (() => void)[] = [];
afterEach(() => {
  for (const end of open.splice(0)) end();
});

/** A long conversation with a listener, and its log to continue. */
async function longChat({ plan = () => undefined, ...options }: { readonly plan?: FaultPlan } & Settings = {}) {
  const log = eventLog();
  for (let turn = 0; turn < turns; turn += 1) {
    scriptedTurn(log, { prompt: `p${turn}`, answer: [`a${turn}`], tools: [{ name: "search" }] });
  }
  const loaded = await chats.load(log.events);
  const network = faultFetch(chats.fetch, plan);
  const one = createChatController({ conversation: loaded.conversation, fetch: network, ...options });
  open.push(
    one.subscribe(() => {}),
    one.dispose,
  );
  /** Writes what the service would write, as the log's next events. */
  const goOn = (write: (script: ReturnType<typeof scriptTurns>) => void) => {
    const before = log.events.length;
    write(scriptTurns(log));
    return loaded.append(log.events.slice(before));
  };
  const pages = () => network.seen.filter(({ url }) => url.searchParams.has("before"));
  return { one, pages, goOn };
}
type Settings = Partial<ChatControllerOptions>;

const isOlderPage = ({ url }: { readonly url: URL }) => url.searchParams.has("before");

describe("a conversation longer than a page", () => {
  it("is read back to its first message, a page at a time, without a gap or a repeat", async () => {
    const { one, pages } = await longChat();
    const first = await restored(one);
    expect(transcript(first)).toEqual(told.slice(-200));
    expect(first).toMatchObject({ hasOlder: true, isLoadingOlder: false });

    const loading = one.loadOlder();
    await until(one, ({ isLoadingOlder }) => isLoadingOlder);
    await loading;
    const second = await until(one, ({ isLoadingOlder }) => !isLoadingOlder);
    expect(transcript(second)).toEqual(told.slice(-400));
    expect(second.hasOlder).toBe(true);
    expect(second.messages.slice(-200)).toEqual(first.messages);
    // Earlier messages keep their identity.
    expect(second.messages.at(-200)).toBe(first.messages[0]);

    await one.loadOlder();
    const whole = await until(one, ({ hasOlder }) => !hasOlder);
    expect(transcript(whole)).toEqual(told);
    expect(new Set(whole.messages.map(({ id }) => id)).size).toBe(told.length);
    await one.loadOlder();
    expect(pages()).toHaveLength(2);
  });

  it("asks once for a page that is wanted twice", async () => {
    const { one, pages } = await longChat();
    await restored(one);
    await Promise.all([one.loadOlder(), one.loadOlder()]);
    expect(transcript(await until(one, ({ isLoadingOlder }) => !isLoadingOlder))).toEqual(told.slice(-400));
    expect(pages()).toHaveLength(1);
  });

  it("reports a failed page, keeps the messages, and reads it when asked again", async () => {
    let isDown = true;
    const errors: Error[] = [];
    const { one } = await longChat({
      plan: (request) => (isOlderPage(request) && isDown ? { kind: "status", status: 503 } : undefined),
      onError: (error) => errors.push(error),
    });
    const { messages } = await restored(one);
    await one.loadOlder();
    const failed = await until(one, ({ error }) => error !== null);
    expect(failed).toMatchObject({ error: { status: 503 }, isLoadingOlder: false, hasOlder: true });
    expect(failed.messages).toBe(messages);
    expect(errors).toHaveLength(1);
    isDown = false;
    await one.loadOlder();
    const mended = await until(one, (state) => state.messages.length > messages.length);
    expect(mended).toMatchObject({ error: null, isLoadingOlder: false });
    expect(transcript(mended)).toEqual(told.slice(-400));
  });

  it("loses nothing that arrives during the read of an older page", async () => {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    const slow: typeof fetch = async (input, init) => {
      const answer = await chats.fetch(input, init);
      if (typeof input === "string" && input.includes("before=")) await held;
      return answer;
    };
    const { one, goOn } = await longChat({ fetch: slow });
    await restored(one);
    await until(one, ({ connection }) => connection === "live");
    const loading = one.loadOlder();
    let turnId = "";
    await goOn((script) => {
      turnId = script.send("meanwhile");
      script.start(turnId);
      script.stream(turnId, "an ", "answer");
    });
    await until(one, ({ messages }) => transcript({ messages }).at(-1) === "assistant: an answer");
    arrive();
    await loading;
    await goOn((script) => {
      script.stream(turnId, " grows");
      script.complete(turnId);
    });
    const whole = await until(one, ({ messages, isRunning }) => messages.length === 402 && !isRunning);
    expect(transcript(whole)).toEqual([...told.slice(-400), "user: meanwhile", "assistant: an answer grows"]);
  });

  it("keeps older pages when the newest page is read again", async () => {
    const { one } = await longChat({
      plan: ({ url }) => (url.searchParams.has("follow") ? { kind: "status", status: 405 } : undefined),
    });
    await restored(one);
    await one.loadOlder();
    const before = await until(one, ({ messages }) => messages.length === 400);
    await one.sendMessage("/say More");
    await until(one, ({ messages, isRunning }) => messages.length === 402 && !isRunning);
    // The answer arrived live; then the newest page is read, and the connection rests.
    const after = await until(one, ({ connection, isRunning }) => connection === "idle" && !isRunning);
    expect(transcript(after)).toEqual([...told.slice(-400), "user: /say More", "assistant: More"]);
    expect(after.messages[0]).toBe(before.messages[0]);
    expect(after.hasOlder).toBe(true);
  });

  it("drops a page of a person who is gone", async () => {
    const { one } = await longChat();
    await restored(one);
    const loading = one.loadOlder();
    one.dispose();
    await loading;
    expect(one.getState()).toMatchObject({ messages: [], hasOlder: false, isLoadingOlder: false, error: null });
  });

  it("shows the rows that were there as they were, with the older ones before them", async () => {
    const { one } = await longChat();
    const view = createSessionViewer();
    const { settled } = view(await restored(one));
    await one.loadOlder();
    const after = view(await until(one, ({ messages }) => messages.length === 400)).settled;
    expect(after.length).toBeGreaterThan(settled.length);
    expect(after.slice(-settled.length).every((group, index) => group === settled[index])).toBe(true);
  });
});
