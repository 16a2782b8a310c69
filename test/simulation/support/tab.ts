/**
 * One browser tab at a host's page: a person's conversation through one of the two doors, through both at once, or through
 * the other one each time it is opened.
 */
import { setMaxListeners } from "node:events";
import { connectService } from "../../../src/api/service-connection.js";
import { openChat } from "../../../src/chat/chat-controller.js";
import type { DecisionResponse } from "../../../src/conversation/decisions/decision.js";
import { createGivenAnswers } from "../../../src/conversation/decisions/given-answers.js";
import { createSharedOutbox, type SharedOutbox } from "../../../src/conversation/outbox/shared-outbox.js";
import { createEditedPlaces } from "../../../src/conversation/outbox/edited-places.js";
import type { PageShared } from "../../../src/conversation/view/page-shared.js";
import type { Clock } from "../../../src/foundation/clock.js";
import { onAbort } from "../../../src/foundation/on-abort.js";
import { identityHeader, isIdentityAnswer } from "../../../src/identity/identity-guard.js";
import { createIdentityScope, type IdentityScope } from "../../../src/identity/identity-scope.js";
import { openSession } from "../../../src/session/session-controller.js";
import { identify } from "../../../src/wire/http/identify.js";
import { createPage } from "../../contract/conversation/world.js";
import { ownClock, type OwnClock } from "./own-clock.js";
import { chatView, sessionView, type TabView } from "./shown.js";
import { joined } from "./joined.js";
import { relay } from "./relay.js";
import { wire, type Wire } from "./wire.js";

export interface Person {
  readonly tenant: string;
  readonly user: string;
}

type DoorName = "chat" | "session";

export interface TabOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly ahead: number;
  readonly door: DoorName | "both" | "changing";
  /** Reaches the host. */
  readonly send: typeof fetch;
  /** The person signed in in the browser; the page may be a step behind. */
  readonly signedIn: () => Person | null;
  readonly sessionOf: (person: Person) => string;
  readonly random: () => number;
  readonly trace: (line: string) => void;
  /** The person's actions here are dropped, as another person is signed in. */
  readonly onLost: () => void;
  /** Bytes that reached the page of this person. */
  readonly onBytes: (person: Person | null, text: string) => void;
}

interface Verbs {
  readonly sendMessage: (message: {
    readonly text: string;
    readonly clientEventId: string;
    readonly delivery?: "steer" | undefined;
  }) => Promise<unknown>;
  readonly stop: () => Promise<void>;
  readonly respond: (id: string, response: DecisionResponse) => Promise<void>;
  readonly retry: (key: string) => Promise<void>;
  readonly discard: (key: string) => void;
  readonly removeQueued: (turnId: string) => Promise<void>;
  readonly loadOlder: () => Promise<void>;
  readonly reconnect: () => void;
  readonly dispose: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly queued: () => readonly string[];
  /** One for each door. */
  readonly views: () => readonly TabView[];
  /** The same until something that is shown changes. */
  readonly state: () => object;
}

/** A page of the tab: what a reload replaces. */
interface Page {
  readonly clock: OwnClock;
  readonly person: Person;
  readonly scope: IdentityScope;
  readonly verbs: Verbs;
  readonly leave: () => void;
  isAlive: boolean;
}

export type SimulatedTab = ReturnType<typeof createTab>;

