import type { Clock } from "../../foundation/clock.js";
import type { UpstreamRequest } from "../../api/forward.js";
import type { ServiceClient } from "../../api/service-client.js";
import { withHeaders } from "../../api/with-headers.js";

export type { UpstreamRequest } from "../../api/forward.js";

/** The proxy's view of a `Service`. */
export interface ProxyUpstream {
  readonly client: ServiceClient;
  readonly organizationId: string;
  readonly source: string;
  readonly baseUrl: string;
  readonly clock: Clock;
  workspaceId(target: { readonly tenant: string } | { readonly workspaceId: string }): Promise<string>;
  /** Returns the response unchanged, whatever its status. */
  forward(request: UpstreamRequest): Promise<Response>;
  /** Encrypts a text so that only processes with the same organization key can read it. */
  seal(text: string): Promise<string>;
  /** Null for a text that `seal` did not make under this key. */
  unseal(sealed: string): Promise<string | null>;
}

/** The same for one request: its calls carry the request's id and trace, save a tenant's workspace, which many may wait for. */
export function correlated(upstream: ProxyUpstream, headers: Readonly<Record<string, string>>): ProxyUpstream {
  const { organizationId, source, baseUrl, clock } = upstream;
  return {
    client: withHeaders(upstream.client, headers),
    organizationId,
    source,
    baseUrl,
    clock,
    workspaceId: (target) => upstream.workspaceId(target),
    forward: (request) => upstream.forward({ ...request, headers: { ...request.headers, ...headers } }),
    seal: (text) => upstream.seal(text),
    unseal: (sealed) => upstream.unseal(sealed),
  };
}
