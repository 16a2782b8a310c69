/**
 * One session controller for all hooks of one identity that name the same session: one replay, one stream.
 */
import { ServiceError } from "../foundation/base-error.js";
import type { Disposable, IdentityDoor } from "../identity/identity-scope.js";
import { connectService, type ServiceConnection } from "../api/service-connection.js";
import { openSession } from "../session/session-controller.js";
import type { SessionController, SessionControllerState } from "../session/session-types.js";
import { identify } from "../wire/http/identify.js";
import { browserStreams } from "./browser-streams.js";
import { shareFirstMessages, withFirstMessage } from "./first-messages.js";
import { shareHeaders } from "./join-headers.js";
import { derivedStore, type ReadableStore } from "./readable-store.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { inPage, pageShared, subscribeShared } from "./shared-controller.js";
import { withoutPerson } from "./signed-out.js";
import { givenOptions } from "./given-options.js";

export type SessionControllerVerbs = Omit<SessionController, "getState" | "subscribe" | "dispose">;

/** A session with a store to subscribe to. */
export interface SessionSource extends Disposable {
  readonly store: ReadableStore<SessionControllerState & SessionControllerVerbs>;
}

/**
 * The client of this identity through the proxy; the browser has no key. It sends nothing without an
 * identity: the request would be made as the person of the browser's cookie.
 */
export function shareClient(context: ServiceContextValue, isEnabled = true): ServiceConnection {
  const { scope, transport, baseUrl } = context;
  if (!isEnabled) return refusing(context, "disabled");
  if (scope.identity === null) return refusing(context, scope.isUnknown ? "unknown" : "signed-out");
  const { client } = scope.share(JSON.stringify(["client", baseUrl]), () => {
    const connection = connectService({
      baseUrl,
      headers: shareHeaders(context),
      fetch: scope.guardFetch(baseUrl, transport.fetch),
      onUnauthorized: () => scope.refuse(baseUrl),
    });
    const door = { ask: askProxy(connection), isFollowing: () => false };
    const request: ServiceConnection["request"] = (asked) => {
      // Panels are private, too: a page without an open session asks as well.
      scope.addDoor(baseUrl, door, "spare");
      // Requests have priority over streams.
      return browserStreams.ask(() => connection.request(asked));
    };
    return { client: { ...connection, request }, dispose() {} };
  });
  return client;
}

/** A client whose every request is refused before it is sent. */
function refusing({ scope, baseUrl }: ServiceContextValue, reason: Reason): ServiceConnection {
  const { client } = scope.share(JSON.stringify(["refusing-client", baseUrl, reason]), () => {
    const refuse = () => Promise.reject(refusals[reason]);
    return { client: { ...connectService({ baseUrl }), request: refuse, open: refuse }, dispose() {} };
  });
  return client;
}

function askProxy(client: Pick<ServiceConnection, "request">): IdentityDoor["ask"] {
  return (signal) => identify(client, "/v1/config/client", signal);
}

export function shareSession(
  context: ServiceContextValue,
  sessionId: string,
  workspaceId: string | undefined,
): SessionSource {
  const { scope, baseUrl } = context;
  const key = JSON.stringify(["session", baseUrl, workspaceId ?? null, sessionId]);
  return scope.lend(key, () => {
    const client = shareClient(context);
    const controller = openSession(
      { ...inPage(context), client, sessionId, workspaceId },
      { page: pageShared(context) },
    );
    const ask = askProxy(client);
    const first = shareFirstMessages(context);
    const source: SessionSource = bindSession(
      controller,
      subscribeShared({ scope, key, source: () => source, controller, mount: baseUrl, ask }),
      (state) => withFirstMessage(state, first.of(sessionId)),
    );
    return source;
  });
}

function bindSession(
  controller: SessionController,
  subscribe: SessionController["subscribe"],
  shown = (state: SessionControllerState) => state,
): SessionSource {
  const { getState, subscribe: _, dispose, ...verbs } = controller;
  const first = getState();
  const source = { getState, getInitialState: () => first, subscribe };
  return { store: derivedStore(source, (state) => ({ ...shown(state), ...verbs })), dispose };
}

/** A session's id; null or undefined while it is unknown: nothing is requested and views show their loading state. */
export type SessionId = string | null | undefined;

/** Whether the id names a session; an empty string does not. */
export function isSessionId(sessionId: SessionId): sessionId is string {
  return typeof sessionId === "string" && sessionId !== "";
}

/** The session that every hook of this identity shares, or an idle one: while signed out, not enabled, or without an id. */
export function useSessionSource(sessionId: SessionId, options: SourceOptions): SessionSource {
  return sessionOf(useServiceContext(), sessionId, givenOptions(options));
}

interface SourceOptions {
  readonly workspaceId?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** The same outside of rendering. */
export function sessionOf(
  context: ServiceContextValue,
  sessionId: SessionId,
  { workspaceId, enabled = true }: SourceOptions,
): SessionSource {
  if (!enabled) return idleSession(sessionId ?? "", "disabled");
  if (context.scope.isUnknown) return idleSession(sessionId ?? "", "unknown");
  if (context.scope.identity === null) return idleSession(sessionId ?? "", "signed-out");
  return isSessionId(sessionId) ? shareSession(context, sessionId, workspaceId) : idleSession("", "awaited");
}

const refusals = {
  disabled: new ServiceError("This session is not enabled. Render it with enabled: true to use it.", {
    code: "session_disabled",
  }),
  ...withoutPerson,
  awaited: new ServiceError("There is no session yet: its id is not known. Give the id first.", {
    code: "session_pending",
  }),
};

type Reason = keyof typeof refusals;

/** The last placeholder of each reason, so that a component gets the same object while its session stays the same. */
const idle = new Map<Reason, { readonly sessionId: string; readonly source: SessionSource }>();

function idleSession(sessionId: string, reason: Reason): SessionSource {
  const last = idle.get(reason);
  if (last?.sessionId === sessionId) return last.source;
  const isWanted = reason === "awaited" || reason === "unknown";
  const options = { client: connectService({ baseUrl: "/" }), sessionId };
  const controller = openSession(options, { refusal: refusals[reason], isWanted });
  const source = bindSession(controller, controller.subscribe);
  idle.set(reason, { sessionId, source });
  return source;
}
