import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "pg";
import { isServiceError } from "@service/sdk/protocol";
import type { Lease, Store } from "../../src/store/store.js";
import { fileRecord } from "../store/contract/files.js";
import { anyNumber, keyRecord, time, workspaceRecord } from "../store/contract/fixtures.js";
import { eventDraft, sessionRecord, turnRecord } from "../store/sql-records.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { nextCall, someoneWaits, soon, until } from "./watched.js";

let database: PostgresDatabase;
let console: Client;
/** Two processes on one database, each with connections of its own. */
/** The session is gone, or a file that was erased with it. */
const isMissing = (error: unknown) => isServiceError(error) && ["session_missing", "file_missing"].includes(error.code);

let stores: readonly [Store, Store];
beforeAll(async () => {
  database = await createDatabase();
  console = await database.connect();
  stores = [(await database.open()).store, (await database.open()).store];
});
afterAll(() => database.drop());
beforeEach(() => database.empty());
afterEach(() => console.query("rollback"));

/** Asks both stores by turns, all at once. */
const atOnce = <T>(times: number, act: (store: Store, n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => act(stores[n % 2]!, n)));
const countCreated = (answers: readonly { readonly created: boolean }[]) =>
  answers.filter(({ created }) => created).length;

describe("of two processes at once", () => {
  it("one makes the workspace, the key and the session, and the others get it", async () => {
    const workspaces = await atOnce(12, (store, n) => store.ensureWorkspace(workspaceRecord({ name: `n${n}` })));
    expect(countCreated(workspaces)).toBe(1);
    expect(new Set(workspaces.map(({ workspace }) => workspace.id)).size).toBe(1);

    await atOnce(12, (store) => store.createApiKey(keyRecord({ hash: "one" }), anyNumber));
    expect(await stores[0].listApiKeys("o")).toHaveLength(1);
    const upToThree = (count: number) => {
      if (count >= 3) throw new Error("full");
    };
    const keys = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => stores[n % 2]!.createApiKey(keyRecord({ hash: `key ${n}` }), upToThree)),
    );
    expect(keys.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await atOnce(4, (store) => store.createOrganization({ id: "o", name: "acme", createdAt: time(0) }));

    const byKey = await atOnce(12, (store) =>
      store.createSession(sessionRecord({ createIdempotencyKey: "k" }), { events: [eventDraft()] }),
    );
    expect([countCreated(byKey), new Set(byKey.map(({ session }) => session.id)).size]).toEqual([1, 1]);
    const byId = await atOnce(12, (store, n) =>
      store.createSession(sessionRecord({ id: "s", createIdempotencyKey: `k${n}` }), { events: [eventDraft()] }),
    );
    expect([countCreated(byId), (await stores[1].readEvents("s", { limit: 9 })).events.length]).toEqual([1, 1]);
  });

  it("one writes the message of a clientEventId, and the others see it", async () => {
    const { id } = (await stores[0].createSession(sessionRecord(), {})).session;
    const answers = await atOnce(12, (store) =>
      store.changeSession(id, { clientEventId: "c" }, ({ prior }) => ({
        change: prior === null ? { events: [eventDraft({ clientEventId: "c" })] } : null,
        result: prior === null,
      })),
    );
    expect(answers.filter(({ result }) => result)).toHaveLength(1);
    expect((await stores[1].readEvents(id, { limit: 99 })).events).toHaveLength(1);
  });

  it("each gets sessions of its own to work on", async () => {
    for (let n = 0; n < 5; n += 1) await stores[0].createSession(sessionRecord(), {});
    const claims = await atOnce(16, (store, n) =>
      store.claimSession({ owner: `w${n}`, now: time(0), expiresAt: time(30) }),
    );
    const ids = claims.flatMap(({ claimed }) => claimed?.session.id ?? []);
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
    // One process claims an expired lease.
    const again = await atOnce(16, (store, n) =>
      store.claimSession({ owner: `x${n}`, now: time(30), expiresAt: time(59) }),
    );
    const [fences, owners] = [
      again.map(({ claimed }) => claimed?.lease.fence),
      again.map(({ claimed }) => claimed?.session.id),
    ];
    expect(fences.filter((fence) => fence === 2)).toHaveLength(5);
    expect(new Set(owners.filter((owner) => owner !== undefined)).size).toBe(5);
  });

  it("one takes an expired lease and the former owner is refused, in any order", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = (await stores[0].createSession(sessionRecord(), {})).session;
      const late = (await stores[0].claimSession({ owner: "a", now: time(0), expiresAt: time(1) })).claimed!.lease;
      const [renewed, { claimed }] = await Promise.all([
        stores[0].renewLease(late, time(40)),
        stores[1].claimSession({ owner: "b", now: time(2), expiresAt: time(30) }),
      ]);
      expect([renewed, claimed !== null]).toContain(true);
      const wrote = await stores[0].appendEvents(id, late, [eventDraft()]).then(
        () => true,
        () => false,
      );
      expect(wrote).toBe(claimed === null);
      await stores[0].eraseData({ kind: "session", sessionId: id });
    }
  });

  it("both change one session, one after the other, each seeing what the other wrote", async () => {
    const { id } = (await stores[0].createSession(sessionRecord(), {})).session;
    await atOnce(30, (store, n) =>
      store.changeSession(id, {}, ({ session, openTurns }) => ({
        change: {
          events: [eventDraft({ payload: session.lastSequence })],
          turns: [turnRecord(id, { id: `t${n}`, position: openTurns.length })],
        },
        result: null,
      })),
    );
    const { events } = await stores[1].readEvents(id, { limit: 99 });
    expect(events.map((event) => [event.sequence, event.payload])).toEqual(events.map((_, n) => [n + 1, n]));
    const turns = await stores[0].listTurns(id, { order: "position", limit: 99 });
    expect(turns.map((turn) => turn.position)).toEqual(turns.map((_, n) => n));
  });

  it("one removes a session while the other writes to it or makes it again: nothing is left over, nothing breaks", async () => {
    const broken = new Set<unknown>();
    const orMissing = (act: Promise<unknown>) =>
      act.catch((error: unknown) => {
        if (!isMissing(error)) broken.add(error);
      });
    const whole = (act: Promise<unknown>) => act.catch((error: unknown) => broken.add(error));
    for (let round = 0; round < 100; round += 1) {
      const record = () => sessionRecord({ id: "s", createIdempotencyKey: "k" });
      const [one, other] = round % 2 === 0 ? stores : ([stores[1], stores[0]] as const);
      await one.createFile(fileRecord({ id: `f${round}`, status: "completed" }));
      await Promise.all([
        whole(one.createSession(record(), { events: [eventDraft()] })),
        whole(one.eraseData({ kind: "session", sessionId: "s" })),
        orMissing(other.changeSession("s", {}, () => ({ change: { events: [eventDraft()] }, result: null }))),
        orMissing(other.changeSession("s", {}, () => ({ change: { files: [`f${round}`] }, result: null }))),
        whole(other.createSession(record(), { events: [eventDraft()] })),
        orMissing(
          one.changeMemories({ kind: "session", sessionId: "s" }, (known) => ({ result: known, remove: ["none"] })),
        ),
        whole(other.eraseData({ kind: "session", sessionId: "s" })),
      ]);
    }
    expect([...broken]).toEqual([]);
    for (const store of stores) await store.eraseData({ kind: "session", sessionId: "s" });
    const { rows } = await console.query(
      "select (select count(*) from events) + (select count(*) from session_files) as left",
    );
    expect(rows).toEqual([{ left: "0" }]);
  });

  it("neither blocks the other permanently, whatever they do to the same few sessions", async () => {
    const ids = ["a", "b", "c"];
    for (const id of ids) await stores[0].createSession(sessionRecord({ id }), {});
    for (const id of ["f0", "f1", "f2", "f3", "f4"]) {
      await stores[0].createFile(fileRecord({ id, status: "completed" }));
    }
    const layer = { kind: "workspace", workspaceId: "w" } as const;
    const at = time(0);
    const acts: ((store: Store, id: string, n: number) => Promise<unknown>)[] = [
      (store, id) => store.changeSession(id, {}, () => ({ change: { events: [eventDraft()] }, result: null })),
      (store, id, n) => {
        const files = [`f${n % 5}`, `f${(n + 1) % 5}`, `f${(n + 3) % 5}`];
        return store.changeSession(id, {}, () => ({ change: { files }, result: null }));
      },
      (store, id, n) =>
        store.changeMemories(layer, (known) => ({
          put: { id: `m${n % 3}`, layer, kind: "fact", text: id, createdAt: at, updatedAt: at },
          ...(known.length > 2 && { remove: [`m${(n + 1) % 3}`] }),
          result: null,
        })),
      (store) => store.claimSession({ owner: "w", now: time(5), expiresAt: time(1) }),
      (store, id) => store.createSession(sessionRecord({ id, createIdempotencyKey: id }), { events: [eventDraft()] }),
      (store, id, n) => (n % 5 === 0 ? store.eraseData({ kind: "session", sessionId: id }) : store.getSession(id)),
    ];
    const answers = await Promise.allSettled(
      Array.from({ length: 600 }, (_, n) => acts[n % acts.length]!(stores[n % 2]!, ids[(n * 7) % 3]!, n)),
    );
    const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
    expect(reasons.filter((reason) => !isMissing(reason))).toEqual([]);
  });
});

