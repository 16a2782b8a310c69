/** The machine's half of the device flow (RFC 8628): shows a code and asks until a person has decided. */
import { ServiceError } from "../../../foundation/base-error.js";
import { delay } from "../../../foundation/delay.js";
import { isForeign, ServiceApiError } from "../../../wire/protocol/api-error.js";
import {
  deviceCodeSchema,
  devicePollSchema,
  type DeviceCode,
  type DevicePoll,
  type MachineCredentials,
  type MachineFacts,
} from "../../../wire/protocol/machines.js";
import { readBody } from "../../../wire/protocol/read-body.js";
import type { ServiceConnection } from "../../../api/service-connection.js";

export interface EnrolOptions {
  readonly api: ServiceConnection;
  readonly facts: MachineFacts;
  /** A one-time token instead of a person's approval. */
  readonly token?: string | undefined;
  readonly signal: AbortSignal;
  readonly show: (code: DeviceCode) => void;
}

const flow = "/v1/enrollments/device";

/**
 * @throws {ServiceError} `enrollment_denied`, `enrollment_expired`, `enrollments_disabled`.
 * @throws the signal's reason.
 */
export async function enrol({ api, facts, token, signal, show }: EnrolOptions): Promise<MachineCredentials> {
  if (token !== undefined) return credentialsOf(await poll(api, { deviceCode: token, machine: facts }, signal));
  const begun = await api.request({ method: "POST", path: `${flow}/start`, body: facts, signal });
  const code = readBody(deviceCodeSchema, begun.value, "a code");
  show(code);
  const end = api.clock.now() + code.expiresInSeconds * 1_000;
  let seconds = code.intervalSeconds;
  for (;;) {
    await delay(seconds * 1_000, api.clock, signal);
    signal.throwIfAborted();
    const answer = await pollOnce(api, code.deviceCode, signal);
    if (answer === null) {
      if (api.clock.now() >= end) throw faultOf("expired");
      // RFC 8628 §3.5: a connection that fails doubles the wait.
      seconds *= 2;
    } else if (answer.state !== "pending") return credentialsOf(answer);
    else seconds = answer.intervalSeconds ?? (answer.error === "slow_down" ? seconds + 5 : seconds);
  }
}

/** Null where the service did not answer. */
async function pollOnce(api: ServiceConnection, deviceCode: string, signal: AbortSignal): Promise<DevicePoll | null> {
  try {
    return await poll(api, { deviceCode }, signal);
  } catch (error) {
    if (!(error instanceof ServiceApiError) || error.code === "enrollments_disabled") throw error;
    if (error.retryable || isForeign(error)) return null;
    throw error;
  }
}

async function poll(api: ServiceConnection, body: object, signal: AbortSignal): Promise<DevicePoll> {
  const { value } = await api.request({ method: "POST", path: `${flow}/poll`, body, signal });
  return readBody(devicePollSchema, value, "the answer to a poll");
}

function credentialsOf({ state, credentials }: DevicePoll): MachineCredentials {
  if (state === "authorized" && credentials) return credentials;
  throw faultOf(state);
}

function faultOf(state: DevicePoll["state"]): ServiceError {
  const [code, message] = faults[state] ?? ["enrollment_expired", "The code was not approved in time. Start again."];
  return new ServiceError(message, { code });
}

const faults: Partial<Record<DevicePoll["state"], readonly [string, string]>> = {
  denied: ["enrollment_denied", "The request was denied. Nothing was connected."],
  disabled: ["enrollments_disabled", "This service connects no computers."],
  expired: ["enrollment_expired", "The code has expired or was used. Start again."],
};
