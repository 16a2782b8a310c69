/** The source of tools in a request body. */
import type { IntegrationSource } from "@service/sdk/protocol";
import * as v from "valibot";

const url = v.pipe(v.string(), v.minLength(1), v.maxLength(2_048));
const document = v.custom<string | Readonly<Record<string, unknown>>>(
  (value) => typeof value === "string" || (typeof value === "object" && value !== null && !Array.isArray(value)),
  "must be an object or a text",
);

export const sourceSchema = v.variant("kind", [
  v.object({ kind: v.literal("definition"), definitionId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
  v.object({
    kind: v.literal("openapi"),
    url: v.optional(url),
    document: v.optional(document),
    baseUrl: v.optional(url),
  }),
  v.object({ kind: v.literal("graphql"), url, schema: v.optional(document) }),
  v.object({ kind: v.literal("mcp"), url }),
  v.object({ kind: v.literal("auto"), url }),
]) satisfies v.GenericSchema<unknown, IntegrationSource>;
