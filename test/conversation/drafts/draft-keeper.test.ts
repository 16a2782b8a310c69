// budget: one draft in two windows, with each loss on the way
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDraftKeeper, type DraftKeeper } from "../../../src/conversation/drafts/draft-keeper.js";
import { createLocalDraft } from "../../../src/conversation/drafts/local-draft.js";
import { remoteDraft } from "../../../src/hooks/use-session-draft.js";
import { createScopedStorage, type BrowserStorage } from "../../../src/identity/scoped-storage.js";
import { connectService, type ServiceConnection, type SessionRef } from "../../../src/api/service-connection.js";
import { getComposerDraft } from "../../../src/api/routes/draft.js";
import { createSession } from "../../../src/api/routes/sessions.js";
import { faultFetch, type FaultFetch } from "../../../src/testing/fault-fetch.js";
import { createManualClock, type ManualClock } from "../../../src/testing/manual-clock.js";
import { inProcessFetch } from "../../../src/testing/in-process-fetch.js";
import { until } from "../../chat/chat-world.js";
import { createBackend, type Backend } from "../../support/backend.js";

let backend: Backend;
let network: FaultFetch;
let isAway = false;
/** Whether no read gets a response. */
let isUnread = false;
/** Status of the answer to each save. */
let refusal: number | null = null;
let client: ServiceConnection;
let ref: SessionRef;
let clock: ManualClock;
let browser: BrowserStorage;

beforeEach(async () => {
  backend = await createBackend();
  const proxy = backend.proxy({ createSession: (body) => body });
  isAway = false;
  isUnread = false;
  refusal = null;
  network = faultFetch(inProcessFetch(proxy), ({ method }) => {
    if (isAway || (isUnread && method === "GET")) return { kind: "refuse" };
    return refusal !== null && method === "PUT" ? { kind: "status", status: refusal } : undefined;
  });
  client = connectService({ baseUrl: "https://host.test/api/service", fetch: network, headers: { "x-user": "ana" } });
  ref = { sessionId: (await createSession(client, { initialMessage: "/say Ready." })).id };
  clock = createManualClock();
  browser = memoryStorage();
});
afterEach(() => backend.close());

function memoryStorage(): BrowserStorage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const local = (storage = browser) =>
  createLocalDraft(
    createScopedStorage("ana", () => storage),
    "s1",
  );

/** A window with the session's draft and a listener, once it has the service's version. */
async function openWindow(options: Parameters<typeof createDraftKeeper>[0] = {}): Promise<DraftKeeper> {
  const keeper = createDraftKeeper({ clock, random: () => 0.5, ...options });
  keeper.connect(remoteDraft(client, ref));
  keeper.subscribe(() => undefined);
  await until(keeper, ({ base }) => base !== null);
  return keeper;
}
const saved = (keeper: DraftKeeper, text: string) =>
  until(keeper, (state) => state.base?.text === text && state.saving === null);
const writes = () => network.seen.filter(({ method }) => method === "PUT").length;
/** Lets so many seconds pass, and the responses that arrive within them. */
async function passing(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await backend.arrived();
    await clock.advanceAsync(1_000);
  }
  await backend.arrived();
}
/** Makes the window visible again. */
function look() {
  const looks = new Set<() => void>();
  return {
    wake: (run: () => void) => {
      looks.add(run);
      return () => void looks.delete(run);
    },
    now: () => looks.forEach((run) => run()),
  };
}

