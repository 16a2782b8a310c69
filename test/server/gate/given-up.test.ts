import { afterEach, beforeEach, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import type { RequestEvent } from "../../../src/server/gate/request-event.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { addressOf, bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { describeDoors, type Door } from "./two-doors.js";

describeDoors("a request that is given up", (open) => {
  let backend: Backend;
  let events: RequestEvent[];
  const onEvent = (event: RequestEvent) => events.push(event);
  beforeEach(async () => {
    events = [];
    backend = await createBackend();
  });
  afterEach(() => backend.close());

  /** The door, whose caller leaves with this reason when the service is asked for the session. */
  const leaving = (door: Door, left: AbortController, reason: unknown) => {
    const service = backend.newService({
      async fetch(input, init) {
        if (addressOf(input).includes("/sessions/")) left.abort(reason);
        init?.signal?.throwIfAborted();
        return backend.app.fetch(new Request(input, init));
      },
    });
    const options = { resolve: resolveHeaders, onEvent };
    return door.name === "chat" ? createChatHandler(service, options) : createSessionProxy(service, options);
  };

  it.each([
    ["no reason", undefined],
    ["a text", "Client connection prematurely closed."],
    ["an error of the server's own", new Error("socket hang up")],
    ["nothing at all", null],
  ])("with %s is not counted as a failure", async (_name, reason) => {
    const door = await open({}, backend);
    const left = new AbortController();
    const answer = await leaving(door, left, reason)(door.read({ signal: left.signal }));
    expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([499, "aborted"]);
    expect(events).toMatchObject([{ outcome: "left", status: 499, code: "aborted" }]);
  });

  it("by the host's own hook, while its caller waits, is a failure", async () => {
    const door = await open({}, backend);
    const resolve = (request: Request) => {
      if (request.headers.has("x-slow")) throw new DOMException("The database was too slow.", "AbortError");
      return resolveHeaders(request);
    };
    const options = { resolve, onEvent };
    const handle = door.name === "chat" ? backend.chat(options) : backend.proxy(options);
    expect((await handle(door.read({ headers: { "x-slow": "1" } }))).status).toBe(500);
    expect(events).toMatchObject([{ outcome: "failed" }]);
  });
});
