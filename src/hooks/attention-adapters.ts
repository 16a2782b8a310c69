/**
 * Shows attention outside the page's own content: the tab's title, the app's badge, notifications. Create each once
 * and pass it to `useAttention`; the platform is an argument, and a missing one makes the adapter a no-op.
 */
import type { AttentionEntry } from "../session/attention.js";
import type { Messages } from "../strings/messages.js";

/** Passed to an `AttentionAdapter` when the sessions that need a person change. */
export interface AttentionChange {
  readonly entries: readonly AttentionEntry[];
  /** Those that were not there before. */
  readonly added: readonly AttentionEntry[];
  readonly strings: Messages["attention"];
}

/** Shows the number of sessions that need a person: in the title, as a badge, or as a notification. */
export interface AttentionAdapter {
  readonly show: (change: AttentionChange) => void;
  /** Clears everything that the adapter shows. */
  readonly clear: () => void;
}

interface Titled {
  title: string;
}

/** Puts the count in front of the document's title, also of one that the host sets meanwhile, and removes it again. */
export function titleAttention(page?: Titled): AttentionAdapter {
  const target = page ?? (typeof document === "undefined" ? { title: "" } : document);
  let bare = "";
  let shown: string | null = null;
  let unwatch = () => {};
  const restore = () => {
    unwatch();
    unwatch = () => {};
    if (shown !== null && target.title === shown) target.title = bare;
    shown = null;
    // A title is a person's own: an adapter that a host keeps must not keep it.
    bare = "";
  };
  return {
    show({ entries, strings }) {
      restore();
      if (entries.length === 0) return;
      const count = () => {
        // A title around ours stays: two that watch would put counts around each other for ever.
        if (shown !== null && target.title.includes(shown)) return;
        bare = target.title;
        target.title = strings.title(entries.length, bare);
        shown = target.title;
      };
      count();
      if (!page) unwatch = watchTitle(count);
    },
    clear: restore,
  };
}

function watchTitle(run: () => void): () => void {
  if (typeof MutationObserver === "undefined") return () => {};
  const observer = new MutationObserver(run);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

interface Badged {
  readonly setAppBadge?: ((count?: number) => Promise<void>) | undefined;
  readonly clearAppBadge?: (() => Promise<void>) | undefined;
}

/** Shows the count on the icon of an installed app. */
export function badgeAttention(app?: Badged): AttentionAdapter {
  const target: Badged = app ?? (typeof navigator === "undefined" ? {} : (navigator as Badged));
  // A platform that refuses has nothing to badge.
  const quietly = (done: Promise<void> | undefined) => void done?.catch(() => {});
  const clear = () => quietly(target.clearAppBadge?.());
  return {
    show: ({ entries }) => (entries.length === 0 ? clear() : quietly(target.setAppBadge?.(entries.length))),
    clear,
  };
}

/** The part of the platform's `Notification` that is used. */
export interface NotificationMaker {
  readonly permission: NotificationPermission;
  new (title: string, options?: NotificationOptions): Pick<Notification, "addEventListener" | "close">;
}

/** Options of `notificationAttention`. */
export interface NotificationAttentionOptions {
  /** @default the platform's */
  readonly Notification?: NotificationMaker | undefined;
  /** Called when one is pressed: show the session. */
  readonly onOpen?: ((sessionId: string) => void) | undefined;
}

/** Notifies of each session once, and only when the person has allowed it already: asking is the host's to do. */
export function notificationAttention(options: NotificationAttentionOptions = {}): AttentionAdapter {
  const { onOpen } = options;
  const told = new Map<string, Pick<Notification, "close">>();
  const maker = () => options.Notification ?? (globalThis.Notification as NotificationMaker | undefined);

  function notify({ sessionId, title, reason }: AttentionEntry, strings: Messages["attention"]): void {
    const Notify = maker();
    if (Notify?.permission !== "granted") return;
    try {
      const notice = new Notify(strings.notification(reason), { tag: sessionId, body: title ?? strings.untitled });
      notice.addEventListener("click", () => {
        globalThis.focus?.();
        notice.close();
        onOpen?.(sessionId);
      });
      told.set(sessionId, notice);
    } catch {
      // Some phones take notifications from a service worker alone.
    }
  }

  function close(sessionId: string): void {
    told.get(sessionId)?.close();
    told.delete(sessionId);
  }

  return {
    show({ entries, added, strings }) {
      const wanted = new Set(entries.map(({ sessionId }) => sessionId));
      for (const sessionId of told.keys()) if (!wanted.has(sessionId)) close(sessionId);
      for (const entry of added) notify(entry, strings);
    },
    clear() {
      for (const sessionId of told.keys()) close(sessionId);
    },
  };
}
