import { describe, expect, it } from "vitest";
import type { IntegrationKey, IntegrationRecord } from "../../../src/integrations/integration-record.js";
import type { Owner } from "../../../src/store/owner.js";
import { time, type Contract } from "./fixtures.js";

const ana: Owner = { source: "app", id: "ana" };

function integrationRecord(id: string, fields: Partial<IntegrationRecord> = {}): IntegrationRecord {
  return {
    id,
    workspaceId: "w",
    endUser: null,
    instanceKey: id,
    displayName: "Orders \0 💬",
    source: { kind: "openapi" },
    baseUrl: "https://orders.test",
    contentSha256: "0".repeat(64),
    auth: { required: false, providedByHost: false, schemes: [] },
    tools: [],
    sealedCredential: null,
    version: 1,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

/** Installed integrations, by workspace, owner and key. */
export function integrationContract(the: Contract): void {
  const put = (record: IntegrationRecord) =>
    the.store.changeIntegration(record, () => ({ put: record, result: record.id }));
  const ids = async (workspaceId: string, owners?: readonly Owner[]) =>
    (await the.store.listIntegrations(workspaceId, owners)).map(({ id }) => id);

  describe("integrations", () => {
    it("are kept whole, replaced whole and removed, oldest first", async () => {
      const [a, b] = [integrationRecord("b"), integrationRecord("a", { createdAt: time(1) })];
      expect(await put(b)).toBe("a");
      await put(a);
      expect(await the.store.listIntegrations("w")).toEqual([a, b]);
      const next = { ...a, displayName: "Other", version: 2 };
      expect(await the.store.changeIntegration(a, (known, count) => ({ put: next, result: [known, count] }))).toEqual([
        a,
        2,
      ]);
      expect(await the.store.getIntegration("b")).toEqual(next);
      await the.store.changeIntegration(b, () => ({ remove: true, result: null }));
      expect([await ids("w"), await the.store.getIntegration("a")]).toEqual([["b"], null]);
    });

    it("are of one owner in one workspace each, whatever their names", async () => {
      const places: Pick<IntegrationKey, "workspaceId" | "endUser">[] = [
        { workspaceId: "w", endUser: null },
        { workspaceId: "other", endUser: null },
        { workspaceId: "w", endUser: ana },
        { workspaceId: "other", endUser: ana },
        { workspaceId: "w", endUser: { source: "", id: '","' } },
        { workspaceId: "w", endUser: { source: '","', id: "" } },
        { workspaceId: "w", endUser: { source: "x".repeat(800), id: "1" } },
        { workspaceId: "w", endUser: { source: "x".repeat(800), id: "2" } },
      ];
      for (const [n, place] of places.entries())
        await put(integrationRecord(`i${n}`, { ...place, instanceKey: "same" }));
      for (const [n, { workspaceId, endUser }] of places.entries()) {
        expect(await ids(workspaceId, [endUser])).toEqual([`i${n}`]);
      }
      expect(await ids("w", [ana, null])).toEqual(["i0", "i2"]);
      expect(await ids("w", [])).toEqual([]);
      expect(await ids("other")).toEqual(["i1", "i3"]);
    });

    it("are decided on one after the other, and a refusal writes nothing", async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => {
          const record = integrationRecord(`i${n}`);
          return the.store.changeIntegration(record, (_known, count) => ({
            ...(count < 3 && { put: record }),
            result: null,
          }));
        }),
      );
      expect(await ids("w")).toHaveLength(3);
      const refused = the.store.changeIntegration(integrationRecord("i9"), () => {
        throw new Error("refused");
      });
      await expect(refused).rejects.toThrow("refused");
      expect(await ids("w")).toHaveLength(3);
    });
  });
}
