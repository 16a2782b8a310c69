import * as v from "valibot";
import type { EndUser } from "./session.js";

/** Connected machines: the device flow (RFC 8628), the list, and the link (`protocol.md` §9.6). */

/** Permissions of an agent in the machine's folder. Always includes `read`. */
export type MachineAbility = "read" | "write" | "run";

/** Facts that a machine sends when it asks to be connected. */
export interface MachineFacts {
  /** @example "ana-laptop" */
  readonly name: string;
  /** The shared folder, as the person at the machine named it. */
  readonly folder: string;
  readonly abilities: readonly MachineAbility[];
}

/** Codes of a machine that asks to be connected. */
export interface DeviceCode {
  /** The machine's secret. */
  readonly deviceCode: string;
  /** Eight letters with a dash, for a person to type. */
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly intervalSeconds: number;
  readonly expiresInSeconds: number;
}

/** `disabled`: the service connects no machines. */
export type DeviceState = "pending" | "authorized" | "denied" | "expired" | "disabled";

/** The credential of a connected machine; returned once. */
export interface MachineCredentials {
  readonly enrollmentId: string;
  /** Sent as `Authorization: Bearer …` to the routes under `/v1/machine`. */
  readonly token: string;
}

/** Response to the poll of a machine that waits for its approval. */
export interface DevicePoll {
  readonly state: DeviceState;
  /** The error of RFC 8628 §3.5, unless the state is `authorized`. */
  readonly error?: "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | undefined;
  /** How long to wait before the next poll. */
  readonly intervalSeconds?: number | undefined;
  /** Only in the one answer that authorizes. */
  readonly credentials?: MachineCredentials | undefined;
}

/** Shown to a person before they approve. */
export interface DeviceLookup extends MachineFacts {
  readonly state: "pending" | "approved";
  readonly expiresAt: string;
}

/** The answer to an approval or a denial. */
export interface DeviceApproval extends MachineFacts {
  readonly state: "approved" | "denied";
}

/** A connected machine. */
export interface Enrollment extends MachineFacts {
  readonly id: string;
  readonly workspaceId: string;
  /** Null when it belongs to the workspace. */
  readonly endUser: EndUser | null;
  /** How the agent names it: the name and four random characters. */
  readonly handle: string;
  readonly state: "connected" | "away" | "revoked";
  /** The last sign of the machine; null before its first. */
  readonly lastSeenAt: string | null;
  readonly approvedBy: unknown;
  readonly revokedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Response to the removal of a machine. */
export interface RevokedEnrollment {
  readonly revoked: boolean;
  readonly outcome: "removed" | "already_removed" | "blocked";
}

/** A one-time token that connects a machine. */
export interface EnrollmentToken {
  /** Connects one machine, once, instead of a person's approval. Shown here alone. */
  readonly token: string;
  readonly expiresAt: string;
}

/** A command as the machine gets it. */
export interface MachineCommand {
  readonly id: string;
  readonly name: "list_files" | "read_file" | "write_file" | "run";
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The machine ends it by itself after this long. */
  readonly timeoutMs: number;
}

const text = v.string();
const maybeText = v.nullish(text, null);
const ability = v.picklist(["read", "write", "run"]);
const facts = { name: text, folder: text, abilities: v.array(ability) };

/** Schema of `DeviceCode`. */
export const deviceCodeSchema = v.looseObject({
  deviceCode: text,
  userCode: text,
  verificationUri: text,
  verificationUriComplete: text,
  intervalSeconds: v.number(),
  expiresInSeconds: v.number(),
});

/** Schema of `DevicePoll`. */
export const devicePollSchema = v.looseObject({
  state: v.picklist(["pending", "authorized", "denied", "expired", "disabled"]),
  error: v.optional(v.picklist(["authorization_pending", "slow_down", "access_denied", "expired_token"])),
  intervalSeconds: v.optional(v.number()),
  credentials: v.optional(v.looseObject({ enrollmentId: text, token: text })),
});

/** Schema of `DeviceLookup`. */
export const deviceLookupSchema = v.looseObject({
  ...facts,
  state: v.picklist(["pending", "approved"]),
  expiresAt: text,
});

/** Schema of `Enrollment`. */
export const enrollmentSchema = v.looseObject({
  ...facts,
  id: text,
  workspaceId: text,
  endUser: v.nullish(v.looseObject({ source: text, id: text }), null),
  handle: text,
  state: v.picklist(["connected", "away", "revoked"]),
  lastSeenAt: maybeText,
  approvedBy: v.optional(v.unknown(), null),
  revokedAt: maybeText,
  createdAt: text,
  updatedAt: text,
});

/** Schema of `EnrollmentList`. */
export const enrollmentListSchema = v.looseObject({ enrollments: v.array(enrollmentSchema) });

/** Schema of `DeviceApproval`. */
export const deviceApprovalSchema = v.looseObject({ ...facts, state: v.picklist(["approved", "denied"]) });

/** Schema of `RevokedEnrollment`. */
export const revokedEnrollmentSchema = v.looseObject({
  revoked: v.boolean(),
  outcome: v.picklist(["removed", "already_removed", "blocked"]),
});

/** Schema of `EnrollmentToken`. */
export const enrollmentTokenSchema = v.looseObject({ token: text, expiresAt: text });

/** Schema of `MachineCommand`. */
export const machineCommandSchema = v.looseObject({
  id: text,
  name: v.picklist(["list_files", "read_file", "write_file", "run"]),
  arguments: v.record(text, v.unknown()),
  timeoutMs: v.number(),
});
