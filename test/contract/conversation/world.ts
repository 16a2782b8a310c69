/** One conversation of the real service on a manual clock, with a network in between that tests can break. */
import { promptDigests, settle } from "../../support/prompt-digests.js";
import { createLoadedChats } from "../../server/handler/loaded-chat.js";
import type { SessionEvent } from "../../../src/wire/protocol/session-event.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { eventLog } from "../../../src/testing/events.js";
import { faultFetch, type Fault } from "../../../src/testing/fault-fetch.js";
import { inProcessFetch } from "../../../src/testing/in-process-fetch.js";
import type { Clock } from "../../../src/foundation/clock.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { scriptedTurn } from "../../../src/testing/scripted-turn.js";

/** Purpose of a request, through either door. */
export type RequestKind = "newest" | "older" | "stream" | "send" | "steer" | "respond" | "stop" | "other";

export interface AskedRequest {
  readonly kind: RequestKind;
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly headers: Headers;
}

/** The server gets the request, and an intermediary answers instead of it. */
interface AnsweredByAnother {
  readonly kind: "answer-instead";
  readonly status: number;
  readonly body?: unknown;
}

/** The server gets the request, and its response never arrives. */
interface Hang {
  readonly kind: "hang";
}

/** The test answers when it likes. */
interface Instead {
  readonly kind: "instead";
  readonly answer: () => Promise<Response>;
}

type Replaced = AnsweredByAnother | Hang | Instead;

export type Plan = (request: AskedRequest) => Fault | Replaced | undefined;

type Send = () => Promise<Response>;
type Replace<T> = (fault: T, send: Send, signal: AbortSignal | null | undefined) => Promise<Response>;

