import type { McpCredentialUpdate, McpServerInput, SkillDefinition } from "@service/sdk/chat";
import { createOrders, type Orders } from "./orders.js";
import { toolsToApprove } from "./order-tools.js";
import { createToolTokens, type ToolTokens } from "./tool-tokens.js";

export interface ProductOptions {
  readonly skills: readonly SkillDefinition[];
  /**
   * The host's address for the service, which may differ from the one for people: the service runs on another port
   * here, and on another machine in production. Never taken from a request, whose sender chooses its `Host`.
   */
  readonly address: () => string;
  /** Signing secret of host and service, for the integration "Order desk". @default none, which disables it */
  readonly secret?: string | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Agents' knowledge of this product and their tools in it, for each tenant. */
export interface Product {
  readonly orders: Orders;
  readonly tokens: ToolTokens;
  /** Those that the service signs itself, when a call is made. */
  readonly integrationTokens: ToolTokens;
  /** Settings for a new conversation. */
  creation(tenant: string): { skills: readonly SkillDefinition[]; mcpServers: readonly McpServerInput[] };
  /** Fresh credentials for the tools of an older session. */
  credentials(tenant: string): readonly McpCredentialUpdate[];
}

export const toolsPath = "/mcp/orders";

export function createProduct({ skills, address, secret, now }: ProductOptions): Product {
  const tokens = createToolTokens({ now });
  const headers = (tenant: string) => ({ authorization: `Bearer ${tokens.sign(tenant)}` });
  return {
    orders: createOrders(now),
    tokens,
    integrationTokens: createToolTokens({ secret, now }),
    creation: (tenant) => ({
      skills,
      mcpServers: [
        {
          id: "orders",
          name: "Orders",
          url: new URL(toolsPath, address()).href,
          requireApproval: toolsToApprove,
          headers: headers(tenant),
        },
      ],
    }),
    credentials: (tenant) => [{ id: "orders", headers: headers(tenant) }],
  };
}
