import type { Clock } from "../foundation/clock.js";
import type { CreateSessionBody } from "../protocol/session-bodies.js";
import type { Session } from "../protocol/session.js";
import type { ServiceClient } from "../session/service-client.js";

/** What the proxy needs of a `Service`. */
export interface ProxyUpstream {
  readonly client: ServiceClient;
  readonly organizationId: string;
  readonly source: string;
  readonly baseUrl: string;
  readonly clock: Clock;
  workspaceId(target: { readonly tenant: string } | { readonly workspaceId: string }): Promise<string>;
}

/** Who is asking, as the host verified it. */
export interface ProxyResolution {
  readonly tenant?: string | undefined;
  /** Instead of `tenant`. */
  readonly workspaceId?: string | undefined;
  readonly user?: string | undefined;
  /** The person at the keyboard. @default the `user` */
  readonly actor?: { readonly id: string; readonly name?: string | undefined } | undefined;
  /** A conversation that the user may open, also when it carries no label of theirs. */
  readonly conversation?: string | undefined;
}

export interface ProxyContext {
  readonly request: Request;
  readonly workspaceId: string;
  readonly user: string;
  readonly resolution: ProxyResolution;
}

export interface SessionProxyOptions {
  readonly resolve: (request: Request) => ProxyResolution | Response | Promise<ProxyResolution | Response>;
  /** Who may open a session. @default the same label, or no label and `resolve` gave this very conversation */
  readonly authorizeSession?: ((session: Session, context: ProxyContext) => boolean | Promise<boolean>) | undefined;
  /** Whether a write is meant by the host's own pages. @default `Sec-Fetch-Site` is not `cross-site` */
  readonly authorizeMutation?: ((request: Request) => boolean | Promise<boolean>) | undefined;
  /** Makes the body of a session that a browser starts. Without it a browser starts none. */
  readonly createSession?:
    | ((
        input: { readonly initialMessage: string; readonly idempotencyKey?: string; readonly clientEventId?: string },
        context: ProxyContext,
      ) => Partial<CreateSessionBody> | Response | Promise<Partial<CreateSessionBody> | Response>)
    | undefined;
  /** The path that this proxy is mounted at. @default whatever stands before `/v1/` */
  readonly basePath?: string | undefined;
  /** @default 1_048_576 (bytes) */
  readonly maxBodyBytes?: number | undefined;
  /** Whether sessions may be archived. @default true */
  readonly archive?: boolean | undefined;
  /** Which sessions a list shows: the user's own, or none. @default "mine" */
  readonly sessionList?: "mine" | false | undefined;
  /** @default 15_000 (ms) */
  readonly heartbeatMs?: number | undefined;
  /** Told of every error that became an answer or ended a stream. */
  readonly onError?: ((error: unknown, request: Request) => void) | undefined;
}

export type SessionProxy = (request: Request) => Promise<Response>;

/** Makes the authenticated door between a browser's `ServiceClient` and the service: a table of allowed routes. */
export function createSessionProxy(_service: ProxyUpstream, _options: SessionProxyOptions): SessionProxy {
  return () => Promise.reject(new Error("not there yet"));
}
