/** The device flow of RFC 8628 as pure decisions about one code. */
import type { DeviceApproval, DevicePoll, DeviceLookup, MachineFacts } from "@service/sdk/protocol";
import { limitExceeded } from "../sessions/api-failure.js";
import { isRecord } from "../sessions/is-record.js";
import { isSameOwner } from "../store/owner.js";
import type { Room } from "../store/room.js";
import type { CodeChange, DeviceCodeRecord, MachineOwner, MachineRecord } from "./machine-record.js";

/** How long a code is valid (ms). */
export const codeLifetimeMs = 600_000;
/** The first interval between two polls (s). */
export const firstIntervalSeconds = 5;
/** Seconds that an early poll adds to the interval, RFC 8628 §3.5. */
export const slowDownSeconds = 5;
/** Clocks and networks jitter: a poll this much before its time is not early (ms). */
const earlyMs = 500;

/** Machines that a workspace may have. */
export const maxMachines = 200;

/** @throws {ServiceApiError} 429 when a workspace has as many machines as it may have. */
export const machineRoom: Room = (count) => {
  if (count < maxMachines) return;
  throw limitExceeded(`The workspace has ${maxMachines} computers, the most it may have. Remove one first.`);
};

/** Values that an enrolment needs from outside, made before the decision. */
export interface Enrolling {
  readonly machineId: string;
  readonly token: string;
  readonly hash: string;
  /** Random lower-case letters and digits for the handle. */
  readonly suffix: string;
}

/**
 * One poll. Only the first answer after the approval has the credentials: as in RFC 8628 the code is used up, and a
 * machine that lost that answer starts again. Where the workspace has no room for the machine, the code stays as it is.
 *
 * @param facts of a machine that enrols with a token.
 */
export function pollCode(
  code: DeviceCodeRecord | null,
  now: string,
  enrolling: Enrolling,
  facts: MachineFacts | null,
): CodeChange<DevicePoll> {
  if (code === null || code.expiresAt <= now || code.state === "redeemed") return { result: expired };
  const { state, intervalSeconds } = code;
  if (state === "denied") return { result: { state: "denied", error: "access_denied" } };
  const told = code.facts ?? facts;
  if (state === "approved" && code.owner !== null && told !== null) {
    const machine = machineOf(code.owner, told, now, enrolling);
    const credentials = { enrollmentId: machine.id, token: enrolling.token };
    // A code that was used counts as open no longer.
    const put = { ...code, state: "redeemed" as const, facts: told, expiresAt: now };
    return { put, machine, room: machineRoom, result: { state: "authorized", credentials } };
  }
  const isEarly =
    code.lastPolledAt !== null && Date.parse(now) < Date.parse(code.lastPolledAt) + intervalSeconds * 1_000 - earlyMs;
  const interval = isEarly ? intervalSeconds + slowDownSeconds : intervalSeconds;
  return {
    put: { ...code, lastPolledAt: now, intervalSeconds: interval },
    result: { state: "pending", error: isEarly ? "slow_down" : "authorization_pending", intervalSeconds: interval },
  };
}

const expired: DevicePoll = { state: "expired", error: "expired_token" };

function machineOf(owner: MachineOwner, facts: MachineFacts, now: string, enrolling: Enrolling): MachineRecord {
  const { machineId, hash, suffix } = enrolling;
  const { name, folder, abilities } = facts;
  return {
    ...owner,
    id: machineId,
    hash,
    name,
    folder,
    abilities,
    handle: `${slug(name)}-${suffix}`,
    linkId: null,
    seenAt: null,
    revokedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

function slug(name: string): string {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return words.replaceAll(/^-+|-+$/g, "").slice(0, 24) || "machine";
}

/** The facts that a person may see for a typed code. Null when it is unknown, expired or denied. */
export function lookUpCode(code: DeviceCodeRecord | null, now: string): DeviceLookup | null {
  if (code?.facts == null || code.expiresAt <= now) return null;
  if (code.state !== "pending" && code.state !== "approved") return null;
  return { ...code.facts, state: code.state, expiresAt: code.expiresAt };
}

/** Binds the code to its owner. The same owner again changes nothing. Null as above, and for a code that another has approved. */
export function approveCode(
  code: DeviceCodeRecord | null,
  now: string,
  owner: MachineOwner,
): CodeChange<DeviceApproval | null> {
  const seen = lookUpCode(code, now);
  if (code === null || seen === null) return { result: null };
  const result = { ...code.facts!, state: "approved" } as const;
  if (seen.state === "pending") return { put: { ...code, state: "approved", owner }, result };
  return { result: isBoundTo(owner, code) ? result : null };
}

/**
 * Denies a pending code, or withdraws an approval that no machine has used yet. A repeat changes nothing. Null as above,
 * and for a code that another has approved.
 */
export function denyCode(
  code: DeviceCodeRecord | null,
  now: string,
  by: Pick<MachineOwner, "workspaceId" | "approvedBy">,
): CodeChange<DeviceApproval | null> {
  if (code?.facts == null || code.expiresAt <= now || code.state === "redeemed") return { result: null };
  if (code.state === "approved" && !hasApproved(by, code)) return { result: null };
  const result = { ...code.facts, state: "denied" } as const;
  return code.state === "denied" ? { result } : { put: { ...code, state: "denied" }, result };
}

function hasApproved(by: Pick<MachineOwner, "workspaceId" | "approvedBy">, { owner }: DeviceCodeRecord): boolean {
  return owner?.workspaceId === by.workspaceId && approverKey(owner.approvedBy) === approverKey(by.approvedBy);
}

/** A person whatever their present name, or a key. */
function approverKey(approver: unknown): string {
  if (!isRecord(approver) || !("source" in approver)) return JSON.stringify(approver);
  return JSON.stringify([approver["source"], approver["id"]]);
}

function isBoundTo(owner: MachineOwner, code: DeviceCodeRecord): boolean {
  return code.owner?.workspaceId === owner.workspaceId && isSameOwner(code.owner.endUser, owner.endUser);
}
