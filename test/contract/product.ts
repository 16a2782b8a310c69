import { createHostApp } from "../../examples/host/src/server/app.js";
import { createMemoryStore, createServiceApp } from "../../service/src/app.js";
import { Service } from "../../src/server/handler/service.js";
import { header } from "../../src/wire/protocol/headers.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { bodyOf, framesOf } from "../support/backend.js";

/** A signed-in person with one message. */
export interface Person {
  /** Headers of the product's own page. */
  readonly headers: Readonly<Record<string, string>>;
  readonly workspaceId: string;
  readonly sessionId: string;
}

export interface Ask {
  /** Text is sent as it is, all else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type Door = (method: string, path: string, ask?: Ask) => Promise<Response>;

/** A whole product: the example host with its sign-in, the chat handler and the session proxy in it, the service behind. */
export interface Product {
  /** The host without a sign-in. */
  readonly host: Door;
  /** The host, asked by ana on the product's own page. */
  readonly asAna: Door;
  /** The service, asked with the organization's key. */
  readonly service: Door;
  readonly ana: Person;
  /** A person of another tenant. */
  readonly chloe: Person;
  /** Faults in the service without a caller. */
  readonly faults: readonly unknown[];
  close(): Promise<void>;
}

export async function openProduct(): Promise<Product> {
  const faults: unknown[] = [];
  const app = await createServiceApp({ store: createMemoryStore(), onError: (error) => faults.push(error) });
  const { apiKey, organizationId } = app;
  const baseUrl = "https://service.internal.test";
  const kit = new Service({ baseUrl, apiKey, organizationId, source: "host", fetch: inProcessFetch(app) });
  const pages = createHostApp(kit, { pages: "nowhere", skills: [], address: () => "http://127.0.0.1" });
  const host: Door = async (method, path, ask = {}) => pages.fetch(requestOf("http://host.test", method, path, ask));
  const ana = await signIn(host, "ana");
  return {
    host,
    asAna: (method, path, { headers, ...ask } = {}) =>
      host(method, path, { ...ask, headers: { ...ana.headers, ...headers } }),
    service: (method, path, { headers, ...ask } = {}) =>
      app.fetch(
        requestOf(baseUrl, method, path, { ...ask, headers: { authorization: `Bearer ${apiKey}`, ...headers } }),
      ),
    ana,
    chloe: await signIn(host, "chloe"),
    faults,
    close: () => app.close(),
  };
}

async function signIn(host: Door, user: string): Promise<Person> {
  const signedIn = await host("POST", "/auth/sign-in", { body: { user, password: "demo" } });
  const headers = {
    cookie: signedIn.headers.getSetCookie().join().split(";")[0] ?? "",
    "x-csrf-token": (await bodyOf(signedIn)).csrfToken as string,
    [header.conversation]: "c1",
  };
  const frames = await framesOf(await host("POST", "/api/chat", { body: { message: "/say hi" }, headers }));
  const { workspaceId, sessionId } = frames.at(-1)?.data.reply ?? {};
  return { headers, workspaceId, sessionId };
}

function requestOf(origin: string, method: string, path: string, { body, headers }: Ask): Request {
  return new Request(origin + path, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}