const answers: { readonly [Kind in Replaced["kind"]]: Replace<Extract<Replaced, { readonly kind: Kind }>> } = {
  instead: ({ answer }) => answer(),
  async "answer-instead"({ status, body = null }, send) {
    await (await send()).body?.cancel();
    return Response.json(body, { status });
  },
  async hang(_, send, signal) {
    await (await send()).body?.cancel();
    return new Promise((__, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  },
};

export interface Asking {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
}

export interface WorldOptions {
  /** How many turns the conversation has at first. @default 1 */
  readonly turns?: number;
  readonly kindOf: (request: Asking) => RequestKind;
}

/** The same clock, which counts its own timers: the service has others. */
function countTimers(clock: Clock) {
  const timers = new Set<object>();
  const after: Clock["after"] = (ms, run) => {
    const timer = {};
    timers.add(timer);
    const takeBack = clock.after(ms, () => {
      timers.delete(timer);
      run();
    });
    return () => {
      timers.delete(timer);
      takeBack();
    };
  };
  return { clock: { now: () => clock.now(), after } satisfies Clock, waiting: () => timers.size };
}

export async function createContractWorld({ turns = 1, kindOf }: WorldOptions) {
  const restoreDigests = promptDigests();
  const clock = createManualClock(undefined, { settle });
  const chats = await createLoadedChats({ clock });
  const { service, workspaceId, handler } = chats;
  const loaded = await chats.load(turnsOf(turns));
  const ref = { workspaceId, sessionId: loaded.sessionId };
  const proxy = createSessionProxy(service, {
    resolve: () => ({ tenant: "acme", user: "ana" }),
    basePath: "/api/service",
  });
  const isProxied = (request: Request) => new URL(request.url).pathname.startsWith("/api/service");
  const app = inProcessFetch(async (request) => (isProxied(request) ? proxy(request) : handler(request)));

  let plan: Plan = () => undefined;
  const asked: AskedRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, "http://host.test");
    const method = (init?.method ?? "GET").toUpperCase();
    const body = typeof init?.body === "string" ? init.body : "";
    const headers = new Headers(init?.headers);
    const request = { method, url, body, headers, kind: kindOf({ method, url, body }) };
    asked.push(request);
    const fault = plan(request);
    return fault && fault.kind in answers
      ? answers[fault.kind as Replaced["kind"]](fault as never, () => app(input, init), init?.signal)
      : faultFetch(app, () => fault as Fault | undefined, { clock })(input, init);
  };
  const hints = new Set<() => void>();
  const timers = countTimers(clock);

  return {
    /** The clock of the page. */
    clock: timers.clock,
    /** How many timers of the page wait. */
    waiting: timers.waiting,
    fetch,
    conversation: loaded.conversation,
    sessionId: loaded.sessionId,
    /** The requests so far, of one kind or of all. */
    asked: (kind?: RequestKind) => asked.filter((request) => kind === undefined || request.kind === kind),
    /** Sets the faults of later requests. */
    setPlan(next: Plan): void {
      plan = next;
    },
    /** Hints that the network may be back. */
    wake: (run: () => void): (() => void) => {
      hints.add(run);
      return () => void hints.delete(run);
    },
    hint: () => [...hints].forEach((run) => run()),
    /** Advances time until a condition is true. @throws after three minutes of that time. */
    async until(holds: () => boolean, what = "it"): Promise<void> {
      for (let waited = 0; !holds(); waited += 20) {
        if (waited > 180_000) throw new Error(`Three minutes passed, and ${what} did not come to pass.`);
        await clock.advanceAsync(20);
      }
    },
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 1_000) await clock.advanceAsync(Math.min(left, 1_000));
      await clock.advanceAsync(0);
    },
    /** Another person's client writes a message. */
    say: (text: string) => service.client.sendEvent(ref, { type: "user.message", payload: { text } }),
    /** Another person's client interrupts the running turn with a message. */
    steer: (text: string) => service.client.steer(ref, { text }),
    /** Another window interrupts the running turn with a waiting message. */
    async sendNow(turnId: string): Promise<void> {
      const { items } = await service.client.getQueue(ref);
      const expectedTurnVersion = items.find(({ id }) => id === turnId)?.version ?? 0;
      await service.client.steerQueuedTurn(ref, turnId, { expectedTurnVersion });
    },
    /** Another window moves a waiting message before another, or to the end. */
    async move(turnId: string, beforeTurnId: string | null): Promise<void> {
      const { version } = await service.client.getQueue(ref);
      await service.client.moveQueuedTurn(ref, turnId, { expectedQueueVersion: version, beforeTurnId });
    },
    /** A file of the conversation's person. */
    async upload(): Promise<string> {
      const content = new Blob(["hello"]);
      const { client, source } = service;
      const announced = {
        filename: "plan.txt",
        contentType: "text/plain",
        sizeBytes: 5,
        endUser: { source, id: "ana" },
      };
      const begun = await client.beginUpload(announced, { workspaceId });
      await client.uploadContent(begun, content);
      return (await client.completeUpload(begun.uploadId, { workspaceId })).id;
    },
    /** The log in the service. */
    async log(): Promise<readonly SessionEvent[]> {
      const events: SessionEvent[] = [];
      for (;;) {
        const page = await service.client.listEvents(ref, { after: events.at(-1)?.sequence ?? 0, limit: 1_000 });
        events.push(...page.events);
        if (!page.hasMore) return events;
      }
    },
    session: () => service.client.getSession(ref),
    close: async () => {
      await chats.close();
      restoreDigests();
    },
  };
}

export type ContractWorld = Awaited<ReturnType<typeof createContractWorld>>;

function turnsOf(count: number): readonly SessionEvent[] {
  const log = eventLog({ step: 1 });
  for (let turn = 0; turn < count; turn += 1) scriptedTurn(log, { prompt: `p${turn}`, answer: [`a${turn}`] });
  return log.events;
}

/** A page that is shown and hidden by hand. */
export function createPage() {
  const listeners = new Set<() => void>();
  let hidden = false;
  return {
    presence: {
      isHidden: () => hidden,
      subscribe(run: () => void) {
        listeners.add(run);
        return () => void listeners.delete(run);
      },
    },
    hide: (now: boolean): void => {
      hidden = now;
      for (const run of listeners) run();
    },
  };
}

/** A storage that outlives a tab. */
export function createStorage() {
  const kept = new Map<string, string>();
  return {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
    keys: () => [...kept.keys()],
  };
}