export function createTab(options: TabOptions) {
  const { name, clock, ahead, door, signedIn, random } = options;
  const storage = createStorage();
  const screen = createPage();
  const hints = new Set<() => void>();
  const network: Wire = wire({
    clock,
    send(input, init) {
      const headers = new Headers(init?.headers);
      const user = signedIn()?.user ?? null;
      headers.set("cookie", user ?? "nobody");
      const answer = options.send(input, { ...init, headers });
      return answer.then((response) => {
        owners.set(response.headers.get(identityHeader) ?? "", user);
        return response;
      });
    },
    onRequest: (line) => options.trace(`${name} ${line}`),
  });
  /** Identity of the host's responses → its person. */
  const owners = new Map<string, string | null>();
  /** The person whom the last response named to the page. */
  let answered: string | null = null;
  let page: Page | null = null;
  let reopening: (() => void) | null = null;

  let opened = 0;
  function nextDoor(): DoorName | "both" {
    if (door !== "changing") return door;
    opened += 1;
    return opened % 2 === 1 ? "chat" : "session";
  }

  function open(): void {
    reopening?.();
    reopening = null;
    answered = null;
    const person = signedIn();
    const life = new AbortController();
    setMaxListeners(0, life.signal);
    const own = ownClock(clock, ahead);
    const scope = createIdentityScope(person, {
      storage: () => (life.signal.aborted ? undefined : storage),
      onIdentityChange() {
        if (page?.scope !== scope) return;
        options.onLost();
        close();
        // The host asks who is there, which takes a moment.
        reopening = clock.after(50, open);
      },
    });
    const unmount = scope.mount();
    scope.activate();
    if (person === null) {
      unmount();
      scope.dispose();
      return;
    }
    const verbs = makers[nextDoor()](pageOf(scope), {
      ...options,
      own,
      scope,
      screen,
      hints,
      fetch: fetchOf(own, life.signal),
      person,
    });
    const unsubscribe = verbs.subscribe(() => {});
    const leave = () => {
      life.abort();
      unmount();
      own.end();
    };
    page = {
      clock: own,
      person,
      scope,
      verbs,
      isAlive: true,
      leave: () => (unsubscribe(), verbs.dispose(), scope.dispose(), leave()),
    };
    endOf.set(page, leave);
  }

  /** The page's network: responses for a closed page are dropped, and those for a frozen one wait. */
  function fetchOf(own: OwnClock, life: AbortSignal): typeof fetch {
    return async (input, init) => {
      if (life.aborted) return new Promise(() => {});
      const signal = init?.signal ? eitherOf(life, init.signal) : life;
      const person = signedIn();
      const answer = await network.fetch(input, { ...init, signal });
      await own.thawed();
      const identity = answer.headers.get(identityHeader);
      if (identity !== null && isIdentityAnswer(answer.status)) answered = owners.get(identity) ?? null;
      const decoder = new TextDecoder();
      let tail = "";
      let read: ReturnType<typeof joined> | undefined;
      return relay(answer, {
        signal,
        async next(source) {
          read ??= joined(source, random);
          const bytes = await read();
          await own.thawed();
          if (!bytes) return null;
          const text = tail + decoder.decode(bytes, { stream: true });
          tail = text.slice(-20);
          options.onBytes(person, text);
          return bytes;
        },
      });
    };
  }

  /** An orderly close: the person's data is dropped. */
  function close(): void {
    reopening?.();
    reopening = null;
    page?.leave();
    page = null;
  }

  /** Without a word: the process of the page is gone. */
  function kill(): void {
    reopening?.();
    reopening = null;
    if (page) endOf.get(page)?.();
    page = null;
    // The listeners end with the process, which could not remove them.
    hints.clear();
  }

  return {
    name,
    door,
    network,
    storage,
    open,
    close,
    kill,
    person: () => page?.person ?? null,
    /** Whether the page is signed out. */
    isNobodys: () => page === null && reopening === null && signedIn() === null,
    answeredAs: () => answered,
    verbs: () => page?.verbs ?? null,
    views: () => page?.verbs.views() ?? [],
    /** Of one of its doors. */
    view: () => (page ? oneOf(page.verbs.views(), random) : null),
    clock: () => page?.clock ?? null,
    hide: (isHidden: boolean) => screen.hide(isHidden),
    wake: () => [...hints].forEach((run) => run()),
    waiting: () => hints.size,
    random,
  };
}

/** Aborts with the first of both, as `AbortSignal.any` does in more time. */
function eitherOf(life: AbortSignal, request: AbortSignal): AbortSignal {
  const either = new AbortController();
  const unlink = onAbort(life, () => either.abort(life.reason));
  onAbort(request, () => {
    unlink();
    either.abort(request.reason);
  });
  return either.signal;
}

const endOf = new WeakMap<Page, () => void>();

