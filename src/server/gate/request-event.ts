/** What a host is told of a request, for its log and meters: ids, a status and a duration, and never what was said. */

/** `ok` below 400, `refused` below 500, `failed` from there on, `left` when the caller was gone before the answer (499). */
export type RequestOutcome = "ok" | "refused" | "failed" | "left";

/**
 * How a stream came to its end. Of one turn: as the turn did, or it waits for a person. `closed`: the service ended it, or
 * its person is signed out by now (code `access_ended`). `left`: its reader did.
 */
export type StreamOutcome = "completed" | "pending" | "cancelled" | "failed" | "closed" | "left";

interface RequestFacts {
  /** Which of the two a request came to. */
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
  /** Since the request came in, in milliseconds. */
  readonly durationMs: number;
  /** As the answer carries it in `x-service-correlation-id`, and as the service was told. */
  readonly correlationId: string;
  /** As the host's `resolve` gave it; null before, and for a workspace that has no tenant. */
  readonly tenant: string | null;
  /** The actor's id, else the user. */
  readonly person: string | null;
  readonly workspaceId: string | null;
  readonly sessionId: string | null;
  readonly turnId: string | null;
}

/** `answered` comes once for each request; where its answer streams, `ended` follows once when the stream is over. */
export type RequestEvent =
  | (RequestFacts & { readonly type: "answered"; readonly outcome: RequestOutcome; readonly streams: boolean })
  | (RequestFacts & { readonly type: "ended"; readonly outcome: StreamOutcome });
