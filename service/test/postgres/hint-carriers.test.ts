import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { HintCarrier } from "../../src/store/hint-carrier.js";
import { openNotifyCarrier } from "../../src/store/notify-carrier.js";
import { openPostgresStore } from "../../src/store/sql-postgres.js";
import { eventDraft, sessionRecord } from "../store/sql-records.js";
import { hintsContract } from "./hints-contract.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { nextCall } from "./watched.js";

/** Carriers within this process. Each hears its own hints too. */
function memoryBus(): () => HintCarrier {
  const all = new Set<(hint: string | null) => void>();
  return () => {
    let own: (hint: string | null) => void = () => undefined;
    return {
      publish: (hint) => queueMicrotask(() => all.forEach((hear) => hear(hint))),
      subscribe(hear) {
        own = hear;
        all.add(own);
      },
      close: () => void all.delete(own),
    };
  };
}

hintsContract("NOTIFY", async (databaseUrl) => ({
  open: (clock) => openNotifyCarrier({ newClient: () => new Client(databaseUrl), clock, onError: () => undefined }),
  close: async () => undefined,
}));

hintsContract("a bus in memory", async () => {
  const bus = memoryBus();
  return { open: async () => bus(), close: async () => undefined };
});

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const append = { change: { events: [eventDraft()] }, result: null };

it.each([
  [
    "throws",
    () => {
      throw new Error("carrier is away");
    },
  ],
  ["rejects", () => Promise.reject(new Error("carrier is away"))],
])("a carrier that %s fails no write, and its error is reported", async (_, fail) => {
  const errors: unknown[] = [];
  const hints: HintCarrier = { publish: fail, subscribe: () => undefined, close: fail };
  const { store } = await database.open({ hints, onError: (error) => errors.push(error) });
  await store.createSession(sessionRecord({ id: "s" }), {});
  expect((await store.changeSession("s", {}, () => append)).session.lastSequence).toBeGreaterThan(0);
  await store.close();
  expect(new Set(errors.map(String))).toEqual(new Set(["Error: carrier is away"]));
  await database.empty();
});

it("a text that no process of the service has written wakes every watcher", async () => {
  let hear: (hint: string | null) => void = () => undefined;
  const hints: HintCarrier = {
    publish: () => undefined,
    subscribe: (listener) => void (hear = listener),
    close: () => undefined,
  };
  const { store } = await database.open({ hints });
  for (const text of ["", "words", "a l %E0%A4%A"]) {
    const woken = nextCall((listener) => store.watchSession("s", () => listener()));
    hear(text);
    await expect(woken).resolves.toBeUndefined();
  }
});

it("a store that cannot be opened closes its carrier", async () => {
  let closed = 0;
  const hints: HintCarrier = {
    publish: () => undefined,
    subscribe: () => undefined,
    close: () => void (closed += 1),
  };
  const refused = openPostgresStore("postgres://nobody@127.0.0.1:1/nowhere", { hints });
  await expect(refused).rejects.toMatchObject({ code: "store_unreachable" });
  expect(closed).toBe(1);
});
