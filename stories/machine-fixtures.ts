import type { Enrollment } from "@service/sdk/protocol";

/** A machine as the service answers it. */
export function machine(id: string, name: string, fields: Partial<Enrollment> = {}): Enrollment {
  return {
    id,
    workspaceId: "w1",
    endUser: { source: "app", id: "ana" },
    name,
    folder: "project",
    abilities: ["read", "write", "run"],
    handle: `${id}-x7q2`,
    state: "connected",
    lastSeenAt: "2024-05-04T09:00:00.000Z",
    approvedBy: null,
    revokedAt: null,
    createdAt: "2024-05-01T09:00:00.000Z",
    updatedAt: "2024-05-01T09:00:00.000Z",
    ...fields,
  };
}
