/** Keeps the machine's connection: follows its commands, and connects again when that breaks. */
import { createBackOff } from "../../../foundation/back-off.js";
import { ServiceError } from "../../../foundation/base-error.js";
import { delay } from "../../../foundation/delay.js";
import { connectionFailure } from "../../../foundation/describe-error.js";
import { onAbort } from "../../../foundation/on-abort.js";
import { isForeign, ServiceApiError } from "../../../wire/protocol/api-error.js";
import { machineCommandSchema } from "../../../wire/protocol/machines.js";
import { readBody } from "../../../wire/protocol/read-body.js";
import type { ServiceConnection } from "../../../api/service-connection.js";
import { readFrames, type Frame } from "../../../wire/sse/read-frames.js";
import type { CommandRunner } from "./command-runner.js";

export interface ServeOptions {
  /** With the machine's credential as its key. */
  readonly api: ServiceConnection;
  readonly runner: CommandRunner;
  readonly signal: AbortSignal;
  /** Called at each change of the connection: with null when it is open, else with the reason and a remedy. */
  readonly onLink: (problem: string | null) => void;
}

/** The service sends something every 15 seconds; a connection that is silent for longer is dead (ms). */
const silenceMs = 45_000;

/**
 * Resolves when the machine was removed, another process took its place, or `signal` aborts.
 *
 * @throws {ServiceError} when the service itself refuses, so that no further try can succeed.
 */
export async function serveMachine(options: ServeOptions): Promise<"revoked" | "replaced" | "stopped"> {
  const { api, signal, onLink } = options;
  const backOff = createBackOff({ random: api.random });
  /** The last report: null while connected, undefined before the first. */
  let reported: string | null | undefined;
  const note = (problem: string | null) => {
    if (problem !== reported) onLink(problem);
    reported = problem;
  };
  while (!signal.aborted) {
    let problem = "The connection ended.";
    try {
      const isReplaced = await follow(options, () => {
        backOff.progress();
        note(null);
      });
      if (isReplaced) return "replaced";
    } catch (error) {
      const refused = refusalOf(error);
      if (refused?.status === 401) return "revoked";
      if (refused) throw refusal(refused, api.baseUrl);
      problem = problemOf(error, api.baseUrl);
    }
    if (signal.aborted) break;
    const waitMs = backOff.next();
    // A connection that opens again at the first try needs no words.
    if (reported !== null || backOff.tries > 1) note(problem);
    await delay(waitMs, api.clock, signal);
  }
  return "stopped";
}

/** The error, if the service itself refused and its answer stays the same. */
function refusalOf(error: unknown): ServiceApiError | null {
  return error instanceof ServiceApiError && !error.retryable && !isForeign(error) ? error : null;
}

function refusal({ status, code, message }: ServiceApiError, service: string): ServiceError {
  return new ServiceError(
    `${service} refused this computer (${status}): ${message} Check --service, or connect anew with --forget.`,
    { code },
  );
}

/** Why a request failed, for the person at the computer. */
export function problemOf(error: unknown, service: string): string {
  if (!(error instanceof ServiceApiError)) return "The connection broke.";
  const { status, message } = error;
  if (status === 0) {
    const failure = connectionFailure(error.cause);
    return `${service} could not be reached${failure && ` (${failure})`}. Check --service and this computer's network.`;
  }
  if (!isForeign(error)) return `${service} answered ${status}: ${message}`;
  return `${service} answered ${status}, but not as the service does. Check --service, and any proxy before the service.`;
}

/** Follows one connection to its end. True when another process has taken the machine's place. */
async function follow({ api, runner, signal }: ServeOptions, onActivity: () => void): Promise<boolean> {
  const silent = new AbortController();
  const stopListening = onAbort(signal, () => silent.abort());
  let cancelTimer = (): void => undefined;
  const listen = () => {
    cancelTimer();
    cancelTimer = api.clock.after(silenceMs, () => silent.abort());
  };
  listen();
  try {
    const response = await api.open({
      method: "GET",
      path: "/v1/machine/commands",
      query: { running: runner.running().join(",") },
      accept: "text/event-stream",
      signal: silent.signal,
    });
    if (response.body === null) return false;
    const activity = () => {
      listen();
      onActivity();
    };
    for await (const frame of readFrames(response.body, { onActivity: activity, signal: silent.signal })) {
      if (frame.event === "replaced") return true;
      take(frame, runner);
    }
    return false;
  } finally {
    cancelTimer();
    stopListening();
  }
}

/** A frame that cannot be read is dropped: the service gives up its command after a while. */
function take({ event, data }: Frame, runner: CommandRunner): void {
  try {
    const value: unknown = JSON.parse(data);
    if (event === "command") runner.begin(readBody(machineCommandSchema, value, "a command"));
    else if (event === "cancel") runner.cancel(String((value as { readonly id?: unknown }).id));
  } catch {
    // Malformed, or of a newer service.
  }
}
