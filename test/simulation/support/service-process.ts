/** One process of the service over a store that it shares with others, which may die between any two of its writes. */
import {
  createServiceApp,
  type Agent,
  type ServiceApp,
  type Store,
  type ToolSource,
} from "../../../service/src/app.js";
import type { ElsewhereNews } from "../../../service/src/store/watch.js";
import type { Clock } from "../../../src/foundation/clock.js";
import { mortal, type Mortal } from "./mortal.js";
import { ownClock, type OwnClock } from "./own-clock.js";
import { sha256 } from "../../support/prompt-digests.js";

export interface SharedStore {
  readonly store: Store;
  /** Who hears of a change that another process made. */
  readonly elsewhere: Set<{ readonly process: number; readonly tell: (news: ElsewhereNews | null) => void }>;
  /** Number of watches. */
  watches: number;
  /** Whether a process has ended, or is about to. */
  hasEnded: boolean;
}

export interface ProcessOptions {
  readonly shared: SharedStore;
  readonly index: number;
  readonly clock: Clock;
  readonly agent: Agent;
  readonly toolSources: readonly ToolSource[];
  readonly newId: () => string;
  /** How long (ms) the way to the store takes; 0 is no way at all. */
  readonly lag: () => number;
  readonly credentials: { readonly organizationId: string; readonly apiKey: string };
  readonly onError: (error: unknown) => void;
}

export interface ServiceProcess extends Mortal {
  readonly clock: OwnClock;
  /** Ends as a deployment ends it. */
  readonly close: (drainMs: number) => Promise<void>;
}

export async function startProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const clock = ownClock(options.clock);
  const life = { isOver: false };
  const store = reached(options, clock, life);
  const { agent, toolSources, newId, credentials, onError } = options;
  const app: ServiceApp = await createServiceApp({
    store,
    agent,
    toolSources,
    newId,
    credentials,
    clock,
    hash: sha256,
    onError: (error) => void (life.isOver || onError(error)),
  });
  const process = mortal((request) => app.fetch(request), "https://service.test");
  const { shared } = options;
  const end = () => {
    shared.hasEnded = true;
    life.isOver = true;
    clock.end();
    for (const watch of watchesOf.get(store) ?? []) watch();
    process.kill();
  };
  return {
    ...process,
    clock,
    kill: end,
    async close(drainMs) {
      shared.hasEnded = true;
      await app.close({ drainMs });
      end();
    },
  };
}

const watchesOf = new WeakMap<Store, Set<() => void>>();
const never = new Promise<never>(() => {});
const changing = new Set(["changeSession", "createSession", "deleteSession"]);
/** Names of reads. Only their results take time, so that they are old when they arrive. */
const reading = /^(?:find|get|list|next|read)/;

type Method = (...args: readonly unknown[]) => unknown;

/** The store as the process reaches it: over a way that takes time, and not at all once the process is dead. */
function reached({ shared, index, lag }: ProcessOptions, clock: OwnClock, life: { readonly isOver: boolean }): Store {
  const watches = new Set<() => void>();
  const way = () => {
    const ms = lag();
    return ms === 0 ? undefined : new Promise<void>((resolve) => void clock.after(ms, resolve));
  };
  const held = (end: () => void) => {
    shared.watches += 1;
    const stop = () => {
      if (!watches.delete(stop)) return;
      shared.watches -= 1;
      end();
    };
    watches.add(stop);
    return stop;
  };
  const call =
    (name: string, method: Method) =>
    async (...args: readonly unknown[]) => {
      if (life.isOver) return never;
      const there = reading.test(name) ? undefined : way();
      if (there) await there;
      if (life.isOver) return never;
      try {
        const result = await method(...args);
        if (changing.has(name)) tellOthers(shared, index, name === "createSession" ? null : (args[0] as string));
        return result;
      } finally {
        const back = way();
        if (back) await back;
        // oxlint-disable-next-line no-unsafe-finally -- the process has ended, and has no caller any more.
        if (life.isOver) return never;
      }
    };
  const watch =
    (method: Method) =>
    (...args: readonly unknown[]) => {
      const listener = args.at(-1) as (...told: readonly unknown[]) => void;
      const tell = (...told: readonly unknown[]) => void (life.isOver || listener(...told));
      return held(method(...args.slice(0, -1), tell) as () => void);
    };
  const known = new Map<string, unknown>([
    ["close", async () => {}],
    [
      "watchElsewhere",
      (listener: (news: ElsewhereNews | null) => void) => {
        const entry = { process: index, tell: listener };
        shared.elsewhere.add(entry);
        return held(() => void shared.elsewhere.delete(entry));
      },
    ],
  ]);
  const store = new Proxy(shared.store, {
    get(target, name: string) {
      const made = known.get(name);
      if (made !== undefined) return made;
      const method = (target as unknown as Record<string, unknown>)[name];
      if (typeof method !== "function") return method;
      const bound = (method as Method).bind(target);
      const given = name.startsWith("watch") ? watch(bound) : call(name, bound);
      known.set(name, given);
      return given;
    },
  });
  watchesOf.set(store, watches);
  return store;
}

function tellOthers({ elsewhere }: SharedStore, index: number, sessionId: string | null): void {
  const news = sessionId === null ? null : { sessionId, work: "due" as const };
  for (const { process, tell } of elsewhere) if (process !== index) queueMicrotask(() => tell(news));
}
