/** The surface of an integration: the tools of one source, how each is called, and the credentials it needs. */
import type { IntegrationAuth, IntegrationTool, ToolSafety } from "@service/sdk/protocol";

/** One argument of an HTTP operation and the place that it fills. */
export interface HttpParameter {
  /** The name in the tool's arguments. */
  readonly argument: string;
  /** The name in the request. */
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  /** Whether a list becomes one parameter for each entry, rather than one with commas. */
  readonly explode: boolean;
}

/** How one tool is called. Everything but the arguments is fixed here, when the source is read. */
export type ToolCallPlan =
  | {
      readonly kind: "http";
      readonly method: string;
      /** Below the base URL, with `{argument}` places as the document wrote them. */
      readonly path: string;
      readonly parameters: readonly HttpParameter[];
      readonly body: { readonly required: boolean; readonly form: boolean } | null;
      /** Whether the call carries the credential. */
      readonly authenticated: boolean;
    }
  | {
      readonly kind: "graphql";
      /** The whole operation. Arguments travel as its variables, never in its text. */
      readonly document: string;
      readonly variables: readonly string[];
    }
  | { readonly kind: "mcp"; readonly tool: string };

export interface PlannedTool extends IntegrationTool {
  readonly plan: ToolCallPlan;
}

/** Result of reading a source. The content hash covers everything but `warnings`. */
export interface Surface {
  /** For people; from the source, cleaned. */
  readonly title: string;
  /** Where calls go: an absolute URL without query, user or fragment. */
  readonly baseUrl: string;
  readonly auth: IntegrationAuth;
  readonly tools: readonly PlannedTool[];
  readonly warnings: readonly string[];
}

/** Limits for reading a source. */
export const limits = {
  /** Bytes of a document, an introspection or a tool list. */
  documentBytes: 4_194_304,
  /** Levels of a document. */
  depth: 128,
  /** Tools that a preview lists; the others are left out with a warning. */
  tools: 512,
  /** Tools of one installed integration. */
  installedTools: 128,
  parameters: 64,
  /** Levels, entries and characters of one tool's input schema. */
  schemaDepth: 12,
  schemaNodes: 400,
  description: 1_000,
  title: 120,
  warnings: 50,
} as const;

/** Who has to agree to a call, by what it may do. A destructive call always asks, whatever was stored. */
export function approvalOf(safety: ToolSafety, writes: "ask" | "never" = "ask"): IntegrationTool["approvalMode"] {
  if (safety === "destructive") return "ask";
  return safety === "read" ? "never" : writes;
}
