import { afterAll, beforeAll, expect, it } from "vitest";
import type { Agent } from "../../src/app.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { follow, gate, has, ofType, passTime, startProcess } from "./processes.js";
import { soon } from "./watched.js";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

it("fails no answer of a process that closes: it ends those with output, another process runs the others", async () => {
  const ten = Array.from({ length: 10 }, (_, n) => n);
  const [begun, release] = [gate(), gate()];
  let silent = 0;
  const leaving: Agent = {
    name: "leaving",
    async *run({ prompt }) {
      if (prompt === "silent") {
        if ((silent += 1) === ten.length) begun.open();
        await new Promise(() => undefined);
      }
      yield { type: "tool", id: "t", name: "look", arguments: {} };
      await release.opened;
      yield { type: "text", text: "Ended here." };
    },
  };
  const staying: Agent = {
    name: "staying",
    async *run() {
      yield { type: "text", text: "Run there." };
    },
  };
  const here = await startProcess(database.url, { agent: leaving });
  const speaking = await Promise.all(ten.map(() => here.begin("speaking")));
  const waiting = await Promise.all(ten.map(() => here.begin("silent")));
  await soon("ten silent turns", begun.opened);
  for (const session of speaking) await here.logged(session, has("agent.toolCall.created"));
  const stream = await follow(here, speaking[0]!);
  const there = await startProcess(database.url, { agent: staying });

  const closed = here.app.close({ drainMs: 30_000 });
  for (const session of waiting) {
    // Small steps, as leases must not end.
    const log = await passTime([there], there.logged(session, has("turn.completed")), 25);
    expect(ofType(log, "turn.completed")[0]?.payload).toEqual({ output: "Run there." });
  }
  release.open();
  for (const session of speaking) {
    const log = await there.logged(session, has("turn.completed"));
    expect(ofType(log, "turn.completed")[0]?.payload).toEqual({ output: "Ended here." });
  }
  await stream.until("turn.completed");
  await stream.until("retry: 1000");
  await closed;
  for (const session of [...speaking, ...waiting]) expect(ofType(await there.log(session), "turn.failed")).toEqual([]);
  await here.close();
  await there.close();
  expect([...here.faults, ...there.faults]).toEqual([]);
});
