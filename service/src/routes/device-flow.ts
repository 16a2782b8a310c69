/** The device flow for machines, which have no key (`protocol.md` §9.6, RFC 8628). */
import {
  deviceCodeSchema,
  deviceLookupSchema,
  devicePollSchema,
  ServiceApiError,
  type DeviceCode,
  type DevicePoll,
} from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { authenticate } from "../http/authenticate.js";
import { readBody } from "../http/request-body.js";
import { codeLifetimeMs, firstIntervalSeconds, lookUpCode, pollCode, type Enrolling } from "../machines/device-flow.js";
import type { DeviceCodeRecord } from "../machines/machine-record.js";
import type { Machines } from "../machines/machines.js";
import { newHandleSuffix, newUserCode, normalizeUserCode } from "../machines/user-code.js";
import { limitExceeded } from "../sessions/api-failure.js";
import type { ApiKeyRecord } from "../store/records.js";
import { isoNow, type World } from "../world.js";
import { lookupBody, pollBody, machineFacts } from "./machine-bodies.js";
import type { OpenCall, OpenRoute } from "./open-route.js";
import { actorOf } from "./route.js";

/** Codes that were neither used nor have expired: of one address or, as tokens, of one workspace; and of all. */
const maxCodes = { perSource: 50, total: 5_000 } as const;
/** Codes are forgotten this long after they expired (ms). */
const keptMs = 600_000;

export const deviceFlowRoutes: readonly OpenRoute[] = [
  {
    method: "POST",
    path: "/v1/enrollments/device/start",
    about: { summary: "Begin to connect a machine", body: machineFacts, answers: { 201: deviceCodeSchema } },
    handle: startDevice,
  },
  {
    method: "POST",
    path: "/v1/enrollments/device/poll",
    about: { summary: "Ask whether a machine was approved", body: pollBody, answers: { 200: devicePollSchema } },
    handle: pollDevice,
  },
  {
    method: "POST",
    path: "/v1/enrollments/device/lookup",
    about: { summary: "Read what a user code connects", body: lookupBody, answers: { 200: deviceLookupSchema } },
    handle: async (call) => {
      const { world, request } = call;
      const machines = machinesOf(world);
      // A host's backend looks codes up for its people: each of them has their own guesses.
      const who = request.headers.has("authorization")
        ? guesser((await authenticate(world, request)).key, request)
        : sourceOf(call);
      const { userCode } = await readBody(request, lookupBody);
      const found = await guessed(world, machines, who, userCode, async (userHash) =>
        world.store.changeDeviceCode({ userHash }, (code) => ({ result: lookUpCode(code, isoNow(world.clock)) })),
      );
      return json(found);
    },
  },
];

async function startDevice(call: OpenCall): Promise<Response> {
  const { world, request } = call;
  const { verificationUri } = machinesOf(world);
  const facts = await readBody(request, machineFacts);
  const { store, hash, newId, clock } = world;
  const deviceCode = `svd_${await hash(newId() + newId())}`;
  const userCode = newUserCode();
  const record: DeviceCodeRecord = {
    deviceHash: await hash(deviceCode),
    userHash: await hash(normalizeUserCode(userCode) ?? ""),
    source: sourceOf(call),
    state: "pending",
    facts,
    owner: null,
    intervalSeconds: firstIntervalSeconds,
    lastPolledAt: null,
    expiresAt: iso(clock.now() + codeLifetimeMs),
    createdAt: isoNow(clock),
  };
  if (!(await store.addDeviceCode(record, codeBounds(world)))) {
    throw limitExceeded("Too many machines are waiting to be connected. Try again in a few minutes.");
  }
  const page = verificationUri ?? new URL("/machines/approve", request.url).href;
  const whole = new URL(page);
  whole.searchParams.set("code", userCode);
  const answer: DeviceCode = {
    deviceCode,
    userCode,
    verificationUri: page,
    verificationUriComplete: whole.href,
    intervalSeconds: firstIntervalSeconds,
    expiresInSeconds: codeLifetimeMs / 1_000,
  };
  return json(answer, 201);
}

/** How many codes may be open. */
export function codeBounds({ clock }: World) {
  return { now: isoNow(clock), ...maxCodes, forgetBefore: iso(clock.now() - keptMs) };
}

async function pollDevice({ world, request }: OpenCall): Promise<Response> {
  const { deviceCode, machine } = await readBody(request, pollBody);
  const off: DevicePoll = { state: "disabled" };
  if (world.machines === null) return json(off);
  const { store, hash, newId, clock } = world;
  const token = `svm_${await hash(newId() + newId())}`;
  const enrolling: Enrolling = { machineId: newId(), token, hash: await hash(token), suffix: newHandleSuffix() };
  const deviceHash = await hash(deviceCode);
  return json(
    await store.changeDeviceCode({ deviceHash }, (code) => pollCode(code, isoNow(clock), enrolling, machine)),
  );
}

/** @throws {ServiceApiError} 503 `enrollments_disabled`. */
export function machinesOf({ machines }: World): Machines {
  if (machines !== null) return machines;
  throw new ServiceApiError("This service connects no computers.", { status: 503, code: "enrollments_disabled" });
}

/**
 * Looks up a typed code, and counts wrong ones.
 *
 * @param who is refused after too many wrong codes.
 * @param ask gets the code's hash; null means that there is no such code.
 * @throws {ServiceApiError} 404 `code_unknown`, the same for an unknown, expired or denied code; 429
 *   `limit_exceeded`.
 */
export async function guessed<T>(
  { hash }: World,
  { guesses }: Machines,
  who: string,
  userCode: string,
  ask: (userHash: string) => Promise<T | null>,
): Promise<T> {
  if (!guesses.mayTry(who)) throw limitExceeded("Too many wrong codes. Try again in ten minutes.");
  // Counted before the answer, so that many at once are counted too.
  const giveBack = guesses.note(who);
  const normal = normalizeUserCode(userCode);
  const found = normal === null ? null : await ask(await hash(normal));
  if (found === null) {
    throw new ServiceApiError("This code is unknown or has expired. Check it, or start again at the machine.", {
      status: 404,
      code: "code_unknown",
    });
  }
  giveBack();
  return found;
}

/** The caller's address, for the limits. Without one, all callers share them. */
function sourceOf({ remoteAddress }: OpenCall): string {
  return `address:${remoteAddress ?? "unknown"}`;
}

/**
 * The person behind a request with a key, for the bound on wrong codes. People of two workspaces may have one id.
 *
 * @param workspaceId that the path names; undefined for a look-up, whose path names none.
 */
export function guesser({ id }: ApiKeyRecord, request: Request, workspaceId?: string): string {
  const actor = actorOf(request);
  return JSON.stringify(["key", id, workspaceId, actor?.source, actor?.id]);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