interface Making extends TabOptions {
  readonly own: OwnClock;
  readonly scope: IdentityScope;
  readonly screen: ReturnType<typeof createPage>;
  readonly hints: Set<() => void>;
  readonly fetch: typeof fetch;
  readonly person: Person;
}

function shared({ own, scope, screen, hints, random, name, trace }: Making) {
  let ids = 0;
  return {
    clock: own,
    random,
    schedule: (run: () => void) => own.after(16, run),
    newId: () => `${name}-${own.now()}-${(ids += 1)}`,
    storage: scope.storage,
    presence: screen.presence,
    wake(run: () => void) {
      hints.add(run);
      return () => void hints.delete(run);
    },
    onError: (error: Error) => trace(`${name} told ${error.message}`),
  };
}

/** Shared by the doors of one page. */
function pageOf({ storage }: IdentityScope): PageShared {
  const outboxes = new Map<string, SharedOutbox>();
  return {
    given: createGivenAnswers(storage),
    outbox(key) {
      const known = outboxes.get(key) ?? createSharedOutbox(storage, key);
      outboxes.set(key, known);
      return known;
    },
    editedPlaces: createEditedPlaces(),
  };
}

function oneOf<T>(all: readonly T[], random: () => number): T {
  return all[all.length === 1 ? 0 : Math.floor(random() * all.length)] as T;
}

const makers: Readonly<Record<DoorName | "both", (page: PageShared, making: Making) => Verbs>> = {
  chat(page, making) {
    const { scope, fetch } = making;
    const controller = openChat(
      {
        ...shared(making),
        conversation: "c",
        api: "/api/chat",
        fetch: scope.guardFetch("/api/chat", () => fetch),
        onUnauthorized: () => scope.refuse("/api/chat"),
      },
      { page },
    );
    scope.addDoor("/api/chat", { ask: controller.identify, isFollowing: () => true });
    return {
      ...controller,
      reconnect: controller.resumeStream,
      queued: () => controller.getState().queue.map(({ turnId }) => turnId),
      state: controller.getState,
      views: () => [chatView(controller.getState())],
    };
  },
  session(page, making) {
    const { own, scope, fetch, person, random } = making;
    const client = connectService({
      baseUrl: "/api/service",
      fetch: scope.guardFetch("/api/service", () => fetch),
      clock: own,
      random,
      onUnauthorized: () => scope.refuse("/api/service"),
    });
    const controller = openSession({ ...shared(making), client, sessionId: making.sessionOf(person) }, { page });
    const ask = (signal: AbortSignal) => identify(client, "/v1/config/client", signal);
    scope.addDoor("/api/service", { ask, isFollowing: () => true });
    return {
      ...controller,
      queued: () => controller.getState().queue.map(({ turnId }) => turnId),
      state: controller.getState,
      views: () => [sessionView(controller.getState())],
    };
  },
  both(page, making) {
    const doors = [makers.chat(page, making), makers.session(page, { ...making, name: `${making.name}s` })] as const;
    const [chat, session] = doors;
    const any = () => oneOf(doors, making.random);
    const each = (run: (door: Verbs) => void) => () => doors.forEach(run);
    let last: readonly object[] = [];
    return {
      sendMessage: (message) => any().sendMessage(message),
      stop: () => any().stop(),
      respond: (id, response) => any().respond(id, response),
      retry: (key) => any().retry(key),
      discard: (key) => any().discard(key),
      removeQueued: (turnId) => any().removeQueued(turnId),
      loadOlder: () => any().loadOlder(),
      reconnect: each((door) => door.reconnect()),
      dispose: each((door) => door.dispose()),
      subscribe(listener) {
        const ends = doors.map((door) => door.subscribe(listener));
        return () => ends.forEach((end) => end());
      },
      queued: () => any().queued(),
      views: () => doors.flatMap((door) => door.views()),
      state() {
        const [one, other] = [chat.state(), session.state()];
        if (last[0] !== one || last[1] !== other) last = [one, other];
        return last;
      },
    };
  },
};

/** The session storage of a tab. */
function createStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
    text: () => [...kept].join("\n"),
  };
}
