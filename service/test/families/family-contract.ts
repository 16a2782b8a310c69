/** Behaviour of every route of scheduled tasks, automations, integrations and machines, over any store. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/app.js";
import { fault, type Answer } from "../harness.js";
import { pathsOf, routeBodies, withValue } from "../http/route-bodies.js";
import { addressOf, declaredRoutes, familyRoutes, familyRows, type FamilyRoute } from "./family-routes.js";
import {
  ana,
  ben,
  openFamilyWorld,
  task,
  template,
  trigger,
  type FamilyWorld,
  type Owner,
  type Tenant,
} from "./family-world.js";
import { webhookContract } from "./webhook-contract.js";

const anas = "endUserSource=app&endUserId=ana";
const bens = "endUserSource=app&endUserId=ben";
const shared = "withWorkspace=true";
const nowhere = "00000000-0000-4000-8000-000000000000";

const keyed = familyRoutes.filter(({ isKeyed }) => isKeyed);
const ofRecords = keyed.filter(({ kind }) => kind !== undefined);
const lists = keyed.filter(({ row }) => row.list !== undefined);
const withBody = familyRoutes.filter(({ row, path }) => row.body !== undefined && !path.includes("/webhooks/"));

/** Values that parse and that a store may stumble over; `hostile-bodies.test.ts` has more, over the memory store. */
const strange = {
  "a NUL": String.raw`"a\u0000b"`,
  "half a surrogate pair": String.raw`"a\ud800b"`,
  "100,000 characters": JSON.stringify("x".repeat(100_000)),
};

