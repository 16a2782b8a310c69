import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackend, ask, bodyOf, framesOf, framesUntil, textOf, type Backend } from "../../support/backend.js";

/** A service that supports only `pause`, `resume` and `cancel`. */
let backend: Backend;
let handler: (request: Request) => Promise<Response>;
beforeEach(async () => {
  backend = await createBackend({ refuses: (body) => body.includes('"action":"interrupt"') });
  handler = backend.chat();
});
afterEach(() => backend.close());

const stop = async () => bodyOf(await handler(ask("POST", "/api/chat/stop", {})));

describe("the stop of a chat on a service without `interrupt`", () => {
  it("pauses the session and ends the stream with the text so far", async () => {
    const answer = await handler(ask("POST", "/api/chat", { message: "/say one\n/silence 60000" }));
    const stopped = framesUntil(answer, ({ data }) => data.type === "text").then(stop);
    expect(await stopped).toMatchObject({ stopped: true });
    const actions = backend.calls.flatMap(({ body }) => /"action":"(\w+)"/.exec(body)?.[1] ?? []);
    expect(actions).toEqual(["interrupt", "pause"]);
    const resumed = await handler(ask("GET", "/api/chat", undefined, { headers: { accept: "text/event-stream" } }));
    const frames = await framesOf(resumed);
    expect(frames.at(-1)?.data).toMatchObject({ type: "done", reply: { status: "cancelled", text: "one" } });
  });

  it("answers the next message, and never runs the stopped turn again", async () => {
    const answer = await handler(ask("POST", "/api/chat", { message: "/say one\n/silence 60000\n/say never" }));
    await framesUntil(answer, ({ data }) => data.type === "text").then(stop);
    const next = await framesOf(await handler(ask("POST", "/api/chat", { message: "/say two" })));
    expect(textOf(next)).toBe("two");
    const history = await bodyOf(await handler(ask("GET", "/api/chat")));
    const said = history.messages.filter(({ role }: { readonly role: string }) => role === "assistant");
    expect(said.map(({ text }: { readonly text: string }) => text)).toEqual(["one", "two"]);
    expect(history.status).toBe("idle");
  });
});

describe("the stop of a chat whose `interrupt` an intermediary refuses", () => {
  it.each([400, 422])("is refused with %i, and does not pause the session", async (status) => {
    await backend.close();
    const page = () => new Response("<html>No.</html>", { status, headers: { "content-type": "text/html" } });
    backend = await createBackend({ refuses: (body) => body.includes('"action":"interrupt"') && page() });
    handler = backend.chat();
    const answer = await handler(ask("POST", "/api/chat", { message: "/say one\n/silence 60000" }));
    const refused = await framesUntil(answer, ({ data }) => data.type === "text").then(() =>
      handler(ask("POST", "/api/chat/stop", {})),
    );
    expect(refused.status).toBe(status);
    const actions = backend.calls.flatMap(({ body }) => /"action":"(\w+)"/.exec(body)?.[1] ?? []);
    expect(actions).toEqual(["interrupt"]);
  });
});
