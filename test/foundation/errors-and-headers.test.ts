import { describe, expect, it } from "vitest";
import { isServiceError, ServiceError } from "../../src/foundation/base-error.js";
import { resolveHeaders } from "../../src/foundation/headers.js";

describe("the base error", () => {
  it("has its facts in fields", () => {
    const cause = new Error("deep");
    const error = new ServiceError("It broke.", { code: "broken", cause });
    expect(error).toMatchObject({ name: "ServiceError", message: "It broke.", code: "broken", retryable: false });
    expect(error.cause).toBe(cause);
    expect(new ServiceError("x", { code: "y" })).not.toHaveProperty("cause");
  });

  it("is recognised by brand, from another copy of the package too", () => {
    const foreign = Object.assign(new Error("x"), { [Symbol.for("@service/error")]: true, code: "c" });
    expect([foreign, new ServiceError("x", { code: "c" })].every(isServiceError)).toBe(true);
    expect([new Error("x"), { code: "c" }, null, "error", undefined].some(isServiceError)).toBe(false);
  });
});

describe("headers of the host", () => {
  it("come from an object, or from a function at each request", async () => {
    let asked = 0;
    const source = async () => ({ authorization: `token ${(asked += 1)}` });
    expect((await resolveHeaders({ a: "1" })).get("A")).toBe("1");
    expect((await resolveHeaders(source)).get("authorization")).toBe("token 1");
    expect((await resolveHeaders(source)).get("authorization")).toBe("token 2");
    expect([...(await resolveHeaders(undefined))]).toEqual([]);
  });
});
