/** Keeps the machine's connection: follows its commands, and connects again when that breaks. */
import { createBackOff } from "../../../foundation/back-off.js";
import { delay } from "../../../foundation/delay.js";
import { onAbort } from "../../../foundation/on-abort.js";
import { ServiceApiError } from "../../../wire/protocol/api-error.js";
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
  /** Called at each change of the connection. */
  readonly onLink: (isConnected: boolean) => void;
}

/** The service sends something every 15 seconds; a connection that is silent for longer is dead (ms). */
const silenceMs = 45_000;

/** Resolves when the machine was removed, another process took its place, or `signal` aborts. */
export async function serveMachine(options: ServeOptions): Promise<"revoked" | "replaced" | "stopped"> {
  const { api, signal, onLink } = options;
  const backOff = createBackOff({ random: api.random });
  let wasConnected = false;
  const note = (isConnected: boolean) => {
    if (isConnected !== wasConnected) onLink(isConnected);
    wasConnected = isConnected;
  };
  while (!signal.aborted) {
    try {
      const isReplaced = await follow(options, () => {
        backOff.progress();
        note(true);
      });
      if (isReplaced) return "replaced";
    } catch (error) {
      if (error instanceof ServiceApiError && error.status === 401 && !error.isForeign) return "revoked";
    }
    if (signal.aborted) break;
    await delay(backOff.next(), api.clock, signal);
    if (backOff.tries > 1) note(false);
  }
  return "stopped";
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
