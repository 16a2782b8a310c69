import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../../src/clock.js";
import type { Store } from "../../src/store/store.js";
import type { ElsewhereNews } from "../../src/store/watch.js";
import { manualClock } from "../manual-clock.js";
import { anyNumber, keyRecord } from "../store/contract/fixtures.js";
import { eventDraft, sessionRecord } from "../store/sql-records.js";
import { faultyCarrier, type Carrier, type CarrierFault, type FaultyCarrier } from "./faulty-carrier.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { follow, has, ofType, passTime, startProcess, type Process } from "./processes.js";
import { nextCall } from "./watched.js";

export interface CarrierWorld {
  /** A carrier of one process. */
  open(clock: Clock): Promise<Carrier>;
  /** Resolves when hints of the processes so far arrive. @default at once */
  ready?(): Promise<void>;
  close(): Promise<void>;
}

const faults: readonly CarrierFault[] = ["drop", "double", "reverse", "away"];

/** Rolls back appends to the session "refused" at the last moment, in the commit. */
const refuse = `
  create function refuse() returns trigger language plpgsql as $$
    begin if new.session_id = 'refused' then raise exception 'refused at the commit'; end if; return null; end $$;
  create constraint trigger refuses after insert on events deferrable initially deferred
    for each row execute function refuse()`;

