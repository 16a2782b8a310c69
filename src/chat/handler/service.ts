import type { Clock } from "../../foundation/clock.js";
import type { Session } from "../../protocol/session.js";
import type { ServiceClient } from "../../session/service-client.js";
import type { Chat } from "./chat.js";
import type { ChatOptions, WorkspaceTarget } from "./chat-options.js";

export interface ServiceOptions {
  /** A full organization key. It never leaves the backend. */
  readonly apiKey: string;
  readonly organizationId: string;
  /** A stable label of this product; tenants and users are mapped under it. */
  readonly source: string;
  /** @default "https://api.service.invalid", which resolves nowhere: set SERVICE_API_BASE_URL and pass it */
  readonly baseUrl?: string | undefined;
  /** @default the global fetch */
  readonly fetch?: typeof fetch | undefined;
  /** The name of a tenant's new workspace. @default the tenant's id */
  readonly workspaceName?: ((tenant: string) => string) | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
  /** Told once when the server does not say what it can. @default console.warn */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The deployment as a host's backend sees it. Make one a process: it remembers workspaces and what the server can. */
export class Service {
  readonly client: ServiceClient;
  readonly organizationId: string;
  readonly source: string;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly sessions: {
    list(options: WorkspaceTarget & { readonly user?: string; readonly limit?: number }): Promise<readonly Session[]>;
  };

  constructor(_options: ServiceOptions) {
    throw new Error("not there yet");
  }

  /** The workspace of a tenant, made on first use. Concurrent first uses make one call; a failure is tried again. */
  workspaceId(_target: WorkspaceTarget): Promise<string> {
    throw new Error("not there yet");
  }

  /** Opens a conversation. Writes nothing: the session is made with the first message. */
  chat(_options: ChatOptions): Promise<Chat> {
    throw new Error("not there yet");
  }

  chatBySessionId(_options: { workspaceId: string; sessionId: string; user: string | null }): Promise<Chat> {
    throw new Error("not there yet");
  }
}
