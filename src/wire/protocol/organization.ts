import * as v from "valibot";
import { quotasSchema } from "./quotas.js";
import { actorSchema, type Actor } from "./decisions.js";
import { sessionSchema, type Session, type Workspace } from "./session.js";

/** Permissions of a key, and the keys of an organization (`protocol.md` §9.7, §9.8). */

export interface ApiKey {
  readonly id: string;
  /** The organization it belongs to. */
  readonly accountId: string;
  /** The one workspace that the key admits to; null for a key of the organization. */
  readonly workspaceId: string | null;
  readonly name: string;
  readonly description?: string | null | undefined;
  /** The first characters of the token, for display. */
  readonly prefix: string;
  readonly access: "full" | "read";
  readonly permissions: readonly string[];
  /** The person who created the key; absent when the service has none on record. */
  readonly createdBy?: Actor | null | undefined;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Response to a creation; the only response with the token. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  readonly token: string;
}

/** The owner and permissions of a key. */
export interface AccessMe {
  readonly subjectId: string;
  readonly accountGrants: readonly { readonly accountId: string; readonly permissions: readonly string[] }[];
  /** Empty for a key of the organization, which admits to every workspace. */
  readonly workspaceGrants: readonly {
    readonly workspaceId: string;
    readonly accountId: string;
    readonly permissions: readonly string[];
  }[];
  readonly defaultAccountId: string | null;
  readonly defaultWorkspaceId: string | null;
}

/** Response of `GET /healthz`. */
export interface Health {
  readonly ok: boolean;
  readonly serverVersion?: string | undefined;
}

/** A page of an organization's sessions, newest first. It may be short, or empty, while a cursor is set. */
export interface OrganizationSessionPage {
  readonly sessions: readonly Session[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A page of an organization's workspaces, oldest first. */
export interface WorkspacePage {
  readonly workspaces: readonly Workspace[];
  readonly nextCursor: string | null;
}

/** Response of `PUT /v1/workspaces/external`. */
export interface EnsuredWorkspace {
  readonly workspace: Workspace;
  /** Whether it was made by this call. */
  readonly created: boolean;
}

/** A model that a session may choose. */
export interface ModelChoice {
  readonly id: string;
  readonly label: string;
  readonly description?: string | null | undefined;
  readonly reasoningEfforts?: readonly string[] | undefined;
}

/** Models that a service offers. */
export interface ModelCatalog {
  readonly defaultModel: string | null;
  readonly models: readonly ModelChoice[];
}

const text = v.string();
const maybeText = v.nullish(text, null);

/** Schema of `Workspace`. */
export const workspaceSchema = v.looseObject({
  id: text,
  accountId: text,
  name: text,
  kind: v.optional(v.picklist(["shared", "personal"]), "shared"),
  externalSource: maybeText,
  externalId: maybeText,
  slug: maybeText,
  agentInstructions: maybeText,
  settings: v.optional(
    v.looseObject({
      memoryEnabled: v.optional(v.boolean()),
      retentionDays: v.nullish(v.number()),
      quotas: v.nullish(quotasSchema),
    }),
  ),
  createdAt: text,
  updatedAt: text,
});

/** Schema of `ApiKey`. */
export const apiKeySchema = v.looseObject({
  id: text,
  accountId: text,
  workspaceId: maybeText,
  name: text,
  description: v.nullish(text),
  prefix: text,
  access: v.optional(v.picklist(["full", "read"]), "full"),
  permissions: v.optional(v.array(text), []),
  createdBy: v.nullish(actorSchema, null),
  expiresAt: maybeText,
  revokedAt: maybeText,
  lastUsedAt: maybeText,
  createdAt: text,
  updatedAt: v.optional(text, ""),
});

/** Schema of `EnsuredWorkspace`. */
export const ensuredWorkspaceSchema = v.looseObject({
  workspace: workspaceSchema,
  created: v.optional(v.boolean(), false),
});
/** Schema of `ApiKeyList`. */
export const apiKeyListSchema = v.looseObject({ apiKeys: v.array(apiKeySchema) });
/** Schema of `CreatedApiKey`. */
export const createdApiKeySchema = v.looseObject({ apiKey: apiKeySchema, token: v.string() });

/** Schema of `AccessMe`. */
export const accessMeSchema = v.looseObject({
  subjectId: text,
  accountGrants: v.optional(v.array(v.looseObject({ accountId: text, permissions: v.array(text) })), []),
  workspaceGrants: v.optional(
    v.array(v.looseObject({ workspaceId: text, accountId: text, permissions: v.array(text) })),
    [],
  ),
  defaultAccountId: maybeText,
  defaultWorkspaceId: maybeText,
});

/** Schema of `Health`. */
export const healthSchema = v.looseObject({ ok: v.boolean(), serverVersion: v.optional(text) });

/** Schema of `OrganizationSessionPage`. */
export const organizationSessionPageSchema = v.looseObject({
  sessions: v.array(sessionSchema),
  nextCursor: maybeText,
});

/** Schema of `WorkspaceList`. */
export const workspaceListSchema = v.array(workspaceSchema);
/** Schema of `WorkspacePage`. */
export const workspacePageSchema = v.looseObject({ workspaces: v.array(workspaceSchema), nextCursor: maybeText });

/** Schema of `ModelCatalog`. */
export const modelCatalogSchema = v.looseObject({
  defaultModel: maybeText,
  models: v.array(
    v.looseObject({
      id: text,
      label: text,
      description: maybeText,
      reasoningEfforts: v.optional(v.array(text)),
    }),
  ),
});