/** The promises of every carrier of hints to the processes on one database. */
export function hintsContract(name: string, make: (databaseUrl: string) => Promise<CarrierWorld>): void {
  describe(`hints by ${name}`, () => {
    let database: PostgresDatabase;
    let world: CarrierWorld;
    beforeAll(async () => {
      database = await createDatabase();
      world = await make(database.url);
    });
    afterAll(async () => {
      await database.drop();
      await world.close();
    });
    afterEach(() => database.empty());

    const append = (store: Store, id: string) =>
      store.changeSession(id, {}, () => ({ change: { events: [eventDraft()] }, result: null }));

    async function twoStores() {
      const clock = manualClock();
      const faulty = faultyCarrier(await world.open(clock));
      const { store: here } = await database.open({ hints: await world.open(manualClock()) });
      const { store: there } = await database.open({ clock, hints: faulty.carrier });
      await world.ready?.();
      return { here, there, clock, faulty };
    }

    it("reports appends, work and revoked keys to the other process", async () => {
      const { here, there } = await twoStores();
      const id = "a b/ü 💬";
      const made = nextCall<ElsewhereNews | null>((listener) => there.watchElsewhere(listener));
      await here.createSession(sessionRecord({ id, runnable: true }), {});
      expect(await made).toEqual({ sessionId: id, work: "free" });
      const claim = { owner: "w", now: "2026-01-01T00:00:00.000Z", expiresAt: "2026-01-01T00:00:30.000Z" };
      const { lease } = (await here.claimSession(claim)).claimed!;
      const grown = Promise.all([
        nextCall((listener) => there.watchSession(id, () => listener())),
        nextCall<ElsewhereNews | null>((listener) => there.watchElsewhere(listener)),
      ]);
      await here.appendEvents(id, lease, [eventDraft()]);
      expect((await grown)[1]).toEqual({ sessionId: id, work: "held" });
      const key = keyRecord();
      await here.createApiKey(key, anyNumber);
      const revoked = nextCall((listener) => there.watchKeys(listener));
      await here.updateApiKey(key.organizationId, key.id, { revokedAt: key.createdAt });
      await revoked;
    });

    it("reports nothing of a change that was rolled back, and nothing to the process that made a change", async () => {
      const { here, there } = await twoStores();
      for (const id of ["refused", "changed", "last"]) await here.createSession(sessionRecord({ id }), {});
      const heard: string[] = [];
      const own: string[] = [];
      for (const id of ["refused", "changed"]) there.watchSession(id, () => heard.push(id));
      here.watchElsewhere((news) => own.push(news?.sessionId ?? "any"));
      const console = await database.connect();
      await console.query(refuse);
      await expect(append(here, "refused")).rejects.toThrow("refused at the commit");
      await console.query("drop trigger refuses on events; drop function refuse()");
      const told = nextCall((listener) => there.watchSession("last", () => listener()));
      await append(here, "changed");
      await append(here, "last");
      await told;
      expect(heard).toEqual(["changed"]);
      // A hint of the other process, after which its own would have arrived.
      const back = nextCall<ElsewhereNews | null>((listener) => here.watchElsewhere(listener));
      await there.changeSession("last", {}, () => ({ change: { session: { runnable: true } }, result: null }));
      await back;
      expect(own).toEqual(["last"]);
    });

    it("ends when the store closes: no listener, no timer and no open carrier remain", async () => {
      const { here, there, clock, faulty } = await twoStores();
      await here.createSession(sessionRecord({ id: "s" }), {});
      const told = nextCall((listener) => there.watchSession("s", () => listener()));
      await append(here, "s");
      await told;
      let late = 0;
      there.watchElsewhere(() => (late += 1));
      const closing = there.close();
      faulty.begin("away");
      faulty.end();
      await closing;
      await append(here, "s");
      expect({ late, pending: clock.pending, closed: faulty.closed() }).toEqual({ late: 0, pending: 0, closed: 1 });
      await expect(append(there, "s")).rejects.toMatchObject({ code: "store_closed" });
    });

    describe("with a faulty carrier", () => {
      const started: Process[] = [];
      afterEach(async () => {
        for (const process of started.splice(0)) await process.close();
      });

      async function start(options: Parameters<typeof startProcess>[1]): Promise<Process> {
        const process = await startProcess(database.url, options);
        started.push(process);
        return process;
      }

      async function twoProcesses(wrap?: (store: Store) => Store): Promise<[Process, Process, FaultyCarrier]> {
        const clock = manualClock();
        const faulty = faultyCarrier(await world.open(clock));
        const here = await start({ hints: await world.open(manualClock()), ...(wrap && { wrap }) });
        const there = await start({ clock, hints: faulty.carrier });
        await world.ready?.();
        return [here, there, faulty];
      }

      it.each(faults)("delivers each event once and in order to a reader (%s)", async (fault) => {
        const [here, there, faulty] = await twoProcesses((store) => store);
        const session = await here.begin("/say first");
        const stream = await follow(there, session);
        await passTime([there], stream.until('"text":"first"'));
        for (const word of ["second", "third"]) {
          faulty.begin(fault);
          await here.send(session, `/say ${word}`);
          await here.logged(session, (log) => ofType(log, "turn.completed").length === (word === "second" ? 2 : 3));
          faulty.end();
          await passTime([there], stream.until(`"text":"${word}"`));
        }
        const sequences = [...(await stream.until("third")).matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
        expect(sequences).toEqual(sequences.map((_, index) => index + 1));
        await stream.end();
        expect([...here.faults, ...there.faults]).toEqual([]);
      });

      it.each(faults)("lets another process run a turn whose process ended before its claim (%s)", async (fault) => {
        const claimsNothing = (store: Store): Store => ({
          ...store,
          claimSession: async ({ owner }) => ({ claimed: null, due: await store.nextDue(owner) }),
        });
        const [here, there, faulty] = await twoProcesses(claimsNothing);
        // At rest: the look at the start has ended.
        await there.clock.advance(0);
        const begun = there.clock.now();
        faulty.begin(fault);
        const session = await here.begin("/say done");
        await here.close();
        faulty.end();
        // Workers look every 30 seconds, and after a late hint earlier. No step is as long as a lease; no second look is reached.
        await passTime([there], there.logged(session, has("turn.started")), 250);
        expect(there.clock.now()).toBeLessThan(begun + 60_000);
        const log = await passTime([there], there.logged(session, has("turn.completed")), 25);
        expect(ofType(log, "turn.started")).toHaveLength(1);
        expect(there.faults).toEqual([]);
      });
    });
  });
}
