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

/** What a browser may say when it starts a session. */
export interface CreateSessionInput {
  readonly initialMessage: string;
  readonly idempotencyKey?: string;
  readonly clientEventId?: string;
}

/**
 * What a message of a browser does: starts a session, waits its turn, interrupts, is a draft that is sent, or decides on
 * what waits for a person.
 */
export type MessageDelivery = "create" | "send" | "steer" | "submit" | "decision";

/** What the host adds to a message. */
export interface ForwardedMessage {
  /** Stands before the browser's own, a blank line between them. A decision has none. */
  readonly modelContext?: string | undefined;
  /** Fresh credentials for the session's tools; never taken from a browser. Servers that the session lacks are passed over. */
  readonly mcpCredentialUpdates?: readonly McpCredentialUpdate[] | undefined;
}

/** Options of `createSessionProxy`. */
export interface SessionProxyOptions extends DoorOptions {
  /** Decides who asks: the person, or a `Response` that is returned as it is. */
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
  /** Whether a browser may choose models. When not, what it says of them is dropped. @default true */
  readonly modelSelection?: boolean | undefined;
  /** The path that the proxy is mounted at. @default whatever stands before the last `/v1/` */
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
   * Whether an admin (`role: "admin"`) may list, create and revoke keys of their workspace. Such a key reaches every session
   * of the workspace, whoever's it is, from anywhere. @default false
   */
  readonly apiKeys?: boolean | undefined;
  /**
   * Whether people may connect machines of theirs: the agents of their sessions then read, write and run there.
   * @default false
   */
  readonly machines?: boolean | undefined;
  /** Whether sessions may be archived. @default true */
  readonly archive?: boolean | undefined;
  /**
   * Whether people may have scheduled tasks: prompts of theirs that start sessions by themselves, without `createSession`
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
