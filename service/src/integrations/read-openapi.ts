/** An OpenAPI 3.0 or 3.1 document as the surface of an integration. */
import type { IntegrationTool } from "@service/sdk/protocol";
import type { AddressRules } from "./callable-url.js";
import { cleanText } from "./clean-text.js";
import { readAuth, securityOf } from "./openapi-auth.js";
import { readOperation, type OperationPlace } from "./openapi-operation.js";
import { baseUrlOf, hasOwnServers } from "./openapi-servers.js";
import { openDocument, type JsonObject, type OpenDocument } from "./read-document.js";
import { httpSafety } from "./safety.js";
import { approvalOf, limits, type PlannedTool, type Surface } from "./surface.js";
import { toolId, uniqueNames } from "./tool-names.js";
import { unfitSource } from "./unfit.js";

const methods = ["get", "head", "post", "put", "patch", "delete"] as const;

export interface OpenApiOptions {
  readonly baseUrl?: string | undefined;
  /** Where the document was; null for one that was given as it is. */
  readonly documentUrl: string | null;
  readonly rules: AddressRules;
}

/** @throws {ServiceApiError} 422 for a document that cannot be used; what cannot be used of it is a warning. */
export async function readOpenApi(root: JsonObject, options: OpenApiOptions): Promise<Surface> {
  const version = root["openapi"];
  if (typeof version !== "string" || !/^3\.[01]\.\d+/.test(version)) {
    throw unfitSource(
      `The document says OpenAPI ${cleanText(version ?? root["swagger"], 20) || "nowhere"}; 3.0 and 3.1 are read.`,
    );
  }
  const document = await openDocument(root);
  const baseUrl = baseUrlOf(document, options, options.rules);
  const auth = readAuth(document);
  const { found, warnings, isCut } = readOperations(document);
  if (found.length === 0) throw unfitSource("The document has no operation that can be called.");
  const names = uniqueNames(found.map(({ operationKey, wish }) => ({ operationKey, wish })));
  const info = document.follow(root["info"]);
  const all = [
    ...auth.warnings,
    ...(isCut ? [`Only the first ${limits.tools} operations are listed.`] : []),
    ...warnings,
    ...[...document.unresolved].map((ref) => `The reference "${ref}" was not followed.`),
  ];
  return {
    title: cleanText(info?.["title"], limits.title) || new URL(baseUrl).hostname,
    baseUrl,
    auth: { required: found.some(({ required }) => required), providedByHost: false, schemes: auth.schemes },
    tools: found.map(({ tool, operationKey }) => ({ ...tool, name: names.get(operationKey) ?? operationKey })),
    warnings: all.slice(0, limits.warnings),
  };
}

interface Found {
  readonly operationKey: string;
  /** The name that the tool would have if no other had it. */
  readonly wish: string;
  readonly required: boolean;
  readonly tool: PlannedTool;
}

function readOperations(document: OpenDocument) {
  const paths = document.follow(document.root["paths"]) ?? {};
  const found: Found[] = [];
  const warnings: string[] = [];
  for (const [path, node] of Object.entries(paths)) {
    const item = document.follow(node);
    if (item === null) continue;
    if (!isPath(path)) {
      warnings.push(`${cleanText(path, 120)} is left out: its path cannot be called.`);
      continue;
    }
    for (const method of methods) {
      const operation = document.follow(item[method]);
      if (operation === null) continue;
      if (found.length >= limits.tools) return { found, warnings, isCut: true };
      const read = operationOf(document, { method: method.toUpperCase(), path, item, operation });
      if (typeof read === "string")
        warnings.push(`${method.toUpperCase()} ${cleanText(path, 120)} is left out: ${read}.`);
      else found.push(read);
    }
  }
  return { found, warnings, isCut: false };
}

/** A path of plain characters, which ends where it seems to. */
function isPath(path: string): boolean {
  return (
    path.length <= 500 &&
    /^\/[\w\-.~!$&'()*+,;=:@/{}]*$/.test(path) &&
    !path.includes("//") &&
    !path.split("/").some((segment) => segment === "." || segment === "..")
  );
}

function operationOf(document: OpenDocument, place: OperationPlace): Found | string {
  const { method, path, item, operation } = place;
  if (hasOwnServers(item) || hasOwnServers(operation)) return "it has a server of its own";
  const read = readOperation(document, place);
  if (typeof read === "string") return read;
  const operationKey = `${method} ${path}`;
  const operationId = cleanText(operation["operationId"], 200);
  const security = securityOf(document, operation);
  const safety = httpSafety(method, path, operationId);
  const tool: PlannedTool = {
    id: toolId(operationKey),
    operationKey,
    name: "",
    description: descriptionOf(operation, operationKey),
    inputSchema: read.inputSchema,
    safety,
    approvalMode: approvalOf(safety),
    deprecated: operation["deprecated"] === true,
    plan: {
      kind: "http",
      method,
      path,
      parameters: read.parameters,
      body: read.body,
      authenticated: security.authenticated,
    },
  };
  const wish = operationId === "" ? `${method.toLowerCase()}_${path}` : operationId;
  return { operationKey, wish, required: security.required, tool };
}

function descriptionOf(operation: JsonObject, operationKey: string): IntegrationTool["description"] {
  const summary = cleanText(operation["summary"], 200);
  const description = cleanText(operation["description"], limits.description);
  if (summary === "" || description.startsWith(summary)) return description || operationKey;
  return cleanText(description === "" ? summary : `${summary} — ${description}`, limits.description);
}
