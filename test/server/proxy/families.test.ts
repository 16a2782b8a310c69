import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { secrets } from "../../../service/test/families/family-world.js";
import { pathsOf, withValue } from "../../../service/test/http/route-bodies.js";
import { routeTable } from "../../../src/server/proxy/route-table.js";
import { code } from "./browser-request.js";
import { browserRows, familyPath, rowName, type BrowserRow } from "./family-rows.js";
import { admin, ana, ben, openFamilyPages, outsider, type FamilyPages, type Person } from "./family-pages.js";

const rows = routeTable.filter(({ path }) => familyPath.test(path));
const table: readonly BrowserRow[] = rows.map((row) => ({ ...row, ...browserRows[rowName(row)] }));
const ofRecords = table.filter(({ kind }) => kind !== undefined);
const writes = table.filter(({ method }) => method !== "GET");
const withBody = table.filter(({ sample }) => sample !== undefined);
const nowhere = "00000000-0000-4000-8000-000000000000";

let pages: FamilyPages;
beforeAll(async () => {
  pages = await openFamilyPages();
});
beforeEach(() => pages.renew());
afterAll(() => pages.close());
// No answer to a page may contain a secret or another person's id, and none may be a 500.
afterEach(() => expect(pages.leaks()).toEqual([]));

const ok = (status: number) => status < 300;
/** Status and code of a refusal; the status of anything else. */
const outcome = async (answer: Response) => (ok(answer.status) ? answer.status : (await code(answer)).join(" "));
/** A refusal without what differs between two requests. */
const told = async (answer: Response) =>
  JSON.stringify([answer.status, await answer.json()]).replaceAll(/"requestId":"[^"]*",?/g, "");

