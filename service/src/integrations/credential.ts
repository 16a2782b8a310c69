/** A credential: its stored form, and how it is added to a request, as the last step. */
import type { IntegrationAuth, IntegrationAuthScheme, IntegrationCredential } from "@service/sdk/protocol";
import * as v from "valibot";
import { hideSecrets } from "../mcp/hide-secrets.js";
import { isHeaderValue } from "./header-names.js";
import type { PlannedTool } from "./surface.js";

const secret = (most: number) =>
  v.pipe(
    v.string("must be a text"),
    v.check(
      (value) => value !== "" && value.length <= most && isHeaderValue(value),
      `must be 1 to ${most} characters without line breaks`,
    ),
  );

export const credentialSchema = v.object({
  schemeId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  value: secret(8_000),
  username: v.pipe(
    v.nullish(secret(500)),
    v.transform((value) => value ?? undefined),
  ),
});

/** Headers and query of a credential. */
export interface Authentication {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Every encoding of the secret that a response could echo. */
  readonly secrets: readonly string[];
}

export const noAuthentication: Authentication = { headers: {}, query: {}, secrets: [] };

/** The scheme that a credential is for; null when the source has no such scheme. */
export function schemeFor(
  { schemes }: IntegrationAuth,
  { schemeId }: IntegrationCredential,
): IntegrationAuthScheme | null {
  return schemes.find(({ id }) => id === schemeId) ?? null;
}

/** Whether calls of this tool are refused without a credential. */
export function needsCredential({ required }: IntegrationAuth, { plan }: Pick<PlannedTool, "plan">): boolean {
  return required && (plan.kind !== "http" || plan.authenticated);
}

export function authenticationOf(
  scheme: Pick<IntegrationAuthScheme, "kind" | "in" | "name">,
  credential: Pick<IntegrationCredential, "value"> & { readonly username?: string | undefined },
): Authentication {
  const { value, username = "" } = credential;
  const plain = [value, encodeURIComponent(value), new URLSearchParams({ "": value }).toString().slice(1)];
  switch (scheme.kind) {
    case "bearer":
      return { headers: { authorization: `Bearer ${value}` }, query: {}, secrets: plain };
    case "basic": {
      const pair = toBase64(`${username}:${value}`);
      return { headers: { authorization: `Basic ${pair}` }, query: {}, secrets: [...plain, pair] };
    }
    case "apiKey": {
      const { name = "" } = scheme;
      const isQuery = scheme.in === "query";
      return {
        headers: isQuery ? {} : { [name.toLowerCase()]: value },
        query: isQuery ? { [name]: value } : {},
        secrets: plain,
      };
    }
    default:
      return scheme.kind satisfies never;
  }
}

function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

/** Shorter ones are no secrets, and would be found everywhere. */
const shortestSecret = 6;

/** The value without the secrets that it quotes. */
export function withoutSecrets<T>({ secrets }: Authentication, value: T): T {
  const found = [...new Set(secrets)].filter((one) => one.length >= shortestSecret);
  return hideSecrets(found, value);
}
