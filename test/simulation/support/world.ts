/** Everything of a run: people, their tabs, the host's backend, two processes of the service, one store. */
import { createHash } from "node:crypto";
import type { SessionEvent } from "@service/sdk/protocol";
import { createMemoryStore } from "../../../service/src/app.js";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { Service } from "../../../src/server/handler/service.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { conversationSessionId } from "../../../src/wire/protocol/conversation-session.js";
import { scriptAgent, scriptTools, type MadeCall } from "./agent.js";
import { settle } from "../../support/prompt-digests.js";
import { repeatable, uuidFrom } from "./idle.js";
import { rule, RuleBroken } from "./log-rules.js";
import { mortal, type Mortal } from "./mortal.js";
import { ownClock, type OwnClock } from "./own-clock.js";
import type { Plan } from "./plan.js";
import { drawFrom } from "./random.js";
import { startProcess, type ServiceProcess, type SharedStore } from "./service-process.js";
import { createTab, type Person, type SimulatedTab } from "./tab.js";
import { wire } from "./wire.js";

export const people: readonly Person[] = [
  { tenant: "acme", user: "ana" },
  { tenant: "acme", user: "ben" },
  { tenant: "beta", user: "cem" },
];

const credentials = {
  organizationId: "11111111-1111-4111-8111-111111111111",
  apiKey: "sk_simulation_0123456789abcdef",
};

export type World = Awaited<ReturnType<typeof createWorld>>;

