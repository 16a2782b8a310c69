import { expect, it, vi } from "vitest";
import { readRawBody } from "../../src/http/raw-body.js";
import { harness } from "../harness.js";
import { manualClock } from "../manual-clock.js";

it("reads a body where the platform gives no stream of it", async () => {
  const service = await harness();
  const noStream = vi.spyOn(Request.prototype, "body", "get").mockReturnValue(undefined as never);
  const session = await service.start("Grüße");
  const raw = await readRawBody(new Request("http://service/", { method: "POST", body: "grüße" }), manualClock(), {
    bytes: 100,
    ms: 1_000,
  });
  noStream.mockRestore();
  expect(JSON.stringify(await service.log(session))).toContain("Grüße");
  expect(new TextDecoder().decode(raw)).toBe("grüße");
});
