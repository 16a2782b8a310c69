import type { ServiceClient } from "./service-client.js";
import type { ServiceRequest } from "../wire/http/http.js";

/** The same client, whose every request carries these headers too. For the calls that serve one request of a host's own. */
export function withHeaders(client: ServiceClient, headers: Readonly<Record<string, string>>): ServiceClient {
  const carrying = (request: ServiceRequest) => ({ ...request, headers: { ...request.headers, ...headers } });
  const { request, open } = client;
  return Object.assign(Object.create(client) as ServiceClient, {
    request: (asked: ServiceRequest) => request(carrying(asked)),
    open: (asked: ServiceRequest) => open(carrying(asked)),
  });
}
