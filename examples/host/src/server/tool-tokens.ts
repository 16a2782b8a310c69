import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Tokens for the service's calls of the product's tools: tenant and expiry, signed by this host. Short-lived, as they
 * leave the host; the kit passes a fresh one on with every message and decision.
 */
export interface ToolTokens {
  sign(tenant: string): string;
  /** The tenant of an `Authorization` header; undefined when its token is missing, wrong or expired. */
  tenantOf(authorization: string | undefined): string | undefined;
}

/** Ten minutes: longer than a usual turn, shorter than a conversation (ms). */
export const lifetimeMs = 600_000;

export interface ToolTokensOptions {
  /**
   * Shared by all signers and readers. @default one of this process: after a restart the next message brings a new
   * token
   */
  readonly secret?: string | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

export function createToolTokens({ secret, now = Date.now }: ToolTokensOptions = {}): ToolTokens {
  const key = secret ?? randomBytes(32);
  const signatureOf = (claims: string) => createHmac("sha256", key).update(claims).digest();

  return {
    sign(tenant) {
      const claims = Buffer.from(JSON.stringify({ tenant, expiresAt: now() + lifetimeMs })).toString("base64url");
      return `${claims}.${signatureOf(claims).toString("base64url")}`;
    },
    tenantOf(authorization = "") {
      const [, claims = "", signature = ""] = /^Bearer ([\w-]+)\.([\w-]+)$/i.exec(authorization) ?? [];
      const given = Buffer.from(signature, "base64url");
      const expected = signatureOf(claims);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const { tenant, expiresAt } = JSON.parse(Buffer.from(claims, "base64url").toString()) as {
        tenant: string;
        expiresAt: number;
      };
      return expiresAt > now() ? tenant : undefined;
    },
  };
}
