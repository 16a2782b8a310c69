import { createMemoryStore, createServiceApp } from "@service/embedded/app";
import { createChatHandler, Service } from "@service/react/chat";
import { createSessionProxy } from "@service/react/proxy";
import { inProcessFetch } from "@service/react/testing";
import { oncePerFile } from "./once-per-file.js";
import { storyAgent } from "./story-agent.js";
import { overhear, overheard } from "./wire.js";

/**
 * A whole small product inside the page: the embedded service in memory, a host's backend with both mounts, and the people
 * who use it. Nothing is mocked; only the wire is missing, and it can be cut.
 */

export interface Person {
  readonly user: string;
  readonly name: string;
  readonly tenant: string;
  /** Display name of the tenant. */
  readonly company: string;
}

export const people: Readonly<Record<string, Person>> = {
  ana: { user: "ana", name: "Ana", tenant: "acme", company: "Acme" },
  ben: { user: "ben", name: "Ben", tenant: "acme", company: "Acme" },
  chloe: { user: "chloe", name: "Chloe", tenant: "globex", company: "Globex" },
};

export interface Network {
  /** The `fetch` of this person's page: it brings what they signed in with, over a wire that may be cut. */
  fetchAs(person: Person | null): typeof fetch;
  readonly isCut: () => boolean;
  setCut(cut: boolean): void;
  /** Another wire to the same backend, which breaks alone. */
  readonly ownWire: () => Network;
}

/** The one world of this page, made when first asked for. */
export const openWorld = oncePerFile(createWorld);

async function createWorld(): Promise<Network> {
  const app = await createServiceApp({ store: createMemoryStore(), agent: storyAgent });
  const service = new Service({
    baseUrl: "http://service.test",
    apiKey: app.apiKey,
    organizationId: app.organizationId,
    source: "storybook",
    fetch: inProcessFetch(app),
  });
  const chat = createChatHandler(service, { resolve: resolveChat });
  const proxy = createSessionProxy(service, { resolve, createSession: () => ({}), deleteSession: true });
  const host = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/chat")) return chat(request);
    return pathname.startsWith("/api/service/") ? proxy(request) : new Response(null, { status: 404 });
  };
  return createNetwork(host);
}

/** The host's own sign-in: its token names the person. */
function resolve(request: Request): { tenant: string; user: string; actor: { id: string; name: string } } | Response {
  const person = people[/^Bearer (\w+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? ""];
  if (!person) return Response.json({ error: { code: "unauthenticated", message: "Sign in first." } }, { status: 401 });
  return { tenant: person.tenant, user: person.user, actor: { id: person.user, name: person.name } };
}

/** The conversation that a whole tenant shares belongs to no user, so the host names it. */
function resolveChat(request: Request) {
  const who = resolve(request);
  const conversation = request.headers.get("x-service-conversation") ?? "";
  if (who instanceof Response || !conversation.startsWith("team")) return who;
  return { tenant: who.tenant, actor: who.actor, conversation };
}

function createNetwork(host: (request: Request) => Promise<Response>): Network {
  let cut: AbortController | null = null;
  let line = new AbortController();
  const fail = () => new TypeError("Failed to fetch");
  return {
    fetchAs(person) {
      const send = inProcessFetch(host, { fetchSite: "same-origin" });
      return async (input, init) => {
        if (cut) throw fail();
        const signal = init?.signal ? AbortSignal.any([init.signal, line.signal]) : line.signal;
        const headers = new Headers(init?.headers);
        if (person) headers.set("authorization", `Bearer ${person.user}`);
        if (typeof init?.body === "string") overhear(init.body);
        return overheard(await send(input, { ...init, headers, signal }));
      };
    },
    ownWire: () => createNetwork(host),
    isCut: () => cut !== null,
    setCut(wanted) {
      if (wanted && !cut) {
        cut = line;
        line.abort(fail());
      } else if (!wanted && cut) {
        cut = null;
        line = new AbortController();
      }
    },
  };
}
