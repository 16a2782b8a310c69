import type { ApiKey } from "@service/sdk/protocol";

/** A key as the service answers it. */
export function apiKey(id: string, name: string, fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    accountId: "o1",
    workspaceId: "w1",
    name,
    description: null,
    prefix: "svk_3f9c01a7b2",
    access: "full",
    permissions: ["workspace:read", "sessions:read", "sessions:write", "files:read", "files:write"],
    createdBy: { source: "app", id: "ana", name: "Ana" },
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: "2024-05-04T09:00:00.000Z",
    createdAt: "2024-05-01T09:00:00.000Z",
    updatedAt: "2024-05-01T09:00:00.000Z",
    ...fields,
  };
}

export const token = `svk_${"3f9c01a7b2d84e56".repeat(4)}`;
