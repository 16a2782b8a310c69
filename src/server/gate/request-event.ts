/** Event of a request for the host's log and metrics: ids, a status and a duration, never content. */

/** `ok` below 400, `refused` below 500, `failed` from there on, `left` when the caller was gone before the answer (499). */
export type RequestOutcome = "ok" | "refused" | "failed" | "left";

/**
 * End of a stream. For one turn: the turn's own end, or it waits for a person. `closed`: the service ended it, or its
 * person has signed out (code `access_ended`). `left`: the client disconnected.
 */
export type StreamOutcome = "completed" | "pending" | "cancelled" | "failed" | "closed" | "left";

interface RequestFacts {
  /** The endpoint of the request. */
  readonly door: "chat" | "proxy";
  readonly method: string;
  /**
   * Of the chat `history`, `send`, `respond`, `stop`, `resume` or `follow`; of the proxy the path's pattern, such as
   * `workspaces/:workspaceId/sessions/:sessionId/events`. Null where there is no such route.
   */
  readonly route: string | null;
  /** The answer's HTTP status. */
  readonly status: number;
  /** The code of the error that was answered, or that ended the stream. */
  readonly code: string | null;
  /** Since the request arrived, in milliseconds. */
  readonly durationMs: number;
  /** The `x-service-correlation-id` of the response, also sent to the service. */
  readonly correlationId: string;
  /** The tenant that the host's `resolve` returned; null before it ran, and for a workspace without a tenant. */
  readonly tenant: string | null;
  /** The actor's id, else the user. */
  readonly person: string | null;
  readonly workspaceId: string | null;
  readonly sessionId: string | null;
  readonly turnId: string | null;
}

/**
 * `answered` is reported once for each request; where its response streams, `ended` follows once when the stream is
 * over.
 */
export type RequestEvent =
  | (RequestFacts & { readonly type: "answered"; readonly outcome: RequestOutcome; readonly streams: boolean })
  | (RequestFacts & { readonly type: "ended"; readonly outcome: StreamOutcome });
