import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { doctorCommand } from "../../../src/server/node/doctor-command.js";
import { heartbeatMs, openBackend, serve } from "../doctor/support/examine.js";

async function run(...args: string[]) {
  const said = { out: "", err: "" };
  const code = await doctorCommand(args, {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said };
}

const people = ["--header", "X-User: ana", "--other-header", "x-user:ben"];
const openChat = async () => serve((await openBackend()).chat({ heartbeatMs }));

describe("the command doctor", () => {
  it("prints a line for each check and its conclusion, and exits with 0 without faults", async () => {
    const url = await openChat();
    const { code, out, err } = await run(url, ...people, "--wait", "1");
    expect(code).toBe(0);
    expect(out).toContain(`✓ handler      A chat handler answers at ${url}.\n`);
    expect(out).toMatch(
      /\? time-out +A silent stream was held [\d.]+ s, an hour not proven\.\n +→ --wait 3600 proves it\.\n/,
    );
    expect(out).toMatch(
      /\n\n0 faults, 0 warnings, 1 not known\. One message was sent; it stays in the conversation doctor-[0-9a-f-]+\.\n$/,
    );
    expect(err).toBe("Sending one message …\nHolding a silent stream for 1 s …\n");
  });

  it("exits with 1 for a fault, and prints the change to make", async () => {
    const url = await serve(() => new Response("no", { status: 404 }));
    const { code, out } = await run(url, ...people);
    expect(code).toBe(1);
    expect(out).toMatch(
      /✗ handler +GET \S+ is not mounted: the host answered 404\.\n +→ Mount the one handler at \/api\/chat/,
    );
    expect(out).toContain("1 fault, 0 warnings, 0 not known. No message was sent.");
  });

  it("sends the given message with the given headers, or nothing", async () => {
    const backend = await openBackend();
    const url = await serve(backend.chat({ heartbeatMs }));
    const settings = ["--wait", "0.1", "--header", "x-user: ana", "--header", "x-tenant: globex"];
    expect((await run(url, ...settings, "--read-only")).out).toContain("No message was sent.");
    await run(url, ...settings, "--message", "/say hello");
    const sessions = await backend.service.sessions.list({ tenant: "globex" });
    expect(sessions).toMatchObject([{ initialMessage: "/say hello", endUser: { id: "ana" } }]);
  });

  it("prints nothing but JSON when asked for it", async () => {
    const { code, out, err } = await run(await openChat(), ...people, "--wait", "0.1", "--read-only", "--json");
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({
      sent: false,
      findings: expect.arrayContaining([
        { check: "address", outcome: "ok", message: "The address is of this machine." },
      ]) as unknown,
    });
  });

  it("examines the session proxy when it is given its address", async () => {
    const url = await openChat();
    const { code, out } = await run(url, ...people, "--wait", "0.1", "--proxy", url.replace("chat", "service"));
    expect(code).toBe(0);
    expect(out).toMatch(/! proxy +GET \S+\/api\/service\/v1\/config\/client answers JSON without a version/);
  });

  it.each([
    ["no address", [], "Say which chat to examine"],
    ["two addresses", ["https://a.example", "https://b.example"], "one address"],
    ["an address that is none", ["your-product"], '"your-product" is no address'],
    ["a proxy that is none", ["https://a.example", "--proxy", "x"], '"x" is no address'],
    ["an option that is none", ["https://a.example", "--verbose"], "--verbose"],
    ["a wait of weeks", ["https://a.example", "--wait", "3000000"], "--wait 3000000 is longer than a day"],
    ["a wait that is none", ["https://a.example", "--wait", "long"], "--wait long is no number of seconds"],
    ["a header that is none", ["https://a.example", "--header", "secret"], "A header is its name, a colon"],
    [
      "a header that cannot be sent",
      ["https://a.example", "--header", "x-a: sec\nret"],
      "The header x-a cannot be sent",
    ],
  ])("exits with 2 for %s, and prints the reason", async (_name, args, words) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(words);
    expect(err).toContain("doctor --help");
    expect(err).not.toContain("secret");
  });

  it("prints what it sends, and where", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    expect(out).toContain("named doctor-<uuid>");
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  it("prints the lines that docs/deploy.md shows", async () => {
    const chat = (await openBackend()).chat({ heartbeatMs });
    const url = await serve((request) =>
      request.url.endsWith("/respond") ? new Response("Cannot POST", { status: 404 }) : chat(request),
    );
    const { out } = await run(url, ...people, "--wait", "0.1");
    const printed = out
      .replaceAll(url, "https://your-product.example/api/chat")
      // On a loaded machine it is longer.
      .replace(/held [\d.]+ s/, "held 90 s")
      .replace(/doctor-[0-9a-f-]+/, "doctor-…");
    const page = readFileSync(new URL("../../../docs/deploy.md", import.meta.url), "utf8");
    const shown = /^```text\n(.*?)^```/ms.exec(page)?.[1]?.split("\n") ?? [];
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((line) => !printed.split("\n").includes(line))).toEqual([]);
  });
});
