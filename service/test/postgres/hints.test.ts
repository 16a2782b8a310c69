import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "pg";
import type { Store } from "../../src/store/store.js";
import type { ElsewhereNews } from "../../src/store/watch.js";
import { manualClock, type ManualClock } from "../manual-clock.js";
import { anyNumber, keyRecord } from "../store/contract/fixtures.js";
import { eventDraft, sessionRecord } from "../store/sql-records.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { nextCall, someoneWaits, until } from "./watched.js";

let database: PostgresDatabase;
/** A connection at the server's own console. */
let console: Client;
let here: Store;
let there: Store;
let clock: ManualClock;
/** The first fault in `there` without a caller. */
let fault: Promise<unknown>;
beforeAll(async () => {
  database = await createDatabase();
  console = await database.connect();
  ({ store: here } = await database.open());
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.empty();
  clock = manualClock();
  let onError: (error: unknown) => void = () => undefined;
  fault = new Promise((resolve) => (onError = resolve));
  ({ store: there } = await database.open({ clock, onError: (error) => onError(error) }));
});
afterEach(() => there.close());

const append = (sessionId: string) =>
  here.changeSession(sessionId, {}, () => ({ change: { events: [eventDraft()] }, result: null }));
const listening = `select pid from pg_stat_activity where datname = current_database() and query = 'listen service_hints'`;

async function made(fields: Parameters<typeof sessionRecord>[0] = {}): Promise<string> {
  const session = sessionRecord(fields);
  await here.createSession(session, {});
  return session.id;
}

/** All notifications up to a marker that is sent on request. */
async function eavesdrop() {
  const ear = await database.connect();
  const heard: string[] = [];
  let told = (): void => undefined;
  ear.on("notification", ({ payload = "" }) => {
    heard.push(payload);
    told();
  });
  await ear.query("listen service_hints");
  return async (): Promise<string[]> => {
    const word = `word-${heard.length}`;
    const came = new Promise<void>((resolve) => {
      told = () => heard.at(-1) === word && resolve();
    });
    await console.query(`notify service_hints, '${word}'`);
    await came;
    return heard.filter((payload) => !payload.startsWith("word-"));
  };
}