describe("the routes of the families, through the proxy", () => {
  it("have a row each", () => {
    expect(rows.map(rowName).toSorted()).toEqual(Object.keys(browserRows).toSorted());
  });

  it("take a person's own records", async () => {
    for (const row of table) {
      const answer = await pages.ask(row, ana, { id: await pages.make(row.kind, ana) });
      expect([rowName(row), await outcome(answer)]).toEqual([rowName(row), expect.toSatisfy(ok)]);
    }
  });

  it.each([
    ["another person", ben],
    ["an admin", admin],
    ["another tenant", outsider],
  ])("find no record of one person for %s, in the words for one that is missing", async (_, who) => {
    for (const row of ofRecords) {
      const id = await pages.make(row.kind, ana);
      pages.hide(id, who);
      const refused = await pages.ask(row, who, { id });
      const missing = await pages.ask(row, who, { id: nowhere });
      expect([rowName(row), refused.status]).toEqual([rowName(row), 404]);
      expect([rowName(row), await told(missing)]).toEqual([rowName(row), await told(refused)]);
      // The record is as it was.
      expect(ok((await pages.ask(row, ana, { id })).status)).toBe(true);
    }
  });

  it("find the workspace's records for admins alone", async () => {
    for (const row of ofRecords) {
      const id = await pages.make(row.kind, admin, "workspace");
      for (const who of [ana, { ...ana, role: "member" as const }, { ...admin, tenant: "other" }]) {
        pages.hide(id, who);
        expect([rowName(row), await outcome(await pages.ask(row, who, { id }))]).toEqual([
          rowName(row),
          "404 not_found",
        ]);
      }
      expect([rowName(row), ok((await pages.ask(row, admin, { id })).status)]).toEqual([rowName(row), true]);
    }
  });

  it("list a person's own records, and to admins the workspace's too", async () => {
    for (const row of table.filter(({ lists }) => lists !== undefined)) {
      const [field, kind] = row.lists!;
      const ids = { ana: await pages.make(kind, ana), workspace: await pages.make(kind, admin, "workspace") };
      await pages.make(kind, ben);
      await pages.make(kind, outsider);
      const found = async (who: Person) => {
        const body = (await (await pages.ask(row, who)).json()) as Record<string, readonly { id: string }[]>;
        return body[field]!.map(({ id }) => Object.entries(ids).find(([, one]) => one === id)?.[0]).filter(Boolean);
      };
      expect([rowName(row), await found(ana), await found(admin)]).toEqual([rowName(row), ["ana"], ["workspace"]]);
      expect((await found(ben)).length + (await found(outsider)).length).toBe(0);
    }
  });

  it("list by owner what the person may choose", async () => {
    for (const row of table.filter(({ lists }) => lists !== undefined)) {
      const [field, kind] = row.lists!;
      const ids = [await pages.make(kind, admin), await pages.make(kind, admin, "workspace")];
      const found = async (who: Person, owner: string) => {
        const answer = await pages.ask({ ...row, search: `owner=${owner}` }, who);
        if (!ok(answer.status)) return outcome(answer);
        const listed = ((await answer.json()) as Record<string, readonly { id: string }[]>)[field]!;
        return listed.map(({ id }) => ids.indexOf(id));
      };
      expect([
        rowName(row),
        await found(admin, "user"),
        await found(admin, "workspace"),
        await found(ana, "user"),
        await found(ana, "workspace"),
        await found({ ...ana, role: "member" }, "workspace"),
        await found(admin, "app:ana"),
      ]).toEqual([rowName(row), [0], [1], [], "403 role_required", "403 role_required", "400 invalid_owner"]);
    }
  });

  it("make a record for the workspace for admins alone", async () => {
    for (const row of table.filter(({ owned }) => owned?.act === "create")) {
      const made = async (who: Person, owner: unknown) => {
        const body = { ...(await row.sample!(pages, who)), owner };
        return outcome(await pages.ask(row, who, { body }));
      };
      expect([
        rowName(row),
        await made(ana, "workspace"),
        await made({ ...ana, role: "member" }, "workspace"),
        await made(ana, "app:ben"),
        await made(ana, { id: "ben" }),
      ]).toEqual([rowName(row), "403 role_required", "403 role_required", "400 invalid_owner", "400 invalid_owner"]);
    }
  });

  it("are closed to a visitor, another site's page and another workspace", async () => {
    const other = pages.workspaceOf(outsider);
    for (const row of table) {
      const visitor = await pages.ask(row, { ...ana, user: null }, { id: nowhere });
      expect([rowName(row), visitor.status]).toEqual([rowName(row), 401]);
    }
    for (const row of table.filter(({ path }) => path.includes(":workspaceId"))) {
      const foreign = await pages.ask(row, ana, { id: nowhere, workspace: await other });
      expect([rowName(row), await outcome(foreign)]).toEqual([rowName(row), "403 workspace_not_allowed"]);
    }
    for (const row of writes) {
      const id = await pages.make(row.kind, ana);
      for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.test" }]) {
        const answer = await pages.ask(row, ana, { id, headers });
        expect([rowName(row), await outcome(answer)]).toEqual([rowName(row), "403 mutation_denied"]);
      }
      expect(ok((await pages.ask(row, ana, { id })).status)).toBe(true);
    }
  });

  it("are not there unless the host turns them on", async () => {
    for (const row of table) {
      const answer = await pages.ask(row, ana, { id: nowhere, isOff: true });
      expect([rowName(row), await outcome(answer)]).toEqual([rowName(row), "404 route_not_allowed"]);
    }
  });

  it("refuse a body that is too large, too deep, no object or of another type", async () => {
    for (const row of withBody) {
      const id = await pages.make(row.kind, ana);
      const refused = async (body: string, type = "application/json") =>
        outcome(await pages.ask(row, ana, { id, body, headers: { "content-type": type } }));
      expect([
        rowName(row),
        await refused(`{"a":"${"x".repeat(1_048_576)}"}`),
        await refused(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`),
        await refused("[]"),
        await refused("{"),
        await refused("{}", "text/plain"),
      ]).toEqual([
        rowName(row),
        "413 body_too_large",
        "400 invalid_body",
        "400 invalid_body",
        "400 invalid_body",
        "415 unsupported_media_type",
      ]);
    }
  });

  it.each([
    ["a NUL", String.raw`"a\u0000b"`],
    ["half a surrogate pair", String.raw`"a\ud800b"`],
    ["100,000 characters", JSON.stringify("x".repeat(100_000))],
    ["a number that no double holds", "1e999"],
    ["keys of a prototype", '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'],
    ["null", "null"],
  ])("never answer 500 to %s in any field", async (_, json) => {
    for (const row of withBody) {
      const id = await pages.make(row.kind, ana);
      const sound = await row.sample!(pages, ana);
      for (const field of pathsOf(sound)) {
        const body = JSON.stringify(withValue(sound, field, "@@")).replace('"@@"', () => json);
        const { status } = await pages.ask(row, ana, { id, body });
        expect([rowName(row), field.join("."), status < 500]).toEqual([rowName(row), field.join("."), true]);
      }
    }
  });

  it("keep the secrets that a person gives to themselves", async () => {
    const source = await pages.make("sourceId", ana);
    const integration = await pages.make("integrationId", ana);
    const read = await Promise.all(
      ofRecords
        .filter(({ method, path }) => method === "GET" && /:(?:source|integration)Id$/.test(path))
        .map(async (row) => (await pages.ask(row, ana, { id: row.kind === "sourceId" ? source : integration })).text()),
    );
    expect(read.join()).toContain('"hasWebhookSecret":true');
    expect(read.join()).toContain('"hasCredential":true');
    expect(Object.values(secrets).filter((secret) => read.join().includes(secret))).toEqual([]);
  });
});
