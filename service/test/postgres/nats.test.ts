import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { natsHints } from "../../src/nats/nats-hints.js";
import type { HintCarrier } from "../../src/store/hint-carrier.js";
import { manualClock } from "../manual-clock.js";
import { openLine, type DatabaseLine } from "./database-line.js";
import { hintsContract } from "./hints-contract.js";
import { startNats, type NatsServer } from "./nats-server.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { follow, passTime, startProcess, type Process } from "./processes.js";
import { nextCall, soon } from "./watched.js";

/** Short, so that a silent network is noticed within the test. */
const quick = { pingInterval: 200, reconnectTimeWait: 50, reconnectJitter: 0 };

/** A carrier, and a promise for the next moment from which it hears. */
function carrierTo(url: string, onError?: (error: unknown) => void) {
  const hints = natsHints({ connection: { servers: url, ...quick }, subject: "hints", onError });
  const listeners = new Set<() => void>();
  const connected = () =>
    nextCall((listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    });
  const carrier: HintCarrier = {
    ...hints,
    subscribe: (hear) =>
      hints.subscribe((hint) => {
        hear(hint);
        if (hint === null) for (const listener of listeners) listener();
      }),
  };
  return { carrier, connected };
}

hintsContract("NATS", async () => {
  const server = await startNats();
  const awaited: Promise<void>[] = [];
  return {
    async open() {
      const { carrier, connected } = carrierTo(server.url);
      awaited.push(connected());
      return carrier;
    },
    async ready() {
      await Promise.all(awaited.splice(0));
    },
    close: () => server.kill(),
  };
});

describe("hints by NATS", () => {
  let database: PostgresDatabase;
  let server: NatsServer;
  let line: DatabaseLine;
  beforeAll(async () => {
    database = await createDatabase();
    server = await startNats();
    line = await openLine(server.url);
  });
  afterAll(async () => {
    await line.close();
    await server.kill();
    await database.drop();
  });

  /** Two processes. The second one is connected to NATS through the line. */
  async function twoProcesses() {
    const errors: unknown[] = [];
    const near = carrierTo(server.url);
    const far = carrierTo(line.url, (error) => errors.push(error));
    const ready = [near.connected(), far.connected()];
    const here = await startProcess(database.url, { hints: near.carrier });
    const there = await startProcess(database.url, { clock: manualClock(), hints: far.carrier });
    await Promise.all(ready);
    return { here, there, near, far, errors };
  }

  /** A turn of one process, in the stream of the other. @param passes whether the pulse delivers it, as no hint arrives. */
  async function say(here: Process, session: string, word: string, read: () => Promise<string>, passes?: Process) {
    await here.send(session, `/say ${word}`);
    const text = await (passes === undefined ? read() : passTime([passes], read()));
    const sequences = [...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  }

  it.each([
    ["is killed and started again", "both", () => server.kill(), () => server.start()],
    ["is silent for one process", "far", async () => line.silence(), async () => line.mend()],
  ])("lose no event while the server %s, and arrive again afterwards", async (_, lost, breakIt, mend) => {
    const { here, there, near, far, errors } = await twoProcesses();
    const session = await here.begin("/say first");
    const stream = await follow(there, session);
    await stream.until('"text":"first"');
    await say(here, session, "second", () => stream.until('"text":"second"'));

    const again = [far.connected(), ...(lost === "both" ? [near.connected()] : [])];
    await breakIt();
    await say(here, session, "third", () => stream.until('"text":"third"'), there);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await mend();
    await Promise.all(again);
    await say(here, session, "fourth", () => stream.until('"text":"fourth"'));
    await stream.end();
    await Promise.all([here.close(), there.close()]);
    expect([...here.faults, ...there.faults]).toEqual([]);
  });

  it("do not keep a service from its start and its end while no server is there", async () => {
    const errors: unknown[] = [];
    const hints = natsHints({ connection: { servers: "nats://127.0.0.1:1" }, onError: (error) => errors.push(error) });
    const alone = await startProcess(database.url, { hints });
    await alone.start("/say alone");
    await soon("an error of the carrier", expect.poll(() => errors.length).toBeGreaterThan(0));
    await alone.close();
  });
});
