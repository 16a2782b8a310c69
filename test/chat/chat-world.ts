/** The real chain behind a chat client: handler → service app over its memory store, reached without a network. */
import { createMemoryStore, createServiceApp, type ServiceAppOptions } from "@service/embedded/app";
import type { ChatState } from "../../src/chat/chat-types.js";
import { createChatHandler } from "../../src/server/handler/create-chat-handler.js";
import { Service } from "../../src/server/handler/service.js";
import type { ScopedStorage } from "../../src/identity/scoped-storage.js";
import { createSessionProxy } from "../../src/server/proxy/create-session-proxy.js";
import type { SessionProxyOptions } from "../../src/server/proxy/proxy-options.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";

export interface Person {
  readonly tenant: string;
  readonly user: string;
}

export const ana: Person = { tenant: "acme", user: "ana" };
export const chloe: Person = { tenant: "globex", user: "chloe" };

export interface ChatWorld {
  /** A browser's fetch of the signed-in person. */
  readonly fetch: typeof fetch;
  /** Another system's fetch, which reaches the service itself. */
  readonly serviceFetch: typeof fetch;
  /** The signed-in person; null when signed out. */
  person: Person | null;
  readonly service: Service;
  close(): Promise<void>;
}

/** @param appOptions the host's half gets its `clock`, too. */
export async function chatWorld(
  proxyOptions: Partial<SessionProxyOptions> = {},
  appOptions: Partial<ServiceAppOptions> = {},
): Promise<ChatWorld> {
  const { clock } = appOptions;
  const app = await createServiceApp({ store: createMemoryStore(), retention: { enabled: false }, ...appOptions });
  const service = new Service({
    baseUrl: "http://service.test",
    apiKey: app.apiKey,
    organizationId: app.organizationId,
    source: "test",
    clock,
    fetch: inProcessFetch(app),
  });
  const resolve = () => world.person ?? new Response("{}", { status: 401 });
  const chat = createChatHandler(service, { resolve });
  const proxy = createSessionProxy(service, { resolve, basePath: "/api/service", ...proxyOptions });
  const isProxied = (request: Request) => new URL(request.url).pathname.startsWith("/api/service");
  const world: ChatWorld = {
    person: ana,
    service,
    serviceFetch: inProcessFetch(app),
    fetch: inProcessFetch((request) => (isProxied(request) ? proxy(request) : chat(request))),
    close: () => app.close(),
  };
  return world;
}

/** A tab's storage, which outlives the page. */
export function mapStorage(kept = new Map<string, string>()): ScopedStorage {
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
}

interface Watched<S> {
  getState(): S;
  subscribe(listener: () => void): () => void;
}

/** Resolves with the first state that fits. */
export function until<S>(watched: Watched<S>, fits: (state: S) => boolean): Promise<S> {
  return new Promise((resolve) => {
    const look = () => {
      const state = watched.getState();
      if (!fits(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = watched.subscribe(look);
    look();
  });
}

/** A chat as one reads it. */
export function transcript({ messages }: Pick<ChatState, "messages">): readonly string[] {
  return messages.map(({ role, parts }) => {
    const said = parts.map((part) => {
      if (part.type === "question") return `[questions ${part.outcome}]`;
      return part.type === "text" ? part.text : `[${part.name} ${part.state}]`;
    });
    return `${role}: ${said.join(" ")}`;
  });
}
