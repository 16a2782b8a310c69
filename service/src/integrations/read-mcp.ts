/** A server of the Model Context Protocol as the surface of an integration. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { IntegrationCredential } from "@service/sdk/protocol";
import { listTools } from "../mcp/listings.js";
import { McpFault } from "../mcp/mcp-fault.js";
import type { McpServer } from "../mcp/mcp-server.js";
import { boundedSchema, schemaBudget } from "./bounded-schema.js";
import { baseOf } from "./callable-url.js";
import { cleanText } from "./clean-text.js";
import { withoutSecrets, type Authentication } from "./credential.js";
import { openDocument } from "./read-document.js";
import type { ReadOptions } from "./read-options.js";
import { credentialWanted, remoteAuth, remoteAuthentication } from "./remote-auth.js";
import { safetyOf } from "./safety.js";
import { approvalOf, limits, type PlannedTool, type Surface } from "./surface.js";
import { toolId, uniqueNames } from "./tool-names.js";
import { sourceAway, unfitSource } from "./unfit.js";

export async function readMcp(
  address: string,
  credential: IntegrationCredential | null,
  options: ReadOptions,
): Promise<Surface> {
  const baseUrl = baseOf(address, options.rules);
  const authentication = remoteAuthentication(credential);
  const server = mcpServerFor({ id: "source", name: "The server", url: baseUrl }, authentication);
  const listed = await listTools(server, { ...options, ...options.rules }, options.signal).catch((error: unknown) => {
    options.signal.throwIfAborted();
    if (error instanceof McpFault && error.code === "mcp_auth_needed") throw credentialWanted(credential !== null);
    throw sourceAway("The address did not answer as a server of the Model Context Protocol.");
  });
  const tools = await Promise.all(withoutSecrets(authentication, listed.tools).map(plannedTool));
  if (tools.length === 0) throw unfitSource("The server has no tools.");
  const names = uniqueNames(
    tools.map(({ operationKey }) => ({ operationKey, wish: operationKey.slice(prefix.length) })),
  );
  return {
    title: new URL(baseUrl).hostname,
    baseUrl,
    auth: { ...remoteAuth, required: credential !== null },
    tools: tools.map((tool) => ({ ...tool, name: names.get(tool.operationKey) ?? tool.operationKey })),
    warnings: [
      "Which tools only read is what the server itself says of them.",
      ...listed.malformed.map(({ toolName, reason }) => `The tool “${toolName}” is left out: it ${reason}.`),
    ],
  };
}

/** The server of an integration, as calls of the Model Context Protocol take one. */
export function mcpServerFor(
  { id, name, url }: Pick<McpServer, "id" | "name" | "url">,
  { headers }: Authentication,
): McpServer {
  const timeoutMs = 30_000;
  return { id, name, url, allowedTools: null, timeoutMs, requireApproval: false, headers, credentialVersion: 1 };
}

const prefix = "tools/";

/** A server's hint marks a tool as reading only when its name does not contradict it. */
async function plannedTool({ name, description, inputSchema, annotations, title }: Tool): Promise<PlannedTool> {
  const operationKey = `${prefix}${name}`;
  const byName = safetyOf(annotations?.readOnlyHint === true ? "read" : "write", [name]);
  const safety = annotations?.destructiveHint === true && byName === "write" ? "destructive" : byName;
  const document = await openDocument(inputSchema);
  return {
    id: toolId(operationKey),
    operationKey,
    name: "",
    description: cleanText(description ?? title ?? name, limits.description),
    inputSchema: { type: "object", ...boundedSchema(document, inputSchema, schemaBudget()) },
    safety,
    approvalMode: approvalOf(safety),
    deprecated: false,
    plan: { kind: "mcp", tool: name },
  };
}
