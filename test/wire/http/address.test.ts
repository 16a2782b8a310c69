import { describe, expect, it } from "vitest";
import { addressOf } from "../../../src/wire/http/address.js";

describe("the address of a request", () => {
  it.each([
    ["https://a.test/api/", "/v1/x", {}, "https://a.test/api/v1/x"],
    ["/api#top", "/v1/x", { limit: 5, after: undefined }, "/api/v1/x?limit=5"],
    ["/api?site=1", "/v1/x", { limit: 5 }, "/api/v1/x?limit=5&site=1"],
    ["/api?back=/a?b=c", "/v1/x", {}, "/api/v1/x?back=/a?b=c"],
  ])("below %j at %j with %j is %j", (base, path, query, expected) => {
    expect(addressOf(base, path, query)).toBe(expected);
  });
});
