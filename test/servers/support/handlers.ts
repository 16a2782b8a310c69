import { createChatHandler, type ChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { Service } from "../../../src/server/handler/service.js";
import { createSessionProxy, type SessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { resolveHeaders } from "../../support/backend.js";
import type { World } from "./world.js";

/** A product's two handlers over the real service behind a socket. */
export function createHandlers({ service }: World): { readonly chat: ChatHandler; readonly proxy: SessionProxy } {
  const connected = new Service({ ...service, source: "host" });
  // An empty header is no user: a test cannot take one away.
  const resolve = (request: Request) =>
    resolveHeaders(request.headers.get("x-user") === "" ? new Request(request.url) : request);
  return {
    chat: createChatHandler(connected, { resolve }),
    proxy: createSessionProxy(connected, { resolve }),
  };
}
