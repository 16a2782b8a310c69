/**
 * `GET …/identity` of both doors: the person that the host's `resolve` returns. Reads no body and makes no request to
 * the service.
 */
import { header, headerJson } from "../../wire/protocol/headers.js";

/** Who was resolved, in the words that both doors share. */
export interface WhoAsks {
  readonly tenant: string | null;
  readonly workspaceId: string | null;
  /** The actor's id, or the user. */
  readonly person: string | null;
}

/** Whether answers name the resolved tenant and person. Without an option, an unknown environment counts as production. */
function isDevelopment(option: boolean | undefined): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const environment = process?.env?.["NODE_ENV"];
  return environment !== "production" && (option ?? environment === "development");
}

/** Marks the door's answers with the caller's identity; in development also with the resolved tenant and person. */
export function nameCaller(headers: Headers, digest: string, who: WhoAsks, development: boolean | undefined): void {
  headers.set(header.identity, digest);
  if (isDevelopment(development)) headers.set(header.resolved, headerJson(who));
}

export function identityAnswer(
  headers: Headers,
  digest: string,
  { tenant, workspaceId, person }: WhoAsks,
  development: boolean | undefined,
): Response {
  const facts = isDevelopment(development) ? { tenant: tenant ?? workspaceId, person } : {};
  const answer = Response.json({ identity: digest, ...facts }, { headers });
  answer.headers.set("cache-control", "private, no-store");
  answer.headers.set("x-content-type-options", "nosniff");
  return answer;
}
