/** The verbs for connected machines. */
import type { DeviceApproval, DeviceLookup } from "../wire/protocol/machines.js";
import { retrying } from "../api/retrying.js";
import * as routes from "../api/routes/machines.js";
import type { ServiceConnection } from "../api/service-connection.js";
import { createTrackedWrites, type TrackedWrites } from "./tracked-writes.js";

export interface MachineActions {
  readonly writes: TrackedWrites<"revoke">;
  /** The machine behind a code. */
  readonly lookUp: (userCode: string, signal?: AbortSignal) => Promise<DeviceLookup>;
  /** @param owner whose the machine becomes; the workspace's needs an admin. @default "user" */
  readonly approve: (userCode: string, owner?: "user" | "workspace") => Promise<DeviceApproval>;
  readonly deny: (userCode: string) => Promise<DeviceApproval>;
  /** Disconnects it for good; commands in progress end. */
  readonly revoke: (enrollmentId: string) => Promise<void>;
}

/** How often a write is tried again: each may be made twice without harm. */
const retries = 2;

export function createMachineActions(options: {
  readonly client: ServiceConnection;
  readonly workspaceId: string | undefined;
  readonly refresh: () => void;
}): MachineActions {
  const { workspaceId, refresh } = options;
  const client = retrying(options.client, retries);
  const writes = createTrackedWrites<"revoke">();
  return {
    writes,
    lookUp: (userCode, signal) => routes.lookUpDevice(client, userCode, { signal }),
    approve: (userCode, owner) => routes.approveDevice(client, userCode, { workspaceId, owner }).finally(refresh),
    deny: (userCode) => routes.denyDevice(client, userCode, { workspaceId }),
    async revoke(id) {
      await writes.run(id, "revoke", () => routes.revokeEnrollment(client, id, { workspaceId }).finally(refresh));
    },
  };
}
