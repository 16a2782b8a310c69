import type { Enrollment } from "@service/sdk/protocol";
import { inDays } from "./schedule-fixtures.js";

/** A machine as the service answers it. */
export function machine(id: string, name: string, fields: Partial<Enrollment> = {}): Enrollment {
  return {
    id,
    workspaceId: "w1",
    endUser: { source: "app", id: "ana" },
    name,
    folder: "shop",
    abilities: ["read", "write", "run"],
    handle: `${id}-x7q2`,
    state: "connected",
    lastSeenAt: inDays(0),
    approvedBy: null,
    revokedAt: null,
    createdAt: inDays(-30),
    updatedAt: inDays(-30),
    ...fields,
  };
}
