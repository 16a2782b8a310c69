/** A product's tools, which an agent calls through the Model Context Protocol (`protocol.md` §3.6). */
export interface McpServerInput {
  /** 1 to 40 letters, digits, hyphens and single underscores; unique within the session. Its tools are `<id>__<tool>`. */
  readonly id: string;
  /** For people: 1 to 200 characters. @default the id */
  readonly name?: string | undefined;
  /**
   * URL of its Streamable HTTP endpoint. `https`, or `http` on the service's own machine. Readable by everyone who
   * can read the session.
   */
  readonly url: string;
  /** Names of the tools to offer. @default all */
  readonly allowedTools?: readonly string[] | undefined;
  /** How long one call may take, connecting included: 100 to 300,000. @default 30_000 (ms) */
  readonly timeoutMs?: number | undefined;
  /** Whether a person approves each call: of every tool, or of those named. @default false */
  readonly requireApproval?: boolean | readonly string[] | undefined;
  /** Sent with each request, such as `authorization`. Stored by the service and never returned. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Fresh headers for one of the session's servers, replacing the stored ones. Only a host's backend may send them. */
export interface McpCredentialUpdate {
  /** A server that the session does not have is ignored. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server as the session API returns it. */
export interface SessionMcpServer {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Null: all. */
  readonly allowedTools?: readonly string[] | null | undefined;
  readonly timeoutMs?: number | undefined;
  readonly requireApproval: boolean | readonly string[];
  /** Names of the headers sent to it; never their values. */
  readonly headerNames: readonly string[];
  /** Incremented with every change of its headers. */
  readonly credentialVersion: number;
}

/** A server that the deployment itself provides. The embedded service has none: it stores and returns the reference. */
export interface ToolReference {
  readonly kind: string;
  readonly id: string;
  readonly eager?: boolean | undefined;
  readonly optional?: boolean | undefined;
}