describe("a draft on the service", () => {
  it("is written once a while after the last key, and is there in another window", async () => {
    const here = await openWindow();
    for (const text of ["H", "He", "Hello"]) here.type(text);
    clock.advance(499);
    expect(writes()).toBe(0);
    clock.advance(1);
    await saved(here, "Hello");
    expect(writes()).toBe(1);
    const there = await openWindow();
    expect(there.getState().text).toBe("Hello");
    expect(clock.waiting).toBe(0);
  });

  it("is empty everywhere once it was sent", async () => {
    const here = await openWindow();
    const eyes = look();
    here.type("Hello");
    clock.advance(500);
    await saved(here, "Hello");
    const there = await openWindow({ wake: eyes.wake });
    here.clear();
    await saved(here, "");
    eyes.now();
    await until(there, ({ text }) => text === "");
    expect((await getComposerDraft(client, ref)).text).toBe("");
  });

  describe("that another window has sent", () => {
    async function sentElsewhere(typed: string) {
      const here = await openWindow();
      here.type("Hello");
      clock.advance(500);
      await saved(here, "Hello");
      const there = await openWindow();
      if (typed !== "Hello") there.type(typed);
      here.clear();
      await saved(here, "");
      there.lookAgain();
      clock.advance(500);
      return there;
    }

    it("is emptied when this window looks again", async () => {
      const there = await sentElsewhere("Hello");
      await until(there, ({ text }) => text === "");
      expect(there.getState().conflict).toBeNull();
    });

    it("stays where the words were changed since", async () => {
      const there = await sentElsewhere("Hello, Ben");
      await passing(5);
      expect(there.getState()).toMatchObject({ text: "Hello, Ben", base: { text: "Hello, Ben" }, conflict: null });
    });
  });

  describe("that was sent stays empty", () => {
    const onService = async () => (await getComposerDraft(client, ref)).text;
    const afterAWhile = () => {
      clock.advance(500);
      return onService();
    };
    /** A window whose save arrives, with this in place of its answer. */
    async function withoutAnswer(answer: () => Promise<never>): Promise<DraftKeeper> {
      const remote = remoteDraft(client, ref);
      const keeper = createDraftKeeper({ clock, local: local() });
      let isFirst = true;
      keeper.connect({
        ...remote,
        write: async (...save) => {
          const version = await remote.write(...save);
          const isLost = isFirst;
          isFirst = false;
          return isLost ? answer() : version;
        },
      });
      keeper.subscribe(() => undefined);
      await until(keeper, ({ base }) => base !== null);
      keeper.type("Hello");
      clock.advance(500);
      await expect.poll(onService).toBe("Hello");
      return keeper;
    }

    it("where the save before it arrived without an answer", async () => {
      const here = await withoutAnswer(() =>
        Promise.reject(Object.assign(new Error("lost"), { outcomeUnknown: true })),
      );
      await until(here, ({ saving }) => saving === null);
      here.clear();
      await expect.poll(afterAWhile).toBe("");
      expect(here.getState().text).toBe("");
    });

    it("where the page is left before the answer to the save before it", async () => {
      const here = await withoutAnswer(() => new Promise(() => undefined));
      here.clear();
      const reloaded = await openWindow({ local: local() });
      await expect.poll(afterAWhile).toBe("");
      await saved(reloaded, "");
      expect(reloaded.getState()).toMatchObject({ text: "", conflict: null });
      expect(browser.length).toBe(0);
    });

    it("where it is sent after a reload, before the service was asked", async () => {
      await withoutAnswer(() => new Promise(() => undefined));
      const reloaded = createDraftKeeper({ clock, local: local() });
      reloaded.restore();
      expect(reloaded.getState().text).toBe("Hello");
      reloaded.clear();
      reloaded.connect(remoteDraft(client, ref));
      reloaded.subscribe(() => undefined);
      await until(reloaded, ({ base }) => base?.revision === 1);
      await expect.poll(afterAWhile).toBe("");
      expect(reloaded.getState().text).toBe("");
    });
  });

  it("becomes a choice where two windows wrote, and the rejected text stays available", async () => {
    const here = await openWindow();
    const there = await openWindow();
    here.type("from here");
    there.type("from there");
    clock.advance(500);
    const winner = await Promise.race([saved(here, "from here"), saved(there, "from there")]);
    const loser = winner.text === "from here" ? there : here;
    const { conflict, text } = await until(loser, (state) => state.conflict !== null);
    expect(new Set([text, conflict?.text])).toEqual(new Set(["from here", "from there"]));
    clock.advance(60_000);
    expect((await getComposerDraft(client, ref)).text).toBe(winner.text);
    loser.takeOther();
    expect(loser.getState()).toMatchObject({ text: winner.text, conflict: null });
    expect(loser.setAside()).toEqual([text]);
  });

  it("is written over the other when the person keeps their own", async () => {
    const here = await openWindow();
    const there = await openWindow();
    here.type("from here");
    clock.advance(500);
    await saved(here, "from here");
    there.type("from there");
    clock.advance(500);
    await until(there, (state) => state.conflict !== null);
    there.keepMine();
    await saved(there, "from there");
    expect((await getComposerDraft(client, ref)).text).toBe("from there");
  });

  it("is retried while the service is unavailable, and not without a listener", async () => {
    const here = await openWindow();
    isAway = true;
    here.type("Hello");
    clock.advance(500);
    await until(here, ({ saving }) => saving === null);
    isAway = false;
    await clock.advanceAsync(60_000);
    await saved(here, "Hello");
    expect(clock.waiting).toBe(0);
  });

  it.each([403, 404, 413, 422])(
    "is written once where the service refuses it with %i, and again after the next key",
    async (status) => {
      const here = await openWindow({ local: local() });
      refusal = status;
      here.type("Hello");
      clock.advance(500);
      for (let second = 0; second < 60; second += 1) {
        await until(here, ({ saving }) => saving === null);
        clock.advance(1_000);
      }
      expect(writes()).toBe(1);
      expect(local().read()).toMatchObject({ text: "Hello" });
      refusal = null;
      here.type("Hello!");
      clock.advance(500);
      await saved(here, "Hello!");
      expect(writes()).toBe(2);
    },
  );

  it("is written again with the keys that were pressed while it was refused", async () => {
    const here = await openWindow();
    refusal = 413;
    here.type("Hello");
    clock.advance(500);
    here.type("He");
    await until(here, ({ saving }) => saving === null);
    refusal = null;
    clock.advance(500);
    await saved(here, "He");
    expect(writes()).toBe(2);
  });

  it("is reconciled without another key when the read after a conflict fails", async () => {
    const here = await openWindow();
    const there = await openWindow();
    here.type("from here");
    clock.advance(500);
    await saved(here, "from here");
    isUnread = true;
    there.type("from there");
    clock.advance(500);
    await passing(10);
    expect(there.getState()).toMatchObject({ conflict: null, saving: null });
    isUnread = false;
    await passing(60);
    expect(there.getState()).toMatchObject({ text: "from there", conflict: { text: "from here" } });
    expect(clock.waiting).toBe(0);
  });

  it("is written less and less often when a conflict shows no newer version", async () => {
    const here = await openWindow();
    refusal = 409;
    here.type("Hello");
    clock.advance(500);
    await passing(600);
    expect(writes()).toBeLessThan(12);
    expect(clock.waiting).toBe(0);
  });

  it("is written without another key when its first read fails", async () => {
    isUnread = true;
    const here = createDraftKeeper({ clock, random: () => 0.5 });
    here.connect(remoteDraft(client, ref));
    const leave = here.subscribe(() => undefined);
    here.type("Hello");
    await passing(10);
    isUnread = false;
    await passing(60);
    expect(here.getState()).toMatchObject({ base: { text: "Hello" }, saving: null });
    expect(clock.waiting).toBe(0);
    leave();
  });

  it("keeps the keys that are pressed while the service is asked", async () => {
    const keeper = createDraftKeeper({ clock });
    keeper.connect(remoteDraft(client, ref));
    keeper.subscribe(() => undefined);
    keeper.type("typed meanwhile");
    await until(keeper, ({ base }) => base !== null);
    expect(keeper.getState().text).toBe("typed meanwhile");
  });

  it("makes no request before the first listener, nor after the last", async () => {
    const keeper = createDraftKeeper({ clock });
    keeper.connect(remoteDraft(client, ref));
    const before = network.seen.length;
    const leave = keeper.subscribe(() => undefined);
    await until(keeper, ({ base }) => base !== null);
    expect(network.seen.length).toBe(before + 1);
    leave();
    expect(clock.waiting).toBe(0);
  });
});

