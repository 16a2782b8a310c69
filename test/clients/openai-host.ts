import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI, { type ClientOptions } from "openai";
import { createLimiter } from "../../src/server/gate/limiter.js";
import type { RequestEvent } from "../../src/server/gate/request-event.js";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { createBackend, type Backend } from "../support/backend.js";

/** A host that lets OpenAI's clients in: a server on a free port, and the kit's handler at the paths they ask. */
export interface OpenAiHost {
  readonly backend: Backend;
  readonly url: string;
  /** The request events of the handler. */
  readonly told: readonly RequestEvent[];
  /** OpenAI's client with a person's key of the host. */
  client(user: string, options?: Partial<ClientOptions>): OpenAI;
  /** The log of a person's conversation, or of a session. */
  log(of: string | { readonly conversation: string; readonly user: string }): Promise<readonly SessionEvent[]>;
  /** A request of the host's own pages, in the native format. */
  native(user: string, path: string, body?: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** The host's own conversation for the keys `key-team` and `key-team-<user>`; it belongs to no person. */
const teamConversation = "team";

/** More than any suite sends but the one that is about it. */
export const writesPerMinute = 12;

export async function openOpenAiHost(): Promise<OpenAiHost> {
  const backend = await createBackend();
  const told: RequestEvent[] = [];
  const limiter = createLimiter({ writesPerMinute });
  // Short, so that a tool which takes a moment is bridged.
  const heartbeatMs = 5;
  const shared = { resolve: verify, limiter, heartbeatMs, onEvent: (event: RequestEvent) => void told.push(event) };
  const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    "/v1/chat/completions": backend.chat({ ...shared, format: "chat-completions", fixedFormat: true }),
    "/v1/responses": backend.chat({ ...shared, format: "responses", fixedFormat: true }),
  };
  const native = backend.chat(shared);
  const server = createServer(toNodeHandler((request) => (routes[new URL(request.url).pathname] ?? native)(request)));
  const url = await listen(server);
  const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
  return {
    backend,
    url,
    told,
    client: (user, options) => new OpenAI({ baseURL: `${url}/v1`, apiKey: `key-${user}`, ...options }),
    async log(of) {
      const { sessionId } =
        typeof of === "string" ? { sessionId: of } : await backend.service.chat({ workspaceId, ...of });
      const page = await backend.service.client.listEvents(
        { workspaceId, sessionId },
        { limit: 500, mode: "forensic" },
      );
      return page.events;
    },
    native: (user, path, body) =>
      fetch(url + path, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer key-${user}`,
          "x-service-conversation": "c1",
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await backend.close();
    },
  };
}

/** The host's verifier: its own keys, `key-<user>`, take the place of OpenAI's. */
function verify(request: Request) {
  const user = /^Bearer key-(.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (user === undefined) return Response.json({ error: { message: "No such key." } }, { status: 401 });
  const member = /^team(?:-(.+))?$/.exec(user);
  if (member) return { tenant: "acme", actor: { id: member[1] ?? "ana" }, conversation: teamConversation };
  return user === "nobody" ? { tenant: "acme" } : { tenant: "acme", user };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The extension of a response, beside OpenAI's own fields. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of any shape.
export function extensionOf(answer: object): any {
  return (answer as { readonly service?: unknown }).service;
}

export function userMessages(log: readonly SessionEvent[]): readonly Readonly<Record<string, unknown>>[] {
  return log.flatMap(({ type, payload }) => (type === "user.message" ? [payload as Record<string, unknown>] : []));
}

export async function all<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

/** The error of a request that must fail. */
export async function failure(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => {
      throw new Error("It was let through.");
    },
    (error: unknown) => error,
  );
}
