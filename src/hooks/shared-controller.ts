/**
 * Shared by the hooks of both doors: the options of a controller in a page, and subscriptions to a shared controller.
 */
import { createGivenAnswers } from "../conversation/decisions/given-answers.js";
import { createEditedPlaces, type EditedPlaces } from "../conversation/outbox/edited-places.js";
import { unsafeFrom } from "../conversation/outbox/outbox-entry.js";
import { createSharedOutbox } from "../conversation/outbox/shared-outbox.js";
import type { PageShared } from "../conversation/view/page-shared.js";
import type { Disposable, IdentityDoor } from "../identity/identity-scope.js";
import { createOpenSessions, type OpenController, type OpenSessions } from "./open-sessions.js";
import { browserStreams } from "./browser-streams.js";
import { browserOffline, browserPresence, browserWake } from "./browser-wake.js";
import type { ServiceContextValue } from "./service-context.js";
import { shareUnsentWork } from "./unsent-work.js";

/** Options of every controller in a page. */
export function inPage({ scope, transport }: Pick<ServiceContextValue, "scope" | "transport">) {
  const { storage } = scope;
  const { onError } = transport;
  return {
    storage,
    onError,
    wake: browserWake,
    offline: browserOffline,
    presence: browserPresence,
    streams: browserStreams,
    readsByFrame: true,
  };
}

/** Shared by the conversations of this identity. */
export function pageShared({ scope }: Pick<ServiceContextValue, "scope">): PageShared {
  const { storage } = scope;
  return {
    given: scope.share("given-answers", () => ({ ...createGivenAnswers(storage), dispose() {} })),
    outbox: (key) =>
      scope.lend(JSON.stringify(["outbox", key]), () => {
        const outbox = createSharedOutbox(storage, key);
        outbox.watch(() => shareUnsentWork(scope).note(outbox, unsafeFrom(outbox.entries())));
        return outbox;
      }),
    editedPlaces: shareEditedPlaces({ scope }),
  };
}

/** The places in queues of the messages that this identity edits on the page. */
export function shareEditedPlaces({ scope }: Pick<ServiceContextValue, "scope">): EditedPlaces {
  return scope.share("edited-places", createEditedPlaces);
}

/** The sessions and chats that this identity has open on the page. */
export function shareOpenSessions({ scope }: Pick<ServiceContextValue, "scope">): OpenSessions {
  return scope.share("open-sessions", createOpenSessions);
}

/** Subscribes to a shared controller. While it has listeners, the scope keeps it and its session counts as open. */
export function subscribeShared(options: {
  readonly scope: ServiceContextValue["scope"];
  readonly key: string;
  /** The shared value. */
  readonly source: () => Disposable;
  readonly controller: OpenController;
  /** Mount path of the door, and the request that asks who is signed in. */
  readonly mount: string;
  readonly ask: IdentityDoor["ask"];
  readonly whileHidden?: () => boolean;
}): (listener: () => void) => () => void {
  const { scope, key, source, controller, mount, ask, whileHidden } = options;
  const open = shareOpenSessions({ scope });
  let listeners = 0;
  let close = () => {};
  const isFollowing = () => listeners > 0 && controller.getState().connection === "live";
  return (listener) => {
    const giveBack = scope.retain(key, source());
    const unsubscribe = controller.subscribe(listener, whileHidden && { whileHidden });
    listeners += 1;
    scope.addDoor(mount, { ask, isFollowing });
    if (listeners === 1) close = open.watch(controller);
    return () => {
      unsubscribe();
      listeners -= 1;
      if (listeners === 0) close();
      giveBack();
    };
  };
}
