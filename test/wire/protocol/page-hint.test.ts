import { afterEach, describe, expect, it, vi } from "vitest";
import { header } from "../../../src/wire/protocol/headers.js";
import { hintOnAnswer } from "../../../src/wire/protocol/page-hint.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("a hint on a 401", () => {
  it.each([
    [
      "the header of the host's `headers`, and no cookie",
      ["authorization"],
      /`authorization` from the option `headers`/,
      /cookie/,
    ],
    ["the cookie without `headers`", [], /a browser sends no cookie/, /option `headers`/],
  ])("speaks of %s", (_, names, expected, unexpected) => {
    vi.stubEnv("NODE_ENV", "development");
    vi.stubGlobal("location", new URL("https://app.test/"));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const url = "https://api.test/api/chat";
    const request = { door: "chat", method: "GET", url, hasAnswered: true, given: () => names } as const;
    const hint = hintOnAnswer(request, new Response(null, { status: 401 }), undefined);
    vi.unstubAllGlobals();
    expect(hint).toMatch(expected);
    expect(hint).not.toMatch(unexpected);
  });
});

describe("a hint on an answer of the handler", () => {
  it.each([
    [undefined, "GET /api/chat was answered 502 by the chat handler. The backend's log says why: look for r-17."],
    [
      "network_error",
      "GET /api/chat was answered 502 network_error by the chat handler. The backend's log says why: look for network_error or r-17.",
    ],
  ])("names the code %s where the body has one, as a body that was cut off has none", (code, hint) => {
    vi.stubEnv("NODE_ENV", "development");
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const response = new Response(null, { status: 502, headers: { [header.correlationId]: "r-17" } });
    const request = { door: "chat", method: "GET", url: "/api/chat", hasAnswered: true } as const;
    expect(hintOnAnswer(request, response, code)).toBe(hint);
  });
});
