import { describe, expect, it } from "vitest";
import { checkServer } from "../../../src/server/handler/server-check.js";

const check = (config: object) => checkServer(config, "https://service.test");

describe("a server's stated capabilities", () => {
  it.each([
    { serverVersion: "0.1.0", features: { chat: true } },
    { serverVersion: "v0.99.3", features: { chat: true, files: false } },
    { features: { chat: true } },
    { serverVersion: "nightly", features: { chat: true } },
    { serverVersion: "0.3.0" },
  ])("%j is enough", (config) => {
    expect(check(config)).toBeUndefined();
  });

  it.each([{}, { chat: false }, { files: true }])("features %j are a server without chat", (features) => {
    const refused = () => check({ serverVersion: "0.4.2", features });
    expect(refused).toThrow(expect.objectContaining({ code: "chat_not_supported" }) as Error);
    expect(refused).toThrow(/https:\/\/service\.test \(version 0\.4\.2\) has no chat/);
    expect(() => check({ features })).toThrow(/version unknown/);
  });

  it.each(["1.0.0", "v3.8.0", "10.0.0"])("version %s is used, with a warning that names it", (serverVersion) => {
    expect(check({ serverVersion, features: { chat: true } })).toContain(serverVersion);
    expect(check({ serverVersion })).toContain(serverVersion);
  });

  it.each([
    ["3", "3.8.0"],
    ["3.8", "v3.8.1"],
    ["v3", "3.0.0-beta.1"],
    ["0.1.0", "0.1.0"],
  ])("required is %s: version %s is used, without a warning", (required, serverVersion) => {
    expect(checkServer({ serverVersion, features: { chat: true } }, "https://a.test", required)).toBeUndefined();
  });

  it.each([
    ["3", "1.0.0"],
    ["3", "30.1.0"],
    ["3.8", "3.80.0"],
    ["3", undefined],
    ["3", "nightly"],
  ])("required is %s: version %s is refused", (required, serverVersion) => {
    const refused = () => checkServer({ serverVersion, features: { chat: true } }, "https://a.test", required);
    expect(refused).toThrow(expect.objectContaining({ code: "version_mismatch" }) as Error);
    expect(refused).toThrow(serverVersion ?? "version unknown");
  });

  it("nothing at all is served, with a warning that names the address", () => {
    expect(check({})).toMatch(/https:\/\/service\.test .*does not say what it can/);
  });
});
