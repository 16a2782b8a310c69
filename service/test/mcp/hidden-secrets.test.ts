import { expect, it } from "vitest";
import { hideSecrets } from "../../src/mcp/hide-secrets.js";

it("hides a secret in texts, numbers and keys, and leaves everything else as it is", () => {
  const value = { list: ["to 482133", 482133, true, null, { "482133": 1.5 }], other: 48213 };
  expect(hideSecrets(["482133"], value)).toEqual({
    list: ["to [hidden]", "[hidden]", true, null, { "[hidden]": 1.5 }],
    other: 48213,
  });
});

it("keeps every entry of an object whose keys become equal", () => {
  const value = { "secret-a": 1, "[hidden]": 2, "secret-b": 3, "[hidden] 2": 4 };
  expect(hideSecrets(["secret-a", "secret-b"], value)).toEqual({
    "[hidden] 3": 1,
    "[hidden]": 2,
    "[hidden] 4": 3,
    "[hidden] 2": 4,
  });
});

it("hides the whole of a secret that has another one in it", () => {
  expect(hideSecrets(["abcdef", "Bearer abcdef"], "sent Bearer abcdef")).toBe("sent [hidden]");
});

it("keeps a key that JSON has and a literal has not", () => {
  const hidden = hideSecrets(["482133"], JSON.parse('{"__proto__":482133}') as object);
  expect(JSON.stringify(hidden)).toBe('{"__proto__":"[hidden]"}');
});

it("hides a secret at the deepest level that an answer may have", () => {
  const nested = JSON.parse(`${'{"a":'.repeat(2_000)}"482133"${"}".repeat(2_000)}`) as object;
  expect(JSON.stringify(hideSecrets(["482133"], nested))).toContain('"[hidden]"');
});