describe("a workspace with a limit of running turns", () => {
  it("is erased while a worker gives back a claim over the limit", async () => {
    await stores[0].ensureWorkspace(workspaceRecord({ id: "w" }));
    for (const id of ["a", "b"]) await stores[0].createSession(sessionRecord({ id, workspaceId: "w" }), {});
    const claim = (second: number) =>
      stores[0].claimSession({ owner: "w", now: time(second), expiresAt: time(second + 1) });
    for (let n = 0; n < 2; n += 1) expect((await claim(1)).claimed).not.toBeNull();
    await stores[0].updateWorkspace("w", { quotas: { workspace: { runningTurns: 1 } } });
    await console.query("begin");
    await console.query("select from workspaces for update");
    const watcher = await database.connect();
    const waiting = (count: number) => until(watcher, `${someoneWaits} having count(*) = ${count}`);
    const claimed = claim(5);
    await waiting(1);
    const erased = stores[1].eraseData({ kind: "workspace", workspaceId: "w" });
    await waiting(2);
    await console.query("commit");
    expect((await claimed).claimed).toBeNull();
    expect((await erased).counts).toEqual({ workspaces: 1, sessions: 2 });
  });
});

describe("a session whose row is locked for a moment", () => {
  it("is skipped by workers without waiting, and reported as due, so that it is checked again", async () => {
    const { id } = (await stores[0].createSession(sessionRecord({ updatedAt: time(7) }), {})).session;
    await console.query("begin");
    await console.query("select 1 from sessions where id = $1 for update", [id]);
    expect(await stores[1].claimSession({ owner: "w", now: time(8), expiresAt: time(30) })).toMatchObject({
      claimed: null,
      due: { turn: time(7), leased: null },
    });
    await console.query("rollback");
    const claim = { owner: "w", now: time(8), expiresAt: time(30) };
    expect(await stores[1].claimSession(claim)).toMatchObject({ claimed: { session: { id } }, due: { turn: null } });
    expect(await stores[1].nextDue()).toMatchObject({ turn: time(30), leased: id });
  });

  it("is changed once it is free, from its state at that time", async () => {
    const { id } = (await stores[0].createSession(sessionRecord(), {})).session;
    await console.query("begin");
    await console.query(`update sessions set doc = jsonb_set(doc::jsonb, '{title}', '"theirs"') where id = $1`, [id]);
    const changed = stores[0].changeSession(id, {}, ({ session }) => ({ change: null, result: session.title }));
    await until(console, someoneWaits);
    await console.query("commit");
    expect((await changed).result).toBe("theirs");
  });

  it("notifies its watchers, at any default isolation level of the database", async () => {
    await console.query(
      "do $$ begin execute format('alter database %I set default_transaction_isolation = serializable', current_database()); end $$",
    );
    const [one, other] = [(await database.open()).store, (await database.open()).store];
    const { id } = (await one.createSession(sessionRecord(), {})).session;
    const told = nextCall((listener) => other.watchSession(id, () => listener()));
    const change = () => ({ change: { events: [eventDraft()] }, result: null });
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).changeSession(id, {}, change)));
    await told;
    expect((await one.getSession(id))?.lastSequence).toBe(20);
  });
});

