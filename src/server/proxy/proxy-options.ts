import type { DoorOptions } from "../gate/visit.js";
import type { McpCredentialUpdate } from "../../wire/protocol/mcp-server.js";
import type { CreateSessionBody } from "../../wire/protocol/session-bodies.js";
import type { Session } from "../../wire/protocol/session.js";

/** Who is asking, as the host verified it. */
export type ProxyResolution = (
  | { readonly tenant: string; readonly workspaceId?: undefined }
  | { readonly workspaceId: string; readonly tenant?: undefined }
) & {
  /** Whose sessions may be opened; without one the request is refused (401). */
  readonly user?: string | undefined;
  /** The person at the keyboard. @default the `user` */
  readonly actor?: { readonly id: string; readonly name?: string | undefined } | undefined;
  /**
   * What the person may do with records of the workspace itself, such as its scheduled tasks: an admin reads and changes
   * them. @default "member"
   */
  readonly role?: "admin" | "member" | undefined;
  /** A shared conversation that the user may open, although it carries no label of theirs. */
  readonly conversation?: string | undefined;
};

/** The request that a hook of the proxy decides about. */
export interface ProxyContext {
  readonly request: Request;
  readonly workspaceId: string;
  readonly user: string;
  readonly resolution: ProxyResolution;
}

/** Fields that a browser may set when it starts a session. */
export interface CreateSessionInput {
  readonly initialMessage: string;
  readonly idempotencyKey?: string;
  readonly clientEventId?: string;
}

/**
 * Effect of a browser's message: starts a session, is queued, interrupts, submits a draft, or decides a pending
 * request.
 */
export type MessageDelivery = "create" | "send" | "steer" | "submit" | "decision";

/** Fields that the host adds to a message. */
export interface ForwardedMessage {
  /** Placed before the browser's own, separated by a blank line. A decision has none. */
  readonly modelContext?: string | undefined;
  /** Fresh credentials for the session's tools; never taken from a browser. Servers that the session lacks are passed over. */
  readonly mcpCredentialUpdates?: readonly McpCredentialUpdate[] | undefined;
}

/** Options of `createSessionProxy`. */
export interface SessionProxyOptions extends DoorOptions {
  /** Resolves the person, or returns a `Response` that is sent unchanged. */
  readonly resolve: (request: Request) => ProxyResolution | Response | Promise<ProxyResolution | Response>;
  /** Who may open a session. @default the same label, or no label and `resolve` gave this very conversation */
  readonly authorizeSession?: ((session: Session, context: ProxyContext) => boolean | Promise<boolean>) | undefined;
  /** Completes the body of a session that a browser starts; a Response refuses it. Without this, none can be started. */
  readonly createSession?:
    | ((
        input: CreateSessionInput,
        context: ProxyContext,
      ) => Partial<CreateSessionBody> | Response | Promise<Partial<CreateSessionBody> | Response>)
    | undefined;
  /** Called with each message and decision before it is passed on: completes it, or refuses it with a Response. */
  readonly beforeForwardMessage?:
    | ((
        message: { readonly sessionId?: string | undefined; readonly delivery: MessageDelivery },
        context: ProxyContext,
      ) => ForwardedMessage | Response | undefined | Promise<ForwardedMessage | Response | undefined>)
    | undefined;
  /** Whether a browser may choose models. Otherwise its choice is dropped. @default true */
  readonly modelSelection?: boolean | undefined;
  /** The proxy's mount path. @default everything before the last `/v1/` */
  readonly basePath?: string | undefined;
  /** The largest body. @default 1_048_576 (bytes) */
  readonly maxBodyBytes?: number | undefined;
  /** Whether files may be uploaded, sent along and downloaded, as far as the service takes them. @default true */
  readonly files?: boolean | undefined;
  /**
   * Whether people may have automations: sources of signed events and triggers whose prompts start sessions of theirs by
   * themselves, without `createSession`. @default false
   */
  readonly automations?: boolean | undefined;
  /**
   * Whether an admin (`role: "admin"`) may list, create and revoke keys of their workspace. Such a key reaches every
   * session of the workspace, of every person, from anywhere. @default false
   */
  readonly apiKeys?: boolean | undefined;
  /**
   * Whether people may connect machines of theirs: the agents of their sessions then read, write and run there.
   * @default false
   */
  readonly machines?: boolean | undefined;
  /**
   * Whether people may delete sessions of their own, and admins those that they may open, for good: with the log, the files
   * and the sessions below it. @default false
   */
  readonly deleteSession?: boolean | undefined;
  /** Whether people may list and delete what agents remember of them; an admin also the workspace's facts. @default false */
  readonly memory?: boolean | undefined;
  /** Whether people may read what they have used themselves, and their own limits. @default false */
  readonly usage?: boolean | undefined;
  /** Whether sessions may be archived. @default true */
  readonly archive?: boolean | undefined;
  /**
   * Whether people may have scheduled tasks: prompts of theirs that start sessions on a schedule, without `createSession`
   * and `beforeForwardMessage` being called. @default false
   */
  readonly scheduledTasks?: boolean | undefined;
  /**
   * Whether people may install integrations: those that the host registered (`"definitions"`), or any public API, GraphQL
   * endpoint or MCP server (`"all"`). @default false
   */
  readonly integrations?: "definitions" | "all" | false | undefined;
  /**
   * Which sessions a list shows: the user's own, each that `authorizeSession` lets them open, or there is no list. One
   * request for a "visible" page asks `authorizeSession` of at most 500 sessions; beyond those its page may be short, or
   * empty, before the last. @default "mine"
   */
  readonly sessionList?: "mine" | "visible" | false | undefined;
  /** How long a stream may be silent before a comment is written. @default 15_000 (ms) */
  readonly heartbeatMs?: number | undefined;
}
