import { Kysely, PostgresDialect, type CompiledQuery } from "kysely";
import { Pool, type Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSqlStore } from "../../src/store/sql-store.js";
import type { SqlTables } from "../../src/store/sql-tables.js";
import type { Lease, Store } from "../../src/store/store.js";
import { eventDraft } from "../store/sql-records.js";
import { workspaceRecord } from "../store/contract/fixtures.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

/**
 * 20,000 sessions in 40 workspaces of one organization, of which session `s1` has a log of 30,000 events with a rare type and
 * 300 turns, and other sessions have 30,000 more. 400 sessions are run by workers, 3 wait.
 */
const fill = [
  `insert into workspaces (id, organization_id, external_source, external_id, created_at, doc)
    select 'w' || n, 'o', 'app', 'tenant-' || n, lpad(n::text, 8, '0'), json_build_object('id', 'w' || n)
    from generate_series(0, 4999) n`,
  `insert into sessions (id, workspace_id, organization_id, root_session_id, status, created_by_kind, created_by_subject,
      message_search, created_at, updated_at, runnable, lease_owner, lease_expires_at, last_sequence, lease_fence, given, doc)
    select 's' || n, 'w' || n % 40, 'o', 's' || n, 'idle', 'service', 'k', 'message ' || n, lpad(n::text, 8, '0'),
      lpad(n::text, 8, '0'), n <= 403, case when n <= 400 then 'other' end, case when n <= 400 then '2999' end,
      case when n = 1 then 30000 when n between 1000 and 1299 then 100 else 0 end, 0,
      '{}', json_build_object('id', 's' || n, 'workspaceId', 'w' || n % 40)
    from generate_series(1, 20000) n`,
  `insert into events (session_id, sequence, type, turn_id, id, doc)
    select 's1', n, case when n % 3000 = 0 then 'rare' when n % 2 = 0 then 'delta' else 'note' end, 't' || n / 100, 'e' || n,
      json_build_object('id', 'e' || n, 'sequence', n)
    from generate_series(1, 30000) n`,
  `insert into events (session_id, sequence, type, turn_id, id, doc)
    select 's' || 1000 + n / 100, n % 100 + 1, 'note', 't', 'f' || n, '{}' from generate_series(0, 29999) n`,
  "analyze",
];

let database: PostgresDatabase;
let console: Client;
let store: Store;
let asked: CompiledQuery[] = [];
beforeAll(async () => {
  database = await createDatabase();
  await database.open();
  console = await database.connect();
  for (const statement of fill) await console.query(statement);
  const dialect = new PostgresDialect({ pool: new Pool({ connectionString: database.url }) });
  const db = new Kysely<SqlTables>({ dialect, log: ({ query }) => void asked.push(query as CompiledQuery) });
  store = createSqlStore(db);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

interface Step {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Step[];
}

/** Rows that each statement of the act reads from a table, at most. */
async function rowsRead(act: () => Promise<unknown>): Promise<number> {
  asked = [];
  await act();
  let most = 0;
  for (const { sql, parameters } of asked) {
    // Rows that are inserted are there by now.
    if (!/^\s*(?:select|update|with)\b/i.test(sql)) continue;
    await console.query("begin");
    const { rows } = await console.query<{ "QUERY PLAN": [{ Plan: Step }] }>(`explain (analyze, format json) ${sql}`, [
      ...parameters,
    ]);
    await console.query("rollback");
    const below = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(below)];
    for (const step of below(rows[0]!["QUERY PLAN"][0].Plan)) {
      if (step["Relation Name"] === undefined) continue;
      most = Math.max(most, (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"]);
    }
  }
  return most;
}

const claim = { owner: "w", now: "2026", expiresAt: "2027" };

describe("a PostgreSQL server with much data of others", () => {
  it.each<[string, number, (store: Store) => Promise<unknown>]>([
    ["the first page of a log", 101, (to) => to.readEvents("s1", { limit: 100 })],
    ["the newest page", 101, (to) => to.readEvents("s1", { limit: 100, take: "newest" })],
    ["a page behind a named event", 102, (to) => to.readEvents("s1", { after: 15_000, afterId: "e15000", limit: 100 })],
    ["a page of a rare type", 20, (to) => to.readEvents("s1", { includeTypes: ["rare"], limit: 100 })],
    ["the newest of a rare type", 3, (to) => to.readEvents("s1", { includeTypes: ["rare"], limit: 1, take: "newest" })],
    ["a page of a turn", 101, (to) => to.readEvents("s1", { turnId: "t200", limit: 500 })],
    [
      "a page of a turn without a type",
      101,
      (to) => to.readEvents("s1", { turnId: "t7", excludeTypes: ["delta"], limit: 500 }),
    ],
    ["the first page of a workspace's sessions", 42, (to) => to.listSessions({ workspaceId: "w7", limit: 21 })],
    [
      "a search, within its workspace",
      500,
      (to) => to.listSessions({ workspaceId: "w7", search: "nowhere", limit: 21 }),
    ],
    ["a workspace by its name", 1, (to) => to.findWorkspace("o", "app", "tenant-4000")],
    [
      "a known workspace that is ensured",
      1,
      (to) =>
        to.ensureWorkspace(workspaceRecord({ organizationId: "o", externalSource: "app", externalId: "tenant-77" })),
    ],
    ["a page of workspaces", 51, (to) => to.listWorkspaces("o", { limit: 51 })],
    [
      "the ends of the logs of 100 streams",
      100,
      (to) =>
        to.readWatched({ sessionIds: Array.from({ length: 100 }, (_, n) => `s${n + 1_000}`), keyHashes: ["a", "b"] }),
    ],
    [
      "the key, the workspace and the session of a request",
      2,
      (to) => to.readForRequest({ keyHash: "a", workspaceId: "w7", sessionId: "s7" }),
    ],
    // Sessions that workers run are passed over.
    ["a claim", 404, (to) => to.claimSession(claim)],
    ["the next due times", 404, (to) => to.nextDue()],
  ])("reads no more than its own for %s", async (_what, most, act) => {
    expect(await rowsRead(() => act(store))).toBeLessThanOrEqual(most);
  });

  it("reads no more than the session for an append", async () => {
    const { lease } = (await store.claimSession(claim)).claimed as { lease: Lease };
    expect(await rowsRead(() => store.appendEvents(lease.sessionId, lease, [eventDraft()]))).toBeLessThanOrEqual(1);
  });
});
