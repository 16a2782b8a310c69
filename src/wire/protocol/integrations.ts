// budget: the wire of one family, its types beside their guards.
import * as v from "valibot";
import type { EndUser } from "./session.js";

/** Integrations: tools of other systems that an agent may call through the service (`protocol.md` §9.5). */

/** Effect of a call: `destructive` ones always need a person's approval. */
export type ToolSafety = "read" | "write" | "destructive";

/** A tool of an integration. */
export interface IntegrationTool {
  /** Stable for one operation of a source; `allowedTools` names it. */
  readonly id: string;
  /** The operation in the source's own terms, such as `GET /orders/{id}`, `query.orders` or `tools/search`. */
  readonly operationKey: string;
  /** The agent calls it as `<instanceKey>__<name>`. */
  readonly name: string;
  /** From the source: data, never instructions. */
  readonly description: string;
  /** JSON Schema of the arguments. Records of installed integrations leave it out. */
  readonly inputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly safety: ToolSafety;
  /** Whether a person approves each call. */
  readonly approvalMode: "never" | "ask";
  readonly deprecated: boolean;
  /** Whether its calls are refused without a credential. @default `required` of the integration's `auth` */
  readonly needsCredential?: boolean | undefined;
}

/** One way to authenticate. */
export interface IntegrationAuthScheme {
  readonly id: string;
  readonly kind: "apiKey" | "bearer" | "basic";
  /** Location of the API key in a request. */
  readonly in?: "header" | "query" | undefined;
  /** The header or the parameter of an API key. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** How an integration's API expects its credential. */
export interface IntegrationAuth {
  /** Whether calls fail without a credential, if the source states it. */
  readonly required: boolean;
  /** Whether the host has provided the credential, so the form asks for none. */
  readonly providedByHost: boolean;
  readonly schemes: readonly IntegrationAuthScheme[];
}

/** A secret for one scheme. The service encrypts it and never returns it. */
export interface IntegrationCredential {
  readonly schemeId: string;
  /** The key or token; of `basic`, the password. */
  readonly value: string;
  /** Only for `basic`. */
  readonly username?: string | undefined;
}

/** The source of an integration's tools. */
export type IntegrationSource =
  /** One that the host registered. */
  | { readonly kind: "definition"; readonly definitionId: string }
  /** An OpenAPI 3.0 or 3.1 document, at a URL or as it is (an object, or JSON or YAML text). */
  | {
      readonly kind: "openapi";
      readonly url?: string | undefined;
      readonly document?: string | Readonly<Record<string, unknown>> | undefined;
      /** The base URL of calls. @default the document's first server */
      readonly baseUrl?: string | undefined;
    }
  /** A GraphQL endpoint. Without `schema` (SDL or an introspection result) it is introspected. */
  | {
      readonly kind: "graphql";
      readonly url: string;
      readonly schema?: string | Readonly<Record<string, unknown>> | undefined;
    }
  /** A server of the Model Context Protocol (Streamable HTTP). */
  | { readonly kind: "mcp"; readonly url: string }
  /** The kind of source that the URL has, out of these. */
  | { readonly kind: "auto"; readonly url: string };

/** An integration that the host offers. */
export interface IntegrationDefinition {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly providedByHost: boolean;
}

/** Body that previews an integration. */
export interface PreviewIntegrationBody {
  readonly source: IntegrationSource;
  /** For a source that wants one before it describes itself. Not kept. */
  readonly credential?: IntegrationCredential | undefined;
  /** Whose it will be. A proxy sets it. */
  readonly endUser?: EndUser | null | undefined;
  /** Through a proxy: `workspace` needs the role `admin`. @default "user" */
  readonly owner?: "user" | "workspace" | undefined;
}

/** Preview of an integration before it is installed. */
export interface IntegrationPreview {
  readonly revisionId: string;
  readonly contentSha256: string;
  readonly title: string;
  /** A free key among the owner's integrations. */
  readonly instanceKey: string;
  /** The integration of this owner that has this source already. */
  readonly installed?: { readonly id: string; readonly instanceVersion: number } | null | undefined;
  readonly baseUrl: string;
  readonly auth: IntegrationAuth;
  /** Whether the service can keep a credential: it was given a key to encrypt with. */
  readonly keepsCredentials: boolean;
  readonly tools: readonly IntegrationTool[];
  readonly warnings: readonly string[];
}

/** Body that installs an integration. */
export interface InstallIntegrationBody extends PreviewIntegrationBody {
  readonly expectedRevisionId: string;
  readonly expectedContentSha256: string;
  /** 1 to 24 lower-case letters, digits and single hyphens. @default from the title */
  readonly instanceKey?: string | undefined;
  /** 1 to 120 characters. @default the source's title */
  readonly displayName?: string | undefined;
  /** The version of the integration that is to be replaced. Without it, nothing is replaced. */
  readonly expectedInstanceVersion?: number | undefined;
  /** Ids of tools. @default all */
  readonly allowedTools?: readonly string[] | undefined;
}

/** An installed integration. */
export interface Integration {
  readonly id: string;
  readonly workspaceId: string;
  readonly endUser: EndUser | null;
  readonly instanceKey: string;
  readonly serverId: string;
  readonly displayName: string;
  /** `needs_credentials`: one of its tools needs a credential and none is kept. Open. */
  readonly status: "installed" | "needs_credentials" | (string & {});
  readonly source: {
    readonly kind: string;
    readonly url?: string | undefined;
    readonly definitionId?: string | undefined;
  };
  readonly baseUrl: string;
  readonly revisionId: string;
  readonly contentSha256: string;
  readonly auth: IntegrationAuth;
  readonly hasCredential: boolean;
  readonly tools: readonly IntegrationTool[];
  readonly installationVersion: number;
  readonly instanceVersion: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Preview of the removal of an integration. */
export interface UninstallPreview {
  readonly id: string;
  readonly displayName: string;
  readonly installationVersion: number;
  readonly instanceVersion: number;
  /** Tools that agents lose. */
  readonly tools: readonly IntegrationTool[];
  /** Whether an encrypted credential is deleted with it. */
  readonly deletesCredential: boolean;
}

/** Response to the removal of an integration. */
export interface UninstalledIntegration {
  readonly status: "not_installed" | "uninstalled" | "retained_by_other_owners" | (string & {});
}

const endUser = v.nullish(v.object({ source: v.string(), id: v.string() }), null);

/** Schema of `IntegrationTool`. */
export const integrationToolSchema = v.looseObject({
  id: v.string(),
  operationKey: v.string(),
  name: v.string(),
  description: v.optional(v.string(), ""),
  inputSchema: v.optional(v.record(v.string(), v.unknown())),
  safety: v.picklist(["read", "write", "destructive"]),
  approvalMode: v.picklist(["never", "ask"]),
  deprecated: v.optional(v.boolean(), false),
  needsCredential: v.optional(v.boolean()),
});

/** Schema of `IntegrationAuth`. */
export const integrationAuthSchema = v.looseObject({
  required: v.optional(v.boolean(), false),
  providedByHost: v.optional(v.boolean(), false),
  schemes: v.optional(
    v.array(
      v.looseObject({
        id: v.string(),
        kind: v.picklist(["apiKey", "bearer", "basic"]),
        in: v.optional(v.picklist(["header", "query"])),
        name: v.optional(v.string()),
        description: v.optional(v.string()),
      }),
    ),
    [],
  ),
});

/** Schema of `IntegrationDefinition`. */
export const integrationDefinitionSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  description: v.optional(v.string(), ""),
  kind: v.string(),
  providedByHost: v.optional(v.boolean(), false),
});

