/**
 * Fails a host's test when the page still has data of a signed-out person: in its document, live regions, storage,
 * history or title, in open requests, object URLs, channels or long timers.
 */

export interface LeakOptions {
  /** Texts that only people who are gone may see, such as words of their messages. */
  readonly secrets: readonly string[];
  /** Resources opened since `watchLeaks` began. @default only the page's visible state is examined */
  readonly watch?: LeakWatch | undefined;
}

/** Records the resources that the page has opened, and for which person. */
export interface LeakWatch {
  /** The page now belongs to another person: open resources must close, and announcements are theirs. */
  readonly change: () => void;
  /** A `fetch` whose requests are watched until their answer is read, cancelled or aborted. */
  readonly fetch: (send: typeof fetch) => typeof fetch;
  /** Resources opened before the last `change` and still open, one line each. */
  readonly open: () => readonly string[];
  /** Texts that live regions were given since the last `change`. */
  readonly announced: () => readonly string[];
  /** Takes the instruments out of the page. */
  readonly stop: () => void;
}

/**
 * Throws when a secret of one person is still on the page, in its storage, or in a request of another person.
 *
 * @throws {Error} that lists each place where a secret is found, and everything that was opened before the last
 *   `watch.change()` and is open still.
 *
 * @example
 * const watch = watchLeaks();
 * render(<App fetch={watch.fetch(fetch)} />); // … as Ana
 * watch.change(); // sign out, sign in as Ben, wait until the page shows it
 * assertNoLeak({ secrets: ["a secret of Ana"], watch });
 * watch.stop();
 */
export function assertNoLeak({ secrets, watch }: LeakOptions): void {
  const places: Record<string, string> = {
    "the document": document.documentElement.outerHTML,
    "a form field": fieldsOf(document).join("\n"),
    "the title": document.title,
    "the session storage": entriesOf(sessionStorage),
    "the local storage": entriesOf(localStorage),
    "the history's state": textOf(history.state),
    "the address": location.href,
    "the window's name": window.name,
    "a live region": watch?.announced().join("\n") ?? "",
  };
  const found = Object.entries(places).flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${place} holds ${JSON.stringify(secret)}`),
  );
  const faults = [...found, ...(watch?.open() ?? [])];
  if (faults.length === 0) return;
  throw new Error(`Something of a person who is gone can be reached:\n- ${faults.join("\n- ")}`);
}

/** A timer shorter than this (ms) ends by itself before anybody could look. */
const longTimer = 5_000;

/** Watches the page's requests (those of `watch.fetch`), object URLs, channels, long timers and live regions. */
export function watchLeaks(): LeakWatch {
  let era = 0;
  const open = new Map<unknown, { readonly what: string; readonly era: number }>();
  const add = (key: unknown, what: string) => open.set(key, { what, era });
  let announced: string[] = [];
  const observer = new MutationObserver((records) => announced.push(...records.flatMap(announcedIn)));
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  const restore = [
    replace(URL, "createObjectURL", (create) => (object: Blob | MediaSource) => {
      const url = create.call(URL, object);
      add(url, `the object URL ${url} is not revoked`);
      return url;
    }),
    replace(URL, "revokeObjectURL", (revoke) => (url: string) => {
      open.delete(url);
      revoke.call(URL, url);
    }),
    replace(
      globalThis,
      "setTimeout",
      (set) =>
        ((run: () => void, ms = 0, ...rest: []) => {
          const finish = (...given: []) => {
            open.delete(timer);
            run(...given);
          };
          const timer = set(finish, ms, ...rest);
          if (ms >= longTimer) add(timer, `a timer of ${ms} ms is pending`);
          return timer;
        }) as typeof setTimeout,
    ),
    replace(
      globalThis,
      "clearTimeout",
      (clear) =>
        ((timer: ReturnType<typeof setTimeout>) => {
          open.delete(timer);
          clear(timer);
        }) as typeof clearTimeout,
    ),
    ...(typeof BroadcastChannel === "undefined" ? [] : [watchChannels(add, (channel) => open.delete(channel))]),
  ];
  return {
    change() {
      observer.takeRecords();
      announced = [];
      era += 1;
    },
    fetch: (send) => async (input, init) => {
      const key = {};
      const close = () => open.delete(key);
      add(key, `a request to ${input instanceof Request ? input.url : String(input)} is open`);
      init?.signal?.addEventListener("abort", close, { once: true });
      const response = await send(input, init).catch((error: unknown) => {
        close();
        throw error;
      });
      if (!response.body) close();
      return response.body ? readOnce(response, close) : response;
    },
    open: () => [...open.values()].filter((entry) => entry.era < era).map(({ what }) => what),
    announced() {
      announced.push(...observer.takeRecords().flatMap(announcedIn));
      return announced;
    },
    stop() {
      observer.disconnect();
      for (const undo of restore) undo();
    },
  };
}

function replace<T extends object, K extends keyof T>(target: T, name: K, make: (before: T[K]) => T[K]): () => void {
  const before = target[name];
  target[name] = make(before);
  return () => {
    target[name] = before;
  };
}

function watchChannels(add: (channel: unknown, what: string) => void, close: (channel: unknown) => void): () => void {
  return replace(
    globalThis as { BroadcastChannel: typeof BroadcastChannel },
    "BroadcastChannel",
    (Channel) =>
      class extends Channel {
        constructor(name: string) {
          super(name);
          add(this, `the channel ${JSON.stringify(name)} is open`);
        }
        override close(): void {
          close(this);
          super.close();
        }
      },
  );
}

/** The response with a body that reports its end, of any kind. */
function readOnce(response: Response, onEnd: () => void): Response {
  const reader = response.body?.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await reader?.read().catch((error: unknown) => {
        onEnd();
        throw error;
      });
      if (piece && !piece.done) return controller.enqueue(piece.value);
      onEnd();
      controller.close();
    },
    async cancel(reason) {
      onEnd();
      await reader?.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function announcedIn({ target, addedNodes }: MutationRecord): readonly string[] {
  const element = target instanceof Element ? target : target.parentElement;
  if (!element?.closest("[aria-live], output, [role=status], [role=alert], [role=log]")) return [];
  const texts = [...addedNodes].map((node) => node.textContent ?? "");
  return addedNodes.length > 0 ? texts : [target.textContent ?? ""];
}

function fieldsOf(page: Document): readonly string[] {
  return [...page.querySelectorAll<HTMLInputElement>("input, textarea, select")].map(({ value }) => value);
}

function entriesOf(storage: Storage): string {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.map((key) => `${key}=${storage.getItem(key)}`).join("\n");
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
