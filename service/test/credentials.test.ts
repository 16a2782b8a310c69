import { describe, expect, it } from "vitest";
import { createEmbeddedService } from "../src/index.js";

const organizationId = "0A6F0C0E-3A52-4F62-9A4E-0D3F2B1C4D5E";
const apiKey = "svk_0123456789abcdef0123";
const databaseUrl = "postgres://ana:secret@127.0.0.1:1/agents";

describe("the credentials of an embedded service", () => {
  it.each([
    [undefined, "`credentials.organizationId` and `credentials.apiKey`"],
    [{ organizationId, apiKey: "" }, "Set `credentials.apiKey`:"],
    [{ organizationId: "", apiKey }, "Set `credentials.organizationId`:"],
  ])("are needed with a database: %j is not enough", async (credentials, words) => {
    const started = createEmbeddedService({ store: { databaseUrl }, credentials });
    await expect(started).rejects.toMatchObject({
      code: "credentials_missing",
      message: expect.stringContaining(words),
    });
  });

  it.each([
    [{ organizationId: "acme", apiKey }, "is no UUID"],
    [{ organizationId, apiKey: "short" }, "fewer than 20 characters"],
    [{ organizationId, apiKey: `${apiKey} ` }, "some that no header carries"],
  ])("are refused when they could not be used: %j", async (credentials, words) => {
    const started = createEmbeddedService({ credentials });
    await expect(started).rejects.toMatchObject({ code: "credentials_unfit", message: expect.stringContaining(words) });
  });

  it("are used as given without a database, with the id in lower case", async () => {
    const service = await createEmbeddedService({ credentials: { organizationId, apiKey } });
    expect([service.organizationId, service.apiKey]).toEqual([organizationId.toLowerCase(), apiKey]);
    const url = `http://service/v1/organizations/${service.organizationId}/api-keys`;
    const answer = await service.fetch(new Request(url, { headers: { authorization: `Bearer ${apiKey}` } }));
    expect(answer.status).toBe(200);
    await service.close();
  });
});