/** Schema of `IntegrationDefinitions`. */
export const integrationDefinitionsSchema = v.looseObject({ definitions: v.array(integrationDefinitionSchema) });

/** Schema of `IntegrationPreview`. */
export const integrationPreviewSchema = v.looseObject({
  revisionId: v.string(),
  contentSha256: v.string(),
  title: v.optional(v.string(), ""),
  instanceKey: v.optional(v.string(), ""),
  installed: v.nullish(v.looseObject({ id: v.string(), instanceVersion: v.number() }), null),
  baseUrl: v.optional(v.string(), ""),
  auth: integrationAuthSchema,
  keepsCredentials: v.optional(v.boolean(), true),
  tools: v.array(integrationToolSchema),
  warnings: v.optional(v.array(v.string()), []),
});

/** Schema of `Integration`. */
export const integrationSchema = v.looseObject({
  id: v.string(),
  workspaceId: v.string(),
  endUser,
  instanceKey: v.string(),
  serverId: v.string(),
  displayName: v.string(),
  status: v.string(),
  source: v.looseObject({
    kind: v.string(),
    url: v.optional(v.string()),
    definitionId: v.optional(v.string()),
  }),
  baseUrl: v.string(),
  revisionId: v.string(),
  contentSha256: v.string(),
  auth: integrationAuthSchema,
  hasCredential: v.boolean(),
  tools: v.array(integrationToolSchema),
  installationVersion: v.number(),
  instanceVersion: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** Schema of `IntegrationList`. */
export const integrationListSchema = v.looseObject({ integrations: v.array(integrationSchema) });

/** Schema of `UninstallPreview`. */
export const uninstallPreviewSchema = v.looseObject({
  id: v.string(),
  displayName: v.string(),
  installationVersion: v.number(),
  instanceVersion: v.number(),
  tools: v.array(integrationToolSchema),
  deletesCredential: v.boolean(),
});

/** Schema of `Uninstalled`. */
export const uninstalledSchema = v.looseObject({ status: v.string() });
