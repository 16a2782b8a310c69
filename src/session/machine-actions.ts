/** The verbs for connected machines. */
import type { DeviceApproval, DeviceLookup } from "../wire/protocol/machines.js";
import { systemClock } from "../foundation/clock.js";
import { retrying } from "../api/retrying.js";
import * as routes from "../api/routes/machines.js";
import { createApprovedMachines, type ApprovedMachines } from "./approved-machines.js";
import { createTrackedWrites, type PanelWorld, type TrackedWrites } from "./tracked-writes.js";

export interface MachineActions {
  readonly writes: TrackedWrites<"revoke">;
  readonly approved: ApprovedMachines;
  /** The machine behind a code. */
  readonly lookUp: (userCode: string, signal?: AbortSignal) => Promise<DeviceLookup>;
  /** @param owner owner of the machine; `workspace` needs an admin. @default "user" */
  readonly approve: (userCode: string, owner?: "user" | "workspace") => Promise<DeviceApproval>;
  readonly deny: (userCode: string) => Promise<DeviceApproval>;
  /** Disconnects it for good; commands in progress end. */
  readonly revoke: (enrollmentId: string) => Promise<void>;
}

export function createMachineActions(options: PanelWorld): MachineActions {
  const { workspaceId, refresh } = options;
  const client = retrying(options.client);
  const writes = createTrackedWrites<"revoke">(refresh);
  const approved = createApprovedMachines();
  const approve: MachineActions["approve"] = async (userCode, owner) => {
    const before = await routes.listEnrollments(client, { workspaceId }).catch(() => null);
    const answer = await routes.approveDevice(client, userCode, { workspaceId, owner });
    approved.add(userCode, answer, before, systemClock.now());
    return answer;
  };
  return {
    writes,
    approved,
    lookUp: (userCode, signal) => routes.lookUpDevice(client, userCode, { signal }),
    approve: (userCode, owner) => approve(userCode, owner).finally(refresh),
    deny: (userCode) => routes.denyDevice(client, userCode, { workspaceId }),
    async revoke(id) {
      await writes.run(id, "revoke", () => routes.revokeEnrollment(client, id, { workspaceId }));
    },
  };
}
