/** The real service and a host's backend on two ports, two people with conversations, and marks that must never leak. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { createMemoryStore, createServiceApp, type Store } from "../../../service/src/app.js";
import { createIntegrations } from "../../../service/src/integrations/create-integrations.js";
import { listen } from "../../../service/src/listen.js";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { Service } from "../../../src/server/handler/service.js";
import { systemClock, type Clock } from "../../../src/foundation/clock.js";
import { toNodeHandler } from "../../../src/server/node/to-node-handler.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { everyRoute } from "../../support/backend.js";
import { makeRecords, type FamilyRecords } from "./family-records.js";

export const apiKey = "svk_canary_0123456789abcdef0123456789abcdef";
export const transcript = "canary-transcript-of-ana";

export interface Stage {
  readonly hostPort: number;
  readonly servicePort: number;
  readonly organizationId: string;
  /** Ids that exist, by whose they are. */
  readonly ana: Owned;
  readonly ben: Owned;
  /** A tenant of another organization, with a full key of its own. */
  readonly mallory: {
    readonly apiKey: string;
    readonly organizationId: string;
    readonly workspaceId: string;
    readonly sessionId: string;
  };
  /** Requests that reached the service through the doors since the last call. */
  takeCalls(): readonly string[];
  /** Lets the time pass that the doors give a body, wherever one is waited for. */
  endBodyTime(): void;
  /** Everything that is shown to Ana, as text, apart from what the refusals of a source's deliveries change. */
  readAna(): Promise<string>;
  /** Reports to the operator since the last call, as text. */
  takeLog(): readonly string[];
  close(): Promise<void>;
}

export interface Owned extends FamilyRecords {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly requestId: string;
  readonly fileId: string;
}

/** Longer than any other time limit, so a timer of this length is one for a body (ms). */
const bodyTimeoutMs = 1_000_000_000;

/** The system's clock; only the time limit for bodies ends when the test calls `end`. */
function bodyClock(): Clock & { readonly end: () => void } {
  const waiting = new Set<() => void>();
  return {
    now: () => systemClock.now(),
    after(ms, run) {
      if (ms < bodyTimeoutMs / 2) return systemClock.after(ms, run);
      waiting.add(run);
      return () => void waiting.delete(run);
    },
    end() {
      for (const run of waiting) run();
      waiting.clear();
    },
  };
}

export async function openStage(): Promise<Stage> {
  const clock = bodyClock();
  const log: string[] = [];
  const calls: string[] = [];
  const onError = (error: unknown) => void log.push(inspect(error, { depth: 8 }));
  const store = createMemoryStore();
  const organizationId = "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e";
  const app = await createServiceApp({
    store,
    onError,
    credentials: { organizationId, apiKey },
    secretsKey: "07".repeat(32),
    integrations: createIntegrations({ clock: systemClock, lookup: nowhere }),
  });
  const port = await listen(app, { port: 0 });
  const mallory = await seedMallory(store, port.url);
  const recorded: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return fetch(request);
  };
  const service = new Service({ baseUrl: port.url, apiKey, organizationId, source: "host", fetch: recorded, clock });
  const resolve = (request: Request) => {
    const [, user] = /(?:^|;\s*)session=(ana|ben)(?:;|$)/.exec(request.headers.get("cookie") ?? "") ?? [];
    return user === undefined ? new Response("Sign in first.", { status: 401 }) : { tenant: "acme", user };
  };
  const chat = createChatHandler(service, { resolve, onError, limiter: false, bodyTimeoutMs });
  const proxy = createSessionProxy(service, {
    resolve,
    onError,
    bodyTimeoutMs,
    // The suite tests refusals that a limiter would hide.
    limiter: false,
    basePath: "/api/service",
    ...everyRoute,
    // An attack of its own asks for this route.
    deleteSession: false,
  });
  const handle = (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/service/")) return proxy(request);
    return pathname.startsWith("/api/chat") ? chat(request) : new Response("Not found.", { status: 404 });
  };
  const server = createServer(toNodeHandler(handle, { onError })).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const hostPort = (server.address() as AddressInfo).port;
  const [ana, ben] = [await seed(hostPort, port.url, "ana"), await seed(hostPort, port.url, "ben")];
  calls.length = 0;
  return {
    hostPort,
    servicePort: Number(new URL(port.url).port),
    organizationId,
    ana,
    ben,
    mallory,
    readAna: async () => {
      const headers = { cookie: "session=ana", "x-service-conversation": "support" };
      const session = `api/service/v1/workspaces/current/sessions/${ana.sessionId}`;
      const texts = [
        "api/chat",
        `${session}/events?after=0&limit=1000`,
        `${session}/queue`,
        `${session}/composer-draft`,
        ...familyLists.map((path) => `api/service/v1/workspaces/current${path}`),
      ].map(async (path) => (await fetch(`http://127.0.0.1:${hostPort}/${path}`, { headers })).text());
      // A source shows that a delivery was refused, and strangers deliver.
      return (await Promise.all(texts)).join("\n").replaceAll(/"lastRefusal":(?:null|\{[^}]*\})/g, "");
    },
    endBodyTime: () => clock.end(),
    takeCalls: () => calls.splice(0),
    takeLog: () => log.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await app.close();
      await port.close();
      await store.close();
    },
  };
}

