import type { Clock } from "../foundation/clock.js";
import type { Actor } from "../protocol/decisions.js";
import type { ServiceClient } from "../session/service-client.js";

/** A request to the service, made with the organization's key. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path and query, from the service's root. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** Bytes that are passed on as they come, instead of a body. */
  readonly bytes?: ReadableStream<Uint8Array> | undefined;
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly actor?: Actor | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the proxy needs of a `Service`. */
export interface ProxyUpstream {
  readonly client: ServiceClient;
  readonly organizationId: string;
  readonly source: string;
  readonly baseUrl: string;
  readonly clock: Clock;
  workspaceId(target: { readonly tenant: string } | { readonly workspaceId: string }): Promise<string>;
  /** Gives the answer as it came, whatever its status. */
  forward(request: UpstreamRequest): Promise<Response>;
}
