/** A workspace's connected machines (`protocol.md` §9.6). */
import {
  deviceApprovalSchema,
  enrollmentListSchema,
  enrollmentSchema,
  enrollmentTokenSchema,
  revokedEnrollmentSchema,
  type Enrollment,
  type RevokedEnrollment,
} from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { approveCode, denyCode, firstIntervalSeconds, machineRoom, maxMachines } from "../machines/device-flow.js";
import { isConnected } from "../machines/link-state.js";
import type { DeviceCodeRecord, MachineOwner, MachineRecord } from "../machines/machine-record.js";
import { limitExceeded } from "../sessions/api-failure.js";
import { isoNow, type World } from "../world.js";
import { codeBounds, guessed, guesser, machinesOf } from "./device-flow.js";
import { approveBody, denyBody, tokenBody } from "./machine-bodies.js";
import { ownersOf, ownersQuery, ownRecord } from "./owners.js";
import { actorOf, inWorkspace, type Route, type WorkspaceCall } from "./route.js";

/** How long a one-time token is valid (ms). */
const tokenLifetimeMs = 3_600_000;

export const enrollmentRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/enrollments",
    "read",
    { summary: "List connected machines", query: ownersQuery, answers: { 200: enrollmentListSchema } },
    async ({ world, workspace, query }) => {
      const asked = { workspaceId: workspace.id, owners: ownersOf(query), limit: maxMachines };
      const machines = await world.store.listMachines(asked);
      return json({ enrollments: machines.map((machine) => wireMachine(machine, world)) });
    },
  ),
  inWorkspace(
    "POST",
    "/enrollments/device/approve",
    "write",
    { summary: "Approve a machine by its user code", body: approveBody, answers: { 200: deviceApprovalSchema } },
    async (call) => {
      const { world, request, key, workspace } = call;
      const machines = machinesOf(world);
      const { userCode, endUser } = await readBody(request, approveBody);
      await assertRoom(call);
      const owner = ownerOf(call, endUser);
      const approved = await guessed(world, machines, guesser(key, request, workspace.id), userCode, (userHash) =>
        world.store.changeDeviceCode({ userHash }, (code) => approveCode(code, isoNow(world.clock), owner)),
      );
      return json(approved);
    },
  ),
  inWorkspace(
    "POST",
    "/enrollments/device/deny",
    "write",
    { summary: "Deny a machine by its user code", body: denyBody, answers: { 200: deviceApprovalSchema } },
    async (call) => {
      const { world, request, key, workspace } = call;
      const machines = machinesOf(world);
      const { userCode } = await readBody(request, denyBody);
      const by = ownerOf(call, null);
      const denied = await guessed(world, machines, guesser(key, request, workspace.id), userCode, (userHash) =>
        world.store.changeDeviceCode({ userHash }, (code) => denyCode(code, isoNow(world.clock), by)),
      );
      return json(denied);
    },
  ),
  inWorkspace(
    "POST",
    "/enrollments/token",
    "write",
    { summary: "Make a one-time token for a machine", body: tokenBody, answers: { 201: enrollmentTokenSchema } },
    makeToken,
  ),
  // Behind the fixed paths, which would else read as ids.
  inWorkspace(
    "GET",
    "/enrollments/:enrollmentId",
    "read",
    { summary: "Read a connected machine", query: ownersQuery, answers: { 200: enrollmentSchema } },
    async (call) => json(wireMachine(await ownMachine(call), call.world)),
  ),
  inWorkspace(
    "POST",
    "/enrollments/:enrollmentId/revoke",
    "write",
    { summary: "Disconnect a machine for good", query: ownersQuery, answers: { 200: revokedEnrollmentSchema } },
    async (call) => {
      const { store, clock } = call.world;
      const { id } = await ownMachine(call);
      const now = isoNow(clock);
      let outcome: RevokedEnrollment["outcome"] = "already_removed";
      await store.changeMachine(id, (machine) => {
        if (machine.revokedAt !== null) return machine;
        outcome = "removed";
        return { ...machine, revokedAt: now, updatedAt: now, linkId: null };
      });
      return json({ revoked: true, outcome } satisfies RevokedEnrollment);
    },
  ),
];

function ownerOf({ workspace, key, request }: WorkspaceCall, endUser: MachineOwner["endUser"]): MachineOwner {
  const { organizationId } = key;
  const approvedBy = actorOf(request) ?? { kind: "subject", subjectId: `api_key:${key.id}` };
  return { organizationId, workspaceId: workspace.id, endUser, approvedBy };
}

/** Early, where a person sees it. The room when the machine enrols decides. */
async function assertRoom({ world, workspace }: WorkspaceCall): Promise<void> {
  machineRoom((await world.store.listMachines({ workspaceId: workspace.id, limit: maxMachines })).length);
}

async function makeToken(call: WorkspaceCall): Promise<Response> {
  const { world, request, workspace } = call;
  machinesOf(world);
  const { endUser } = await readBody(request, tokenBody);
  await assertRoom(call);
  const { store, hash, newId, clock } = world;
  const token = `svt_${await hash(newId() + newId())}`;
  const expiresAt = new Date(clock.now() + tokenLifetimeMs).toISOString();
  const record: DeviceCodeRecord = {
    deviceHash: await hash(token),
    userHash: null,
    source: `workspace:${workspace.id}`,
    state: "approved",
    facts: null,
    owner: ownerOf(call, endUser),
    intervalSeconds: firstIntervalSeconds,
    lastPolledAt: null,
    expiresAt,
    createdAt: isoNow(clock),
  };
  if (!(await store.addDeviceCode(record, codeBounds(world)))) {
    throw limitExceeded("Too many tokens wait to be used. Use them, or wait until they expire.");
  }
  return json({ token, expiresAt }, 201);
}

async function ownMachine(call: WorkspaceCall): Promise<MachineRecord> {
  return ownRecord(call, await call.world.store.getMachine(call.param("enrollmentId")), "machine");
}

function wireMachine(machine: MachineRecord, { clock }: World): Enrollment {
  const { id, workspaceId, endUser, handle, name, folder, abilities } = machine;
  const { approvedBy, seenAt, revokedAt, createdAt, updatedAt } = machine;
  const state = revokedAt !== null ? "revoked" : isConnected(machine, clock) ? "connected" : "away";
  return {
    id,
    workspaceId,
    endUser,
    handle,
    name,
    folder,
    abilities,
    state,
    lastSeenAt: seenAt,
    approvedBy,
    revokedAt,
    createdAt,
    updatedAt,
  };
}