/** Ana's lists, besides her conversation. */
const familyLists = [
  "/scheduled-tasks",
  "/automations/sources",
  "/automations/triggers",
  "/automations/runs",
  "/integrations",
  "/enrollments",
];

/** A name server without names: no attack leaves this machine. */
const nowhere = ((_name: string, _options: object, done: (error: Error) => void) =>
  done(new Error("ENOTFOUND"))) as never;

async function seedMallory(store: Store, url: string): Promise<Stage["mallory"]> {
  const credentials = {
    organizationId: "1b7f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e",
    apiKey: "svk_mallory_0123456789abcdef0123456789abcdef",
  };
  // Makes the organization and its key in the same store.
  await (await createServiceApp({ store, credentials })).close();
  const headers = { authorization: `Bearer ${credentials.apiKey}`, "content-type": "application/json" };
  const call = async (method: string, path: string, body: object) =>
    (await (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).json()) as {
      id: string;
      workspace: { id: string };
    };
  const named = { externalSource: "mallory", externalId: "m", name: "m" };
  const { workspace } = await call("PUT", "/v1/workspaces/external", named);
  const { id } = await call("POST", `/v1/workspaces/${workspace.id}/sessions`, { initialMessage: "/say mine" });
  return { ...credentials, workspaceId: workspace.id, sessionId: id };
}

/**
 * A conversation named "support" with an answer, a file, a draft, a question that waits and a message behind it, and a record
 * of each family.
 */
async function seed(port: number, serviceUrl: string, user: "ana" | "ben"): Promise<Owned> {
  const headers = {
    cookie: `session=${user}`,
    "content-type": "application/json",
    "x-service-conversation": "support",
  };
  const words = user === "ana" ? transcript : "words of ben";
  const callAt = async (base: string, method: string, path: string, body?: object) => {
    const answer = await fetch(base + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  const call = (method: string, path: string, body?: object) => callAt(`http://127.0.0.1:${port}`, method, path, body);
  const enroll = (method: string, path: string, body: object) => callAt(serviceUrl, method, path, body);
  const send = (message: string) => call("POST", "/api/chat", { message });
  await send(`/say ${words}`);
  await send(`/approve ${words} {}`);
  const history = JSON.parse(await call("GET", "/api/chat")) as {
    sessionId: string;
    workspaceId: string;
    pending: readonly { requestId: string; turnId?: string }[] | { requestId: string; turnId?: string } | null;
  };
  const session = `/api/service/v1/workspaces/current/sessions/${history.sessionId}`;
  await call("POST", `${session}/events`, { type: "user.message", payload: { text: `${words} behind` } });
  const turns = JSON.parse(await call("GET", `${session}/turns`)) as readonly { id: string; status: string }[];
  const bytes = new TextEncoder().encode(words);
  const sha256 = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  const upload = JSON.parse(
    await call("POST", "/api/service/v1/workspaces/current/files/uploads", {
      filename: `${words}.txt`,
      contentType: "text/plain",
      sizeBytes: bytes.length,
      sha256,
    }),
  ) as { uploadId?: string; id?: string; fileId?: string; file?: { id: string } };
  const pending = [history.pending ?? []].flat()[0];
  return {
    ...(await makeRecords(call, enroll, user === "ana")),
    workspaceId: history.workspaceId,
    sessionId: history.sessionId,
    turnId: turns.find(({ status }) => status === "queued")?.id ?? turns[0]!.id,
    requestId: pending?.requestId ?? "none",
    fileId: upload.file?.id ?? upload.fileId ?? upload.uploadId ?? upload.id ?? "none",
  };
}