describe("appends of many sessions at once", () => {
  const held = async (count: number) => {
    const leases: Lease[] = [];
    for (let n = 0; n < count; n += 1) {
      await stores[0].createSession(sessionRecord(), { events: [eventDraft()] });
      const claim = { owner: "w", now: time(0), expiresAt: time(30) };
      leases.push((await stores[0].claimSession(claim)).claimed!.lease);
    }
    return leases;
  };
  const append = (lease: Lease, count = 1) =>
    stores[0].appendEvents(
      lease.sessionId,
      lease,
      Array.from({ length: count }, () => eventDraft({ payload: { by: lease.sessionId } })),
    );
  const logOf = async ({ sessionId }: Lease) => (await stores[1].readEvents(sessionId, { limit: 99 })).events;

  it("are one transaction, each in its own log", async () => {
    const leases = await held(20);
    const before = await transactionOf(leases);
    const appended = await Promise.all(leases.map((lease, n) => append(lease, 1 + (n % 3))));
    expect(new Set(before).size).toBe(20);
    expect(new Set(await transactionOf(leases)).size).toBe(1);
    for (const [n, lease] of leases.entries()) {
      const log = await logOf(lease);
      expect(log.slice(1)).toEqual(appended[n]);
      expect(log.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4].slice(0, 2 + (n % 3)));
      expect(log.slice(1).every(({ payload }) => (payload as { by?: string }).by === lease.sessionId)).toBe(true);
    }
  });

  it("wait for none whose session is locked, and that one is written behind the lock", async () => {
    const leases = await held(3);
    await console.query("begin");
    await console.query("select 1 from sessions where id = $1 for update", [leases[1]!.sessionId]);
    const [first, locked, last] = leases.map((lease) => append(lease));
    await soon("the appends beside the locked session", Promise.all([first, last]));
    await until(console, someoneWaits);
    await console.query("commit");
    expect(await locked).toMatchObject([{ sequence: 2 }]);
  });

  it("are refused one by one: a lost lease and a removed session spoil no other", async () => {
    const leases = await held(3);
    await stores[1].releaseLease(leases[0]!);
    await stores[1].eraseData({ kind: "session", sessionId: leases[2]!.sessionId });
    const lost = await Promise.allSettled(leases.map((lease) => append(lease)));
    const codes = lost.map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : "written"));
    expect(codes).toEqual(["lease_lost", "written", "session_missing"]);
  });

  it("keep the order of one session's calls", async () => {
    const [lease] = await held(1);
    const calls = await Promise.all([append(lease!), append(lease!), append(lease!)]);
    expect(calls.flat().map(({ sequence }) => sequence)).toEqual([2, 3, 4]);
  });
});

/** For each lease the transaction that wrote its session's last event. */
async function transactionOf(leases: readonly Lease[]): Promise<string[]> {
  const { rows } = await console.query<{ xmin: string }>(
    "select distinct on (session_id) xmin::text from events where session_id = any($1) order by session_id, sequence desc",
    [leases.map(({ sessionId }) => sessionId)],
  );
  return rows.map(({ xmin }) => xmin);
}
