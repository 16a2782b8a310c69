import { afterEach, describe, expect, it, vi } from "vitest";
import { ask, bodyOf, createBackend } from "../../support/backend.js";

const json = { "content-type": "application/json" };
/** Successful answers that the service never gives. */
const foreign = {
  "a page": () => new Response("<html>Maintenance</html>", { headers: { "content-type": "text/html" } }),
  "an error as JSON": () => new Response('{"error":{"code":"maintenance"}}', { headers: json }),
  "no JSON": () => new Response("{", { headers: json }),
};

afterEach(() => void vi.restoreAllMocks());

describe.each(Object.entries(foreign))("a write that is answered 200 with %s", (_, answered) => {
  it.each(["/say first", "/say second"])("has an unknown outcome, and is one line in the log: %s", async (message) => {
    const lines = vi.spyOn(console, "error").mockImplementation(() => {});
    const backend = await createBackend({ refuses: (body) => body.includes(message) && answered() });
    const chat = backend.chat();
    if (message !== "/say first") await (await chat(ask("POST", "/api/chat", { message: "/say first" }))).text();
    const answer = await chat(ask("POST", "/api/chat", { message }));
    expect(answer.status).toBe(502);
    expect((await bodyOf(answer)).error).toMatchObject({ outcomeUnknown: true });
    expect(lines).toHaveBeenCalledTimes(1);
    await backend.close();
  });

  it("has an unknown outcome at the proxy", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const backend = await createBackend({ refuses: (body) => body.includes("/say first") && answered() });
    const proxy = backend.proxy({ basePath: "/api/service", createSession: () => ({}) });
    const path = "/api/service/v1/workspaces/current/sessions";
    const made = await proxy(ask("POST", path, { initialMessage: "/say first" }));
    expect(made.status).toBe(502);
    expect((await bodyOf(made)).error).toMatchObject({ outcomeUnknown: true });
    await backend.close();
  });
});
