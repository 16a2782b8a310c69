import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { storeUnavailable } from "../../src/store/store.js";
import { harness, text, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const keysPath = () => `/v1/organizations/${service.app.organizationId}/api-keys`;

async function newKey(
  fields: object = {},
): Promise<{ readonly token: string; readonly revoke: () => Promise<unknown> }> {
  const { body } = await service.call("POST", keysPath(), { name: "short", ...fields });
  const id = text(body["apiKey"]?.["id"]);
  return { token: text(body["token"]), revoke: () => service.call("DELETE", `${keysPath()}/${id}`) };
}

/** Opens a live stream and reads it to its end. */
async function follow(session: string, token = service.app.apiKey) {
  const request = new Request(`http://service${session}/events/stream`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { body } = await service.app.fetch(request);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = { text: "", isOver: false };
  const pump = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) read.text += part.value;
  };
  void pump().finally(() => (read.isOver = true));
  await settle();
  return read;
}

/** A store without hints about keys. */
function withoutHints(): Store {
  return { ...createMemoryStore(), watchKeys: () => () => undefined };
}

describe("a live stream whose key stops being valid", () => {
  it("ends as soon as the key is revoked, without a later event", async () => {
    const session = await service.start("/long 400 1000");
    const { token, revoke } = await newKey();
    const [revoked, kept] = [await follow(session, token), await follow(session)];
    await revoke();
    await settle();
    const read = revoked.text;
    expect([revoked.isOver, kept.isOver]).toEqual([true, false]);
    await service.clock.advance(2_000);
    expect(revoked.text).toBe(read);
    expect(kept.text.length).toBeGreaterThan(read.length);
  });

  it("ends within a second of the revocation without a hint", async () => {
    service = await harness({ store: withoutHints() });
    const session = await service.start("hello");
    const { token, revoke } = await newKey();
    const reader = await follow(session, token);
    await service.clock.advance(60_000);
    await revoke();
    await service.clock.advance(1_000);
    expect(reader.isOver).toBe(true);
  });

  it("ends within a second of the key's expiry", async () => {
    const session = await service.start("hello");
    const { token } = await newKey({ expiresAt: "2026-01-01T00:00:20.000Z" });
    const reader = await follow(session, token);
    await service.clock.advance(19_000);
    expect(reader.isOver).toBe(false);
    await service.clock.advance(2_000);
    expect(reader.isOver).toBe(true);
  });

  it("ends when the key is revoked after the system's time was set back", async () => {
    const steady = service.clock;
    let back = 0;
    const clock = { now: () => steady.now() - back, after: (ms: number, run: () => void) => steady.after(ms, run) };
    service = await harness({ clock, store: withoutHints() });
    const session = await service.start("hello");
    const { token, revoke } = await newKey();
    const reader = await follow(session, token);
    back = 86_400_000;
    await revoke();
    await steady.advance(1_000);
    expect(reader.isOver).toBe(true);
  });

  it("ends when the reader has stopped reading", async () => {
    const session = await service.start("/long 400 1000");
    const { token, revoke } = await newKey();
    const request = new Request(`http://service${session}/events/stream`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = (await service.app.fetch(request)).body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await revoke();
    await settle();
    expect((await reader.read()).done).toBe(true);
  });

  it("ends also when the key was revoked while the stream was being opened", async () => {
    const store = createMemoryStore();
    /** Happens once. */
    let betweenKeyAndStream: (() => Promise<unknown>) | null = null;
    service = await harness({
      store: {
        ...store,
        async readForRequest(asked) {
          const found = await store.readForRequest(asked);
          const act = betweenKeyAndStream;
          betweenKeyAndStream = null;
          await act?.();
          return found;
        },
      },
    });
    const session = await service.start("hello");
    const { token, revoke } = await newKey();
    betweenKeyAndStream = revoke;
    const reader = await follow(session, token);
    await service.clock.advance(1_000);
    expect(reader.isOver).toBe(true);
  });

  it("stays open while the database is away, and ends when the database is back", async () => {
    const store = createMemoryStore();
    let isAway = false;
    service = await harness({
      store: {
        ...store,
        readWatched: (query) =>
          isAway ? Promise.reject(storeUnavailable(new Error("away"))) : store.readWatched(query),
        watchKeys: () => () => undefined,
      },
    });
    const session = await service.start("hello");
    const { token, revoke } = await newKey();
    const reader = await follow(session, token);
    await revoke();
    isAway = true;
    await service.clock.advance(5_000);
    expect(reader.isOver).toBe(false);
    isAway = false;
    await service.clock.advance(1_000);
    expect(reader.isOver).toBe(true);
    expect(service.faults).toEqual([]);
  });

  it("leaves no timer behind when the last stream ends", async () => {
    const session = await service.start("hello");
    const { token, revoke } = await newKey();
    await Promise.all([follow(session, token), follow(session, token)]);
    await revoke();
    await settle();
    expect(service.clock.pending).toBe(0);
  });
});

describe("a live stream whose session is removed", () => {
  it("ends at once, and within a second without a hint", async () => {
    for (const [store, ms] of [
      [createMemoryStore(), 0],
      [{ ...createMemoryStore(), watchSession: () => () => undefined }, 1_000],
    ] as const) {
      service = await harness({ store });
      const session = await service.start("hello");
      const reader = await follow(session);
      await service.call("DELETE", session);
      await service.clock.advance(ms);
      await settle();
      expect(reader.isOver).toBe(true);
      expect(service.clock.pending).toBe(0);
    }
  });
});
