import type { ProxyUpstream } from "../../../src/server/proxy/upstream.js";
import { bodyOf } from "../../support/backend.js";

/** The same service with something in between. */
export const upstreamWith = (service: ProxyUpstream, forward: ProxyUpstream["forward"]): ProxyUpstream => ({
  client: service.client,
  organizationId: service.organizationId,
  source: service.source,
  baseUrl: service.baseUrl,
  clock: service.clock,
  workspaceId: (target) => service.workspaceId(target),
  forward,
  seal: (text) => service.seal(text),
  unseal: (sealed) => service.unseal(sealed),
});

export interface BrowserOptions {
  readonly user?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request from a page of the host, signed in as ana unless it names another person. */
export function request(
  method: string,
  path: string,
  body?: unknown,
  { user = "ana", headers = {} }: BrowserOptions = {},
): Request {
  return new Request(`https://host.test/api/service/v1/${path}`, {
    method,
    headers: {
      ...(user !== null && { "x-user": user }),
      ...(method !== "GET" && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** Status and code of a refusal. */
export const code = async (answer: Response | Promise<Response>) => {
  const settled = await answer;
  return [settled.status, (await bodyOf(settled)).error.code];
};

/** The body of a message. */
export const message = (text: string, more: object = {}) => ({
  type: "user.message",
  clientEventId: crypto.randomUUID(),
  payload: { text },
  ...more,
});