describe("hints between processes", () => {
  it("report writes to watchers of the session, to workers, and to the turn's runner", async () => {
    const elsewhere = () => nextCall<ElsewhereNews | null>((listener) => there.watchElsewhere(listener));
    const begun = elsewhere();
    const id = await made({ runnable: true });
    expect(await begun).toEqual({ sessionId: id, work: "free" });
    const claim = { owner: "w", now: "2026-01-01T00:00:00.000Z", expiresAt: "2026-01-01T00:00:30.000Z" };
    const { lease } = (await here.claimSession(claim)).claimed!;
    const log = () => nextCall((listener) => there.watchSession(id, () => listener()));

    const grown = Promise.all([log(), elsewhere()]);
    await here.appendEvents(id, lease, [eventDraft()]);
    expect((await grown)[1]).toEqual({ sessionId: id, work: "held" });
    const freed = elsewhere();
    await here.releaseLease(lease);
    expect(await freed).toEqual({ sessionId: id, work: "free" });
    const rested = elsewhere();
    const again = (await here.claimSession(claim)).claimed!.lease;
    const change = { session: { runnable: false }, endLease: true };
    await here.changeSession(id, { lease: again }, () => ({ change, result: null }));
    expect(await rested).toEqual({ sessionId: id, work: "rest" });
    const ended = elsewhere();
    await here.changeSession(id, {}, () => ({ change, result: null }));
    expect(await ended).toEqual({ sessionId: id, work: "due" });
    const gone = Promise.all([log(), elsewhere()]);
    await here.eraseData({ kind: "session", sessionId: id });
    expect((await gone)[1]).toEqual({ sessionId: id, work: "due" });
    const another = elsewhere();
    expect((await Promise.all([made({ runnable: true }), another]))[1]).not.toBeNull();
  });

  it("report a revoked key to every process, and a key's last use to none", async () => {
    const key = keyRecord();
    await here.createApiKey(key, anyNumber);
    const heard = await eavesdrop();
    const [own, other] = [here, there].map((store) => nextCall((listener) => store.watchKeys(listener)));
    await here.updateApiKey(key.organizationId, key.id, { lastUsedAt: key.createdAt });
    expect(await heard()).toEqual([]);
    await here.updateApiKey(key.organizationId, key.id, { revokedAt: key.createdAt });
    await Promise.all([own, other]);
  });

  it("are not returned to the sending process, which was notified at once", async () => {
    const id = await made();
    let own = 0;
    const end = [here.watchElsewhere(() => (own += 1)), here.watchSession(id, () => (own += 1))];
    const heard = nextCall((listener) => there.watchSession(id, () => listener()));
    await append(id);
    expect(own).toBe(1);
    await heard;
    // A hint of the other process, after which its own would have arrived.
    const back = nextCall<ElsewhereNews | null>((listener) => here.watchElsewhere(listener));
    await there.changeSession(id, {}, () => ({ change: { session: { runnable: true } }, result: null }));
    await back;
    expect(own).toBe(2);
    for (const stop of end) stop();
  });

  it("go out with the commit, not before it", async () => {
    await console.query(`
      create function hold() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4711); return null; end $$;
      create constraint trigger holds after insert on events deferrable initially deferred
        for each row execute function hold()`);
    const id = await made();
    const heard = await eavesdrop();
    await console.query("select pg_advisory_lock(4711)");
    const watched = nextCall((listener) => there.watchSession(id, () => listener()));
    const appended = append(id);
    await until(console, someoneWaits);
    expect(await heard()).toEqual([]);
    await console.query("select pg_advisory_unlock(4711)");
    await appended;
    await watched;
    expect((await heard()).filter((payload) => payload.endsWith(id))).toHaveLength(1);
    await console.query("drop trigger holds on events; drop function hold()");
  });

  it("report nothing that was not committed", async () => {
    const id = await made();
    const heard = await eavesdrop();
    const refused = here.changeSession(id, {}, () => {
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    await append(id);
    const twice = [eventDraft({ clientEventId: "c" }), eventDraft({ clientEventId: "c" })];
    const broken = here.changeSession(id, {}, () => ({ change: { events: twice }, result: null }));
    await expect(broken).rejects.toMatchObject({ code: "client_event_id_taken" });
    expect((await heard()).filter((payload) => payload.endsWith(id))).toHaveLength(1);
  });

  it.each([
    ["is longer than a payload may be", "x".repeat(9_000)],
    ["is no text", "half \ud800"],
    ["is empty", ""],
  ])("wake every watcher when the session's id %s", async (_, id) => {
    const told = Promise.all([
      nextCall((listener) => there.watchSession("any", () => listener())),
      nextCall<ElsewhereNews | null>((listener) => there.watchElsewhere(listener)),
    ]);
    await made({ id, runnable: true });
    expect((await told)[1]).toBeNull();
  });

  it("carry an id with spaces and signs as it is", async () => {
    const id = "a b/ü 💬'\"\\";
    await made({ id });
    const told = nextCall<ElsewhereNews | null>((listener) => there.watchElsewhere(listener));
    await here.changeSession(id, {}, () => ({ change: { session: { runnable: true } }, result: null }));
    expect(await told).toMatchObject({ sessionId: id });
  });

  it("are subscribed again after a lost connection, and every watcher looks, as a hint may have been missed", async () => {
    const id = await made();
    await console.query(`select pg_terminate_backend(pid) from (${listening}) as line`);
    await fault;
    await append(id);
    const told = Promise.all([
      nextCall((listener) => there.watchSession(id, () => listener())),
      nextCall((listener) => there.watchKeys(listener)),
      nextCall<ElsewhereNews | null>((listener) => there.watchElsewhere(listener)),
    ]);
    await clock.advance(100);
    expect((await told)[2]).toBeNull();
    // And it hears again.
    const next = nextCall((listener) => there.watchSession(id, () => listener()));
    await append(id);
    await next;
  });

  it("are not listened for by a store that was closed, also while it waited to listen again", async () => {
    await console.query(`select pg_terminate_backend(pid) from (${listening}) as line`);
    await fault;
    // To listen again, and to look for work of a lost hint.
    expect(clock.pending).toBe(2);
    await there.close();
    expect(clock.pending).toBe(0);
  });
});
