import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolRequest,
  type CallToolResult,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { OrderError, type Orders } from "./orders.js";

/**
 * The product's data and actions as tools, over the Model Context Protocol. The tenant is fixed before: a request
 * works on the orders of the tenant in its token, and on no other's, whatever its arguments.
 */
const tools: Tool[] = [
  {
    name: "list",
    description: "Lists the customer's orders with their numbers and what they cost.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true },
  },
  {
    name: "refund",
    description: "Gives the money of one order back. It cannot be undone.",
    inputSchema: {
      type: "object",
      properties: { id: { type: "integer", description: "The order's number." } },
      required: ["id"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
];

/** Tools of which a person approves each call. */
export const toolsToApprove = ["refund"];

/** Answers one request; nothing is kept between two. */
export async function answerToolRequest(orders: Orders, tenant: string, request: Request): Promise<Response> {
  const server = new Server({ name: "parcel-desk", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(orders, tenant, params));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

function call(
  orders: Orders,
  tenant: string,
  { name, arguments: given, _meta }: CallToolRequest["params"],
): CallToolResult {
  if (name === "list") return answer({ orders: orders.book(tenant).orders });
  if (name !== "refund") return refuse(`There is no tool ${name}.`);
  const id = given?.["id"];
  // The service names each call, so a request that arrives twice is known.
  const key = _meta?.["service/idempotencyKey"];
  if (typeof id !== "number" || typeof key !== "string") return refuse("A refund needs the number of an order.");
  try {
    return answer({ order: orders.refund(tenant, id, key) });
  } catch (error) {
    if (error instanceof OrderError) return refuse(error.message);
    throw error;
  }
}

function answer(data: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data };
}

function refuse(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