describe("a draft on this device", () => {
  it("survives a reload, and leaves nothing behind when it was sent", () => {
    const before = createDraftKeeper({ clock, local: local() });
    before.type("Half a thou");
    clock.advance(500);
    const after = createDraftKeeper({ clock, local: local() });
    expect(after.getState().text).toBe("");
    expect(after.restore()).toBe(true);
    expect(after.restore()).toBe(false);
    expect(after.getState().text).toBe("Half a thou");
    expect(after.getInitialState().text).toBe("");
    after.clear();
    expect(browser.length).toBe(0);
  });

  it("is read at the first change, so that early typing overwrites nothing unread", () => {
    local().write({ text: "Half a thou", extras: { model: "quick" }, base: null });
    const keeper = createDraftKeeper({ clock, local: local() });
    keeper.type("Another");
    clock.advance(500);
    expect(local().read()).toMatchObject({ text: "Another", extras: { model: "quick" } });
  });

  it("is kept at once when the page may be gone in a moment", () => {
    const eyes = look();
    const keeper = createDraftKeeper({ clock, local: local(), leave: eyes.wake });
    keeper.subscribe(() => undefined);
    keeper.type("Half a thou");
    expect(local().read()).toEqual({});
    eyes.now();
    expect(local().read()).toMatchObject({ text: "Half a thou" });
  });

  it("meets what the service has after a reload, and waits for a choice where both changed", async () => {
    const here = await openWindow({ local: local() });
    here.type("one");
    clock.advance(500);
    await saved(here, "one");
    here.type("one and two");
    local().write(here.getState());
    const elsewhere = createManualClock();
    const there = await openWindow({ clock: elsewhere });
    there.type("one and three");
    elsewhere.advance(500);
    await saved(there, "one and three");
    const reloaded = createDraftKeeper({ clock, local: local() });
    reloaded.connect(remoteDraft(client, ref));
    reloaded.subscribe(() => undefined);
    const { text, conflict } = await until(reloaded, (state) => state.conflict !== null);
    expect([text, conflict?.text]).toEqual(["one and two", "one and three"]);
  });

  it("is one of thirty at most, and the one longest untouched is forgotten", () => {
    const storage = createScopedStorage("ana", () => browser);
    const drafts = Array.from({ length: 31 }, (_, index) => createLocalDraft(storage, `s${index}`));
    for (const draft of drafts) draft.write({ text: "words", extras: {}, base: null });
    expect(drafts.map((draft) => draft.read().text)).toEqual([undefined, ...drafts.slice(1).map(() => "words")]);
  });

  it("ignores foreign data in the storage", () => {
    const storage = createScopedStorage("ana", () => browser);
    for (const wild of ["{", "[]", "7", '{"text":4}']) {
      storage.set("draft/s1", wild);
      expect(local().read()).toEqual({});
    }
    storage.set("draft/s1", '{"text":"a","base":{"revision":"x"}}');
    expect(local().read()).toEqual({ text: "a", extras: {}, base: null, doubtful: ["a"] });
  });
});
