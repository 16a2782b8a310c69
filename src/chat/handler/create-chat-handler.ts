import type { SessionEvent } from "../../protocol/session-event.js";
import type { ChatActor, ChatPolicy, WorkspaceTarget } from "./chat-options.js";
import type { Service } from "./service.js";

/** Who is asking and what for, as the host verified it. */
export type ChatResolution = WorkspaceTarget &
  ChatPolicy & {
    /** The user that conversations belong to. Without one the host must name the `conversation`. */
    readonly user?: string | undefined;
    /** The person at the keyboard. @default the `user` */
    readonly actor?: ChatActor | undefined;
    /** Wins over whatever the request names. */
    readonly conversation?: string | undefined;
  };

export type ChatFormatName = "native" | "ui-stream" | "chat-completions" | "responses";

export interface ChatHandlerOptions {
  /** Verifies the caller. Gets a copy of the request, so it may read the body. A Response is answered untouched. */
  readonly resolve: (request: Request) => ChatResolution | Response | Promise<ChatResolution | Response>;
  /** @default "native" */
  readonly format?: ChatFormatName | undefined;
  /** Whether the last chunk of a turn carries its events. @default false */
  readonly includeEvents?: boolean | undefined;
  /** The largest body. @default 1_048_576 (bytes) */
  readonly maxBodyBytes?: number | undefined;
  /** How long a stream may be silent before a comment is written. @default 15_000 (ms) */
  readonly heartbeatMs?: number | undefined;
  /** Told of every event that a stream of this handler reads, for logs and meters. */
  readonly onEvent?: ((event: SessionEvent) => void) | undefined;
  /** Told of every error that became an answer or ended a stream; the caller sees only its code and words. */
  readonly onError?: ((error: unknown, request: Request) => void) | undefined;
}

export type ChatHandler = (request: Request) => Promise<Response>;

/**
 * Makes the host's chat endpoint: one function for `GET` and `POST /api/chat`, `POST /api/chat/respond`, `POST
 * /api/chat/stop` and `GET /api/chat/stream`, under whatever path the host mounts them.
 */
export function createChatHandler(_service: Service, _options: ChatHandlerOptions): ChatHandler {
  return () => Promise.reject(new Error("not there yet"));
}
