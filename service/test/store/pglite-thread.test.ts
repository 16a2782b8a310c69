import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPgliteThread, type PgliteConnection } from "../../src/store/pglite-thread.js";
import { newFolder, type NewFolder } from "./new-folder.js";

describe("PGlite in a thread", () => {
  let folder: NewFolder;
  let database: string;
  let connection: PgliteConnection;
  const crashes: unknown[] = [];
  beforeAll(async () => {
    folder = await newFolder();
    database = join(folder.path, "database");
    connection = await openPgliteThread(database, (error) => crashes.push(error));
  });
  afterAll(async () => {
    await connection.close();
    await folder.remove();
  });

  it("leaves this thread free while a query runs", async () => {
    const query = connection.query("select count(*) from generate_series(1, 3000000)").then(() => "query");
    expect(await Promise.race([query, after(0, "timer")])).toBe("timer");
    expect(await query).toBe("query");
  });

  it("passes bytes, JSON and the fields of an error", async () => {
    const bytes = new Uint8Array([0, 1, 255]);
    const { rows } = await connection.query("select $1::bytea as bytes, $2::jsonb as doc", [bytes, '{"a":[1]}']);
    expect(rows).toEqual([{ bytes, doc: { a: [1] } }]);
    await connection.query("create table once (id int constraint once_key primary key)");
    await connection.query("insert into once values (1)");
    await expect(connection.query("insert into once values (1)")).rejects.toMatchObject({
      code: "23505",
      constraint: "once_key",
    });
  });

  it("rejects every query with store_crashed once the database has stopped by itself, and reports it once", async () => {
    // PostgreSQL gives up at its next checkpoint.
    await rm(join(database, "global", "pg_control"));
    const waiting = [connection.query("checkpoint"), connection.query("select 1")];
    await Promise.allSettled(waiting);
    await expect(connection.query("select 1")).rejects.toMatchObject({
      code: "store_crashed",
      message: expect.stringContaining("Restart the service"),
    });
    expect(crashes).toEqual([expect.objectContaining({ code: "store_crashed" })]);
  });
});