/** @param lost called when a tab has dropped its person's actions. @param hasStacks whether errors have stacks. */
export async function createWorld(plan: Plan, lost: (tab: number) => void, hasStacks: boolean) {
  const { random, upTo } = drawFrom(plan.seed ^ 0x5eed);
  const undo = repeatable(random, hasStacks);
  const clock = createManualClock(undefined, { settle });
  const store = createMemoryStore();
  const shared: SharedStore = { store, elsewhere: new Set(), watches: 0, hasEnded: false };
  const calls: MadeCall[] = [];
  const faults: string[] = [];
  const counts = { requests: 0, lines: 0 };
  const lines: string[] = [];
  const trace = (line: string) => {
    counts.lines += 1;
    lines.push(`${clock.now() - Date.UTC(2026, 0, 1)} ${line}`);
  };
  /** Rules that broke outside the checks. */
  const broken: Error[] = [];
  const shown = new Map<string, string>();
  /** Records a change of the view. */
  const shows = (name: string, view: string) => {
    if (shown.get(name) !== view) trace(`${name} shows ${view}`);
    shown.set(name, view);
  };
  const newId = () => uuidFrom(random);

  const processes: (ServiceProcess | null)[] = [null, null];
  /** Waits for what takes time of the clock. */
  const reached = async <T>(promise: Promise<T>): Promise<T> => {
    const standing = { isOver: false };
    const over = () => void (standing.isOver = true);
    promise.then(over, over);
    for (let waited = 0; !standing.isOver; waited += 5) {
      rule(waited < 120_000, "a process of the service starts and ends within two minutes");
      await clock.advanceAsync(waited === 0 ? 0 : 5);
    }
    return promise;
  };
  const start = async (index: number) => {
    const started = startProcess({
      shared,
      index,
      clock,
      agent: scriptAgent,
      toolSources: [scriptTools((call) => calls.push(call))],
      newId,
      credentials,
      lag: () => (plan.lag === 0 ? 0 : upTo(plan.lag + 1)),
      onError(error) {
        // A page of another person may read on from the cursor of the log that it had.
        if ((error as { readonly code?: unknown }).code === "log_reset") return;
        broken.push(
          new RuleBroken(`This does not hold: a process has no fault of its own: ${(error as Error).message}`),
        );
      },
    });
    processes[index] = await reached(started);
  };

  let turn = 0;
  const upstream = wire({
    clock,
    send(input, init) {
      turn += 1;
      const alive = processes.filter((process) => process !== null && !process.isDead());
      const process = alive[turn % Math.max(1, alive.length)];
      return process ? process.fetch(input, init) : Promise.reject(new TypeError("fetch failed"));
    },
    onRequest: (line) => trace(`host ${line}`),
  });

  let host: { readonly door: Mortal; readonly clock: OwnClock } | undefined;
  const startHost = () => {
    host?.door.kill();
    host?.clock.end();
    const own = ownClock(clock);
    const door: Mortal = mortal((request) => doors(request), "https://app.test");
    const service = new Service({
      ...credentials,
      source: "host",
      baseUrl: "https://service.test",
      fetch: (input, init) =>
        door.isDead() ? Promise.reject(new TypeError("fetch failed")) : upstream.fetch(input, init),
      clock: own,
      random,
      newId,
      onWarning: () => {},
    });
    const resolve = (request: Request) => {
      const person = people.find(({ user }) => user === request.headers.get("cookie"));
      return person ?? new Response("Sign in.", { status: 401 });
    };
    const onError = (error: unknown) => trace(`host told ${(error as Error).message}`);
    const chat = createChatHandler(service, { resolve, onError });
    const proxy = createSessionProxy(service, { resolve, onError, basePath: "/api/service" });
    const doors = (request: Request) =>
      new URL(request.url).pathname.startsWith("/api/service") ? proxy(request) : chat(request);
    host = { door, clock: own };
  };

  await start(0);
  await start(1);
  startHost();

  /** Each person's session, once it exists. */
  const sessions = new Map<string, string>();
  const workspaces = new Map<string, string>();
  for (const { tenant, user } of people) {
    const ensured =
      workspaces.get(tenant) ??
      (await store.ensureWorkspace(workspaceRecord(newId(), tenant, credentials.organizationId))).workspace.id;
    workspaces.set(tenant, ensured);
    sessions.set(user, await conversationSessionId({ workspaceId: ensured, source: "host", user, conversation: "c" }));
  }

  const signedIn: (Person | null)[] = plan.tabs.map(({ person }) => people[person] as Person);
  const tabs: SimulatedTab[] = plan.tabs.map(({ door, ahead }, index) =>
    createTab({
      name: `tab${index}`,
      clock,
      ahead,
      door,
      random,
      trace,
      send: (input, init) => {
        counts.requests += 1;
        return (host as { readonly door: Mortal }).door.fetch(input, init);
      },
      signedIn: () => signedIn[index] ?? null,
      onLost: () => lost(index),
      sessionOf: ({ user }) => sessions.get(user) ?? "",
      onBytes: (person, text) => checkPrivate(person, text, `what reached tab${index}`),
    }),
  );
  function checkPrivate(person: Person | null, text: string, where: string): void {
    try {
      for (const { user } of people)
        rule(
          user === person?.user || !text.includes(`${user}:`),
          `${where} is ${person?.user ?? "nobody"}'s alone: it holds ${user}'s words`,
        );
    } catch (error) {
      broken.push(error as Error);
    }
  }

  return {
    clock,
    store,
    shared,
    calls,
    faults,
    counts,
    lines,
    processes,
    tabs,
    upstream,
    signedIn,
    sessions,
    broken,
    trace,
    shows,
    checkPrivate,
    start,
    reached,
    startHost,
    host: () => host as { readonly door: Mortal; readonly clock: OwnClock },
    /** Lets time pass, and all that it brings about. */
    async pass(ms: number): Promise<void> {
      await clock.advanceAsync(ms);
    },
    async logOf({ user }: Person): Promise<readonly SessionEvent[]> {
      return (await store.readEvents(sessions.get(user) ?? "", { limit: 10_000 })).events;
    },
    digest: () => createHash("sha256").update(lines.join("\n")).digest("hex"),
    undo,
  };
}

function workspaceRecord(id: string, tenant: string, organizationId: string) {
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString();
  return {
    id,
    organizationId,
    externalSource: "host",
    externalId: tenant,
    name: tenant,
    kind: "shared" as const,
    slug: null,
    agentInstructions: null,
    createdAt: at,
    updatedAt: at,
  };
}
