import type { McpCredentialUpdate, McpServerInput, SkillDefinition } from "@service/sdk/chat";
import { createOrders, type Orders } from "./orders.js";
import { toolsToApprove } from "./order-tools.js";
import { createToolTokens, type ToolTokens } from "./tool-tokens.js";

export interface ProductOptions {
  readonly skills: readonly SkillDefinition[];
  /**
   * Where the service reaches this host, which may not be where people do: the service runs on another port here, and on
   * another machine elsewhere. Never taken from a request, whose sender chooses what its `Host` says.
   */
  readonly address: () => string;
  /** What the host and its service sign with, for the integration "Order desk". @default none, and nobody reaches it */
  readonly secret?: string | undefined;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** What agents know of this product and can do in it, for each tenant. */
export interface Product {
  readonly orders: Orders;
  readonly tokens: ToolTokens;
  /** Those that the service signs itself, when a call is made. */
  readonly integrationTokens: ToolTokens;
  /** What a conversation begins with. */
  creation(tenant: string): { skills: readonly SkillDefinition[]; mcpServers: readonly McpServerInput[] };
  /** What opens the tools of a session that began long ago. */
  credentials(tenant: string): readonly McpCredentialUpdate[];
}

export const toolsPath = "/mcp/orders";

export function createProduct({ skills, address, secret, now }: ProductOptions): Product {
  const tokens = createToolTokens({ now });
  const headers = (tenant: string) => ({ authorization: `Bearer ${tokens.sign(tenant)}` });
  return {
    orders: createOrders(),
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
