import type { ApiKey } from "@service/sdk/protocol";
import { inDays } from "./schedule-fixtures.js";

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
    lastUsedAt: inDays(-2),
    createdAt: inDays(-40),
    updatedAt: inDays(-40),
    ...fields,
  };
}

export const token = `svk_${"3f9c01a7b2d84e56".repeat(4)}`;
