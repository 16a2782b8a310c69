import * as v from "valibot";

/** What a key may do, and the keys of an organization (`protocol.md` §9.7, §9.8). */

export interface ApiKey {
  readonly id: string;
  /** The organization it belongs to. */
  readonly accountId: string;
  readonly name: string;
  readonly description?: string | null | undefined;
  /** The first characters of the token, for display. */
  readonly prefix: string;
  readonly access: "full" | "read";
  readonly permissions: readonly string[];
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The answer to a creation: the only one that shows the token. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  readonly token: string;
}

/** Whose key this is and what it may do. */
export interface AccessMe {
  readonly subjectId: string;
  readonly accountGrants: readonly { readonly accountId: string; readonly permissions: readonly string[] }[];
  readonly defaultAccountId: string | null;
  readonly defaultWorkspaceId: string | null;
}

export interface Health {
  readonly ok: boolean;
  readonly serverVersion?: string | undefined;
}

const text = v.string();
const maybeText = v.nullish(text, null);

export const apiKeySchema = v.looseObject({
  id: text,
  accountId: text,
  name: text,
  description: v.nullish(text),
  prefix: text,
  access: v.optional(v.picklist(["full", "read"]), "full"),
  permissions: v.optional(v.array(text), []),
  expiresAt: maybeText,
  revokedAt: maybeText,
  lastUsedAt: maybeText,
  createdAt: text,
  updatedAt: v.optional(text, ""),
});

export const accessMeSchema = v.looseObject({
  subjectId: text,
  accountGrants: v.optional(v.array(v.looseObject({ accountId: text, permissions: v.array(text) })), []),
  defaultAccountId: maybeText,
  defaultWorkspaceId: maybeText,
});

export const healthSchema = v.looseObject({ ok: v.boolean(), serverVersion: v.optional(text) });