/** @param values for each field. */
export function familyContract(
  name: string,
  openStore: () => Promise<Store>,
  values: readonly (keyof typeof strange)[],
): void {
  describe(`the routes of the families, ${name}`, () => {
    let world: FamilyWorld;
    let own: Tenant;
    beforeAll(async () => {
      world = await openFamilyWorld(await openStore());
    });
    beforeEach(async () => {
      await world.renew();
      ({ own } = world);
    });
    afterAll(() => world.close());
    // No test may hear a secret, another tenant's id, or a fault.
    afterEach(() => expect(world.leaks()).toEqual([]));

    /** Calls as the route's usual caller, unless another one is given. */
    async function ask(route: FamilyRoute, id: string, given: Asked = {}): Promise<Answer> {
      const { tenant = own, owners = "", body, headers } = given;
      const isMachine = route.path.startsWith("/v1/machine/");
      const usual = isMachine ? world.tokenOf(id) : route.isKeyed ? tenant.key : null;
      const key = given.key === undefined ? usual : given.key;
      const sent = body ?? (await route.row.body?.(world, tenant)) ?? (route.method === "POST" ? {} : undefined);
      const asker = route.row.gives === true ? world.service : world;
      return asker.call(route.method, addressOf(route, tenant, id, owners), sent, {
        key,
        ...(headers && { headers }),
      });
    }
    const make = async ({ kind }: FamilyRoute, owner: Owner = null, tenant = own) =>
      kind === undefined ? "" : world.make(kind, tenant, owner);

    it("have a row each", () => {
      const declared = declaredRoutes.map(({ method, path }) => `${method} ${path}`);
      expect(declared.toSorted()).toEqual(Object.keys(familyRows).toSorted());
    });

    it("require a full key, and declare that", async () => {
      for (const route of keyed) {
        const answer = await ask(route, await make(route));
        expect([route.name, answer.status, answer.body]).toEqual([route.name, route.success, answer.body]);
      }
    });

    it("take a read-only key for every read and for no write", async () => {
      for (const route of keyed) {
        const answer = await ask(route, await make(route), { key: world.readKey });
        const isRead = route.method === "GET" || route.row.isRead === true;
        const got = answer.status < 400 ? answer.status : fault(answer);
        expect([route.name, got]).toEqual([route.name, isRead ? route.success : "403 forbidden"]);
      }
    });

    it("take no unknown key, none, and none of a machine", async () => {
      const machine = world.tokenOf(await world.make("enrollmentId", own, null));
      for (const route of keyed) {
        for (const key of [null, "svk_unknown_0123456789abcdef", machine]) {
          const answer = await ask(route, nowhere, { key });
          expect([route.name, fault(answer)]).toEqual([route.name, "401 unauthenticated"]);
        }
      }
    });

    it("answer another organization's key alike for a workspace that is there and one that is not", async () => {
      const missing = { ...world.stranger, workspace: `/v1/workspaces/${nowhere}` };
      for (const route of keyed) {
        const body = (await route.row.body?.(world, own)) ?? {};
        const sent = route.method === "GET" || route.method === "DELETE" ? undefined : body;
        const id = await make(route);
        const there = await ask(route, id, { key: world.stranger.key, body: sent });
        const gone = await ask(route, id, { key: world.stranger.key, tenant: missing, body: sent });
        expect([route.name, fault(there)]).toEqual([route.name, "403 forbidden"]);
        expect([route.name, told(gone)]).toEqual([route.name, told(there)]);
      }
    });

    it.each(["neighbour", "stranger"] as const)("find no record of another tenant (%s)", async (whose) => {
      for (const route of ofRecords) {
        for (const owner of [ana, null]) {
          const foreign = await make(route, owner, world[whose]);
          const answer = await ask(route, foreign);
          const unknown = await ask(route, nowhere);
          expect([route.name, fault(answer)]).toEqual([route.name, "404 not_found"]);
          expect([route.name, told(unknown)]).toEqual([route.name, told(answer)]);
        }
      }
    });

    it("find a record for its owner, and for no other named person", async () => {
      const cases: readonly (readonly [Owner, string, boolean])[] = [
        [ana, anas, true],
        [ana, `${anas}&${shared}`, true],
        [ana, bens, false],
        [ana, shared, false],
        [ana, `${bens}&${shared}`, false],
        [null, shared, true],
        [null, `${anas}&${shared}`, true],
        [null, anas, false],
      ];
      for (const route of ofRecords) {
        for (const owner of [ana, null]) {
          const mine = cases.filter(([one]) => one === owner);
          const id = await make(route, owner);
          for (const [, owners] of mine.filter(([, , isFound]) => !isFound)) {
            expect([route.name, owners, fault(await ask(route, id, { owners }))]).toEqual([
              route.name,
              owners,
              "404 not_found",
            ]);
          }
          // The refusals have left the record as it was.
          for (const [index, [, owners]] of mine.filter(([, , isFound]) => isFound).entries()) {
            const answer = await ask(route, index === 0 ? id : await make(route, owner), { owners });
            expect([route.name, owners, answer.status]).toEqual([route.name, owners, route.success]);
          }
        }
      }
    });

    it("list the records of the owners who are named", async () => {
      for (const route of lists) {
        const [field, kind] = route.row.list!;
        const ids = {
          ana: await world.make(kind, own, ana),
          ben: await world.make(kind, own, ben),
          workspace: await world.make(kind, own, null),
        };
        await world.make(kind, world.neighbour, ana);
        const found = async (owners: string) => {
          const listed = new Set((await ask(route, "", { owners })).body[field]!.map(({ id }) => String(id)));
          return Object.entries(ids).flatMap(([owner, id]) => (listed.has(id) ? [owner] : []));
        };
        const seen = [await found(anas), await found(shared), await found(`${anas}&${shared}`), await found("")];
        const all = [["ana"], ["workspace"], ["ana", "workspace"], ["ana", "ben", "workspace"]];
        expect([route.name, seen]).toEqual([route.name, all]);
      }
    });

    it("make no record with another owner's, and none with another tenant's", async () => {
      const triggers = `${own.workspace}/automations/triggers`;
      const body = { ...trigger, sessionTemplate: template };
      const sources = [
        await world.make("sourceId", own, ana),
        await world.make("sourceId", world.neighbour, ben),
        await world.make("sourceId", world.stranger, ben),
      ];
      for (const sourceId of sources) {
        const answer = await world.call("POST", triggers, { ...body, sourceId, endUser: ben });
        expect(fault(answer)).toBe("404 not_found");
      }
      const session = await world.service.call(
        "POST",
        `${world.neighbour.workspace}/sessions`,
        { initialMessage: "/say hi" },
        { key: own.key },
      );
      const target = { runMode: "existing_session", targetSessionId: session.body["id"] };
      const answer = await world.call("POST", `${own.workspace}/scheduled-tasks`, { ...task, ...target });
      expect(fault(answer)).toMatch(/^4(?:04|22) /);
    });

    it("refuse a body that is too large, too deep, no object or of another type", async () => {
      for (const route of withBody) {
        const id = await make(route);
        const refused = async (body: string, type = "application/json") =>
          fault(await ask(route, id, { body, headers: { "content-type": type } }));
        expect([
          route.name,
          await refused(`{"a":"${"x".repeat(1_048_576)}"}`),
          await refused(`${'{"a":'.repeat(257)}1${"}".repeat(257)}`),
          await refused("[]"),
          await refused("{"),
          await refused("{}", "text/plain"),
        ]).toEqual([
          route.name,
          "413 validation_failed",
          "400 validation_failed",
          "400 validation_failed",
          "400 validation_failed",
          "415 unsupported_media_type",
        ]);
      }
    });

    it.each(values)("never answer 500 to %s in any field", async (value) => {
      const json = strange[value];
      for (const route of withBody) {
        const id = await make(route);
        const sound = await route.row.body!(world, own);
        const forms = [sound, ...(routeBodies[route.name] ?? []).map(({ full }) => full)];
        for (const form of forms) {
          for (const field of pathsOf(form)) {
            const body = JSON.stringify(withValue(form, field, "@@")).replace('"@@"', () => json);
            const { status } = await ask(route, id, { body: body as never });
            expect([route.name, field.join("."), status < 500]).toEqual([route.name, field.join("."), true]);
          }
        }
      }
    });

    it("never answer 500 to a strange id, owner or cursor", async () => {
      const words = ["%00", "%ed%a0%80", "%E0%A4%A", "__proto__", "a".repeat(5_000), "%2e%2e"];
      for (const route of familyRoutes.filter(({ path }) => path !== "/v1/machine/commands")) {
        const asked = words.map((word) =>
          route.kind === undefined
            ? { id: "", owners: `endUserSource=${word}&endUserId=${word}&cursor=${word}&limit=${word}` }
            : { id: word, owners: "" },
        );
        for (const { id, owners } of asked) {
          const { status } = await ask(route, id, { owners });
          expect([route.name, id, owners, status < 500]).toEqual([route.name, id, owners, true]);
        }
      }
    });

    describe("of a machine itself", () => {
      const ofMachine = familyRoutes.filter(({ path }) => path.startsWith("/v1/machine/commands/"));

      it("take its own credential for its own commands", async () => {
        for (const route of ofMachine) {
          const id = await make(route, ana);
          const answer = await ask(route, id);
          // It is found, and may not start, as no turn waits for it.
          expect([route.name, answer.status]).toEqual([route.name, 409]);
        }
      });

      it("find no command of another machine, in this tenant or another", async () => {
        for (const route of ofMachine) {
          for (const [owner, tenant] of [
            [ben, own],
            [ana, world.neighbour],
            [ana, world.stranger],
          ] as const) {
            const key = world.tokenOf(await world.make("enrollmentId", own, ana));
            const foreign = await ask(route, await make(route, owner, tenant), { key });
            const unknown = await ask(route, nowhere, { key });
            expect([route.name, told(foreign)]).toEqual([route.name, told(unknown)]);
            expect(foreign.status).toBeGreaterThanOrEqual(400);
          }
        }
      });

      it("take no other key, and not its own once it is revoked", async () => {
        const id = await world.make("enrollmentId", own, ana);
        await world.call("POST", `${own.workspace}/enrollments/${id}/revoke`, {});
        const keys = [null, own.key, world.readKey, world.tokenOf(id)];
        for (const route of familyRoutes.filter(({ path }) => path.startsWith("/v1/machine/"))) {
          for (const key of keys) {
            const answer = await ask(route, nowhere, { key });
            expect([route.name, fault(answer)]).toEqual([route.name, "401 unauthenticated"]);
          }
        }
      });
    });
  });

  webhookContract(name, openStore);
}

interface Asked {
  readonly tenant?: Tenant;
  readonly key?: string | null;
  readonly owners?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal without what differs between two requests. */
function told({ status, body }: Answer): unknown {
  const { requestId: _, ...error } = body["error"] as unknown as Record<string, unknown>;
  return { status, error };
}
