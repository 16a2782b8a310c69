import type { InstallDialogViewProps, IntegrationListViewProps } from "@service/react";

type Integration = IntegrationListViewProps["integrations"][number];
type Preview = Extract<InstallDialogViewProps["step"], { name: "review" }>["preview"];
type Tool = Preview["tools"][number];

function tool(operationKey: string, description: string, safety: Tool["safety"], fields: Partial<Tool> = {}): Tool {
  return {
    id: operationKey,
    operationKey,
    name: operationKey.toLowerCase().replaceAll(/\W+/g, "_"),
    description,
    safety,
    approvalMode: safety === "read" ? "never" : "ask",
    deprecated: false,
    ...fields,
  };
}

export const tools: readonly Tool[] = [
  tool("GET /orders", "List orders", "read"),
  tool("GET /orders/{id}", "Get an order with its items, customer and current location", "read"),
  tool("GET /orders/export", "Export all orders", "read", { deprecated: true }),
  tool("POST /orders", "Create an order", "write"),
  tool("PATCH /orders/{id}", "Change an order", "write"),
  tool("DELETE /orders/{id}", "Delete an order", "destructive"),
];

export function integration(number: number, displayName: string, fields: Partial<Integration> = {}): Integration {
  return {
    id: `i${number}`,
    workspaceId: "w1",
    endUser: { source: "app", id: "ana" },
    instanceKey: `i${number}`,
    serverId: `i${number}`,
    displayName,
    status: "installed",
    source: { kind: "openapi" },
    baseUrl: "https://api.orders.example/v1",
    revisionId: "rev_1",
    contentSha256: "0".repeat(64),
    auth: { required: false, providedByHost: false, schemes: [] },
    hasCredential: true,
    tools,
    installationVersion: 1,
    instanceVersion: 1,
    createdAt: "2026-11-01T08:00:00.000Z",
    updatedAt: "2026-11-01T08:00:00.000Z",
    ...fields,
  };
}

export const preview: Preview = {
  revisionId: "rev_1",
  contentSha256: "0".repeat(64),
  title: "Orders",
  instanceKey: "orders",
  installed: null,
  baseUrl: "https://api.orders.example/v1",
  auth: {
    required: true,
    providedByHost: false,
    schemes: [
      { id: "key", kind: "apiKey", in: "header", name: "X-Api-Key", description: "You find it on your account page." },
    ],
  },
  keepsCredentials: true,
  tools,
  warnings: ["POST /orders/{id}/photo was skipped because its body is multipart/form-data."],
};

export const definitions = [
  {
    id: "orders",
    name: "Orders",
    description: "Look up and change your orders.",
    kind: "openapi",
    providedByHost: true,
  },
  {
    id: "crm",
    name: "Customers",
    description: "Look up customers and their contacts.",
    kind: "mcp",
    providedByHost: true,
  },
];
