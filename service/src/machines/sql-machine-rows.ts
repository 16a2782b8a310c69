import { ownerKey } from "../store/owner.js";
import { doc, searchable, searchableOrNull } from "../store/sql-rows.js";
import type { DeviceCodeRecord, MachineRecord } from "./machine-record.js";

export function codeRow(code: DeviceCodeRecord) {
  return {
    device_hash: searchable(code.deviceHash),
    user_hash: searchableOrNull(code.userHash),
    source: searchable(code.source),
    workspace_id: searchableOrNull(code.owner?.workspaceId),
    owner: code.owner === null ? null : ownerColumn(code.owner.endUser),
    expires_at: code.expiresAt,
    doc: doc(code),
  };
}

export function ownerColumn(owner: MachineRecord["endUser"]): string {
  return searchable(ownerKey(owner));
}

export function machineRow(machine: MachineRecord) {
  return {
    id: searchable(machine.id),
    workspace_id: searchable(machine.workspaceId),
    owner: ownerColumn(machine.endUser),
    hash: searchable(machine.hash),
    revoked_at: machine.revokedAt,
    created_at: machine.createdAt,
    doc: doc(machine),
  };
}
