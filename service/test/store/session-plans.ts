import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { SqlTables } from "../../src/store/sql-tables.js";
import { sessionPage } from "../../src/store/sql-session-list.js";
import type { SessionQuery } from "../../src/store/store.js";

/** Sends one statement to a migrated database. */
export type Ask = (text: string, values?: unknown[]) => Promise<{ readonly rows: readonly object[] }>;

interface Step {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Step[];
}

/** Compiles queries and sends none. */
const compiler = new Kysely<SqlTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * 24,000 sessions of three organizations. The newest are archived, and between those of a person are those of others and of
 * the same id in another product: a scan in the list's order would meet all of them.
 */
const fill = `
  insert into sessions (id, workspace_id, organization_id, root_session_id, end_user_source, end_user_id, status,
    created_by_kind, created_by_subject, message_search, archived_at, created_at, updated_at, runnable, last_sequence,
    lease_fence, given, doc)
  select 's' || n, 'w' || n % 7, 'o' || n % 3, 'r', case when n % 5 = 0 then 'shop' else 'app' end,
    case when n % 4 = 0 then 'ana' else 'u' || n % 400 end,
    case when n % 11 = 0 then 'running' else 'idle' end, 'service', 'k', '',
    case when n > 12000 then '2026' end, lpad(n::text, 8, '0'), lpad((n * 7 % 24000)::text, 8, '0'), false, 0, 0, '{}', '{}'
  from generate_series(1, 24000) n`;

const pageLength = 21;
const ana = { source: "app", id: "ana" };
const behind = { at: "00006000", id: "s6000" };

/** Lists over an organization read their own page by an index, whatever other people have. */
export function sessionPlans(name: string, ask: () => Ask): void {
  describe(`${name} reads a page of an organization's sessions without those of others`, () => {
    beforeAll(async () => {
      await ask()(fill);
      await ask()("analyze sessions");
    });

    async function stepsOf(query: Omit<SessionQuery, "limit">): Promise<Step[]> {
      const { sql, parameters } = sessionPage(compiler, { ...query, limit: pageLength })
        .select("id")
        .compile();
      const { rows } = await ask()(`explain (analyze, format json) ${sql}`, [...parameters]);
      const [{ Plan }] = (rows[0] as { "QUERY PLAN": [{ Plan: Step }] })["QUERY PLAN"];
      const below = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(below)];
      return below(Plan);
    }

    it.each<[string, Omit<SessionQuery, "limit">]>([
      ["all", {}],
      ["a person's", { endUser: ana }],
      ["a person's behind a cursor", { endUser: ana, behind }],
      ["those of a status", { status: "running" }],
      ["those of a status behind a cursor", { status: "running", behind }],
      ["those of a status that no session has", { status: "failed" }],
      ["a person's of a status", { endUser: ana, status: "running" }],
      ["a person's of a status behind a cursor", { endUser: ana, status: "running", behind }],
      ["those of a person without any", { endUser: { source: "other", id: "ana" } }],
      ["the archived ones", { archivedOnly: true }],
      ["a person's archived ones", { endUser: ana, archivedOnly: true }],
    ])("lists %s", async (_which, query) => {
      const steps = await stepsOf({ organizationId: "o1", ...query });
      expect(steps.map((step) => step["Node Type"])).not.toContain("Seq Scan");
      for (const step of steps) {
        expect(step["Rows Removed by Filter"] ?? 0).toBe(0);
        // Where hardly more than a page is left, all of the person's own are read and sorted.
        expect(step["Actual Rows"]).toBeLessThanOrEqual(2 * pageLength);
      }
    });

    it.each<[string, Omit<SessionQuery, "limit">, string]>([
      ["a workspace's", {}, "sessions_by_change"],
      ["a person's", { endUser: ana }, "sessions_of_person_by_change"],
      ["a person's behind a cursor", { endUser: ana, behind }, "sessions_of_person_by_change"],
    ])("lists %s by their last change in the order of an index", async (_which, query, index) => {
      const steps = await stepsOf({ workspaceId: "w1", order: "updated", ...query });
      expect(steps.map((step) => step["Node Type"])).not.toContain("Sort");
      expect(steps.map((step) => step["Index Name"])).toContain(index);
    });
  });
}
