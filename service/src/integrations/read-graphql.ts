/** A GraphQL schema, as SDL or as an introspection gives it, as the surface of an integration. */
import {
  buildASTSchema,
  buildClientSchema,
  getIntrospectionQuery,
  isRequiredArgument,
  parse,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from "graphql";
import type { IntegrationCredential } from "@service/sdk/protocol";
import { isRecord } from "../sessions/is-record.js";
import { isInherited, schemaBudget } from "./bounded-schema.js";
import { cleanText } from "./clean-text.js";
import { inputSchemaOf, selectionOf } from "./graphql-types.js";
import { OutboundFault, sendOut } from "./outbound.js";
import type { JsonObject } from "./read-document.js";
import type { ReadOptions } from "./read-options.js";
import { credentialWanted, remoteAuth, remoteAuthentication } from "./remote-auth.js";
import { safetyOf } from "./safety.js";
import { approvalOf, limits, type PlannedTool, type Surface } from "./surface.js";
import { toolId, uniqueNames } from "./tool-names.js";
import { sourceAway, unfitSource } from "./unfit.js";

const maxTokens = 200_000;

/** @throws {ServiceApiError} 422 when the text is not a schema. */
export function readGraphql(given: string | JsonObject, baseUrl: string): Surface {
  const schema = schemaOf(given);
  const all = [...fieldsOf(schema.getQueryType(), "query"), ...fieldsOf(schema.getMutationType(), "mutation")];
  const kept = all.slice(0, limits.tools);
  if (kept.length === 0) throw unfitSource("The schema has neither queries nor mutations.");
  const names = uniqueNames(kept.map(({ operationKey }) => ({ operationKey, wish: operationKey })));
  return {
    title: new URL(baseUrl).hostname,
    baseUrl,
    auth: remoteAuth,
    tools: kept.map((tool) => ({ ...tool, name: names.get(tool.operationKey) ?? tool.operationKey })),
    warnings: all.length > kept.length ? [`Only the first ${limits.tools} operations are listed.`] : [],
  };
}

function schemaOf(given: string | JsonObject): GraphQLSchema {
  try {
    if (typeof given === "string") return buildASTSchema(parse(given, { maxTokens, noLocation: true }));
    const data = isRecord(given["data"]) ? given["data"] : given;
    return buildClientSchema(data as unknown as IntrospectionQuery);
  } catch {
    throw unfitSource("The schema is neither a GraphQL schema document nor the result of an introspection.");
  }
}

type Kind = "query" | "mutation";

function fieldsOf(type: GraphQLObjectType | null | undefined, kind: Kind): PlannedTool[] {
  const fields = Object.values(type?.getFields() ?? {}).filter(({ name }) => !isInherited(name));
  return fields.map((field) => plannedTool(field, kind));
}

function plannedTool(field: GraphQLField<unknown, unknown>, kind: Kind): PlannedTool {
  const { name, args, description, deprecationReason } = field;
  const operationKey = `${kind}.${name}`;
  const budget = schemaBudget();
  const safety = safetyOf(kind === "query" ? "read" : "write", [name]);
  const taken = args.filter((arg) => !isInherited(arg.name)).slice(0, limits.parameters);
  const declared = taken.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(", ");
  const passed = taken.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const [head, call] = taken.length === 0 ? ["", ""] : [`(${declared})`, `(${passed})`];
  return {
    id: toolId(operationKey),
    operationKey,
    name: "",
    description: cleanText(description, limits.description) || operationKey,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(taken.map((arg) => [arg.name, inputSchemaOf(arg.type, budget)])),
      required: taken.filter(isRequiredArgument).map((arg) => arg.name),
      additionalProperties: false,
    },
    safety,
    approvalMode: approvalOf(safety),
    deprecated: typeof deprecationReason === "string",
    plan: {
      kind: "graphql",
      document: `${kind}${head} { ${name}${call}${selectionOf(field.type)} }`,
      variables: taken.map((arg) => arg.name),
    },
  };
}

/**
 * Reads the endpoint's introspection. @throws {ServiceApiError} 422, `integration_auth_needed` when it requires a
 * credential.
 */
export async function introspect(
  endpoint: string,
  credential: IntegrationCredential | null,
  options: ReadOptions,
): Promise<JsonObject> {
  const request = {
    method: "POST",
    url: new URL(endpoint),
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ query: getIntrospectionQuery({ descriptions: true }) }),
  };
  const authentication = remoteAuthentication(credential);
  try {
    const { status, bytes } = await sendOut(request, authentication, options.rules, options);
    if (status === 401 || status === 403) throw credentialWanted(credential !== null);
    const value: unknown = status === 200 ? parsed(bytes) : null;
    if (isRecord(value) && isRecord(value["data"])) return value["data"];
  } catch (error) {
    if (error instanceof OutboundFault)
      throw sourceAway(`The schema could not be fetched. ${error.message}`, error.code);
    throw error;
  }
  throw sourceAway("The address did not answer an introspection. Give the schema as `schema`.");
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
