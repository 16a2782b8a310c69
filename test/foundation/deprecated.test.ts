import { afterEach, describe, expect, it, vi } from "vitest";
import { warnDeprecated } from "../../src/foundation/deprecated.js";

const old = (name: string) => ({ name, instead: "Use `strings`.", removedIn: "0.3" });

describe("warnDeprecated", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("warns once for each name in development", () => {
    vi.stubEnv("NODE_ENV", "development");
    const told: string[] = [];
    const warn = (text: string) => void told.push(text);
    warnDeprecated(old("`messages`"), warn);
    warnDeprecated(old("`messages`"), warn);
    warnDeprecated(old("`words`"), warn);
    expect(told).toEqual([
      "[service] `messages` is deprecated and will be removed in 0.3. Use `strings`.",
      "[service] `words` is deprecated and will be removed in 0.3. Use `strings`.",
    ]);
  });

  it("is silent in production", () => {
    vi.stubEnv("NODE_ENV", "production");
    const told: string[] = [];
    warnDeprecated(old("`other`"), (text) => void told.push(text));
    expect(told).toEqual([]);
  });
});
