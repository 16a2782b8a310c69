import { expect, it } from "vitest";
import { hideAddress } from "../../src/door/hide-address.js";

it.each([
  ["https://api.example.com/base", "GET https://api.example.com/base/v1 failed", "GET its address/v1 failed"],
  ["https://api.example.com/base", "GET https://api.example.com/v1 failed", "GET its address/v1 failed"],
  ["https://api.example.com", "getaddrinfo ENOTFOUND api.example.com", "getaddrinfo ENOTFOUND its address"],
  ["https://api.example.com", "see docs.api.example.com", "see docs.api.example.com"],
  ["http://127.0.0.1:4000", "connect ECONNREFUSED 127.0.0.1:4000", "connect ECONNREFUSED its address"],
  ["http://service:3000", "connect to service:3000, the service", "connect to its address, the service"],
  ["http://service", "The service at http://service/v1 is away", "The service at its address/v1 is away"],
  ["http://s", '{"status":404}', '{"status":404}'],
])("of %s, %j becomes %j", (baseUrl, text, told) => {
  expect(hideAddress(baseUrl)(text)).toBe(told);
});
