/** Runs the commands that the service sends: each is acknowledged before it starts, and never started twice. */
import { randomUUID } from "node:crypto";
import { createBackOff } from "../../../foundation/back-off.js";
import { delay } from "../../../foundation/delay.js";
import { isServiceError } from "../../../foundation/base-error.js";
import { isForeign, ServiceApiError } from "../../../wire/protocol/api-error.js";
import type { MachineCommand } from "../../../wire/protocol/machines.js";
import type { ServiceConnection } from "../../../api/service-connection.js";
import { createOutputSender } from "./output-sender.js";
import { perform, type PerformOptions } from "./perform.js";

export interface CommandRunnerOptions extends Pick<PerformOptions, "folder" | "abilities"> {
  readonly api: ServiceConnection;
  readonly onCommand: (command: MachineCommand) => void;
}

export interface CommandRunner {
  /** Ids of the commands that are acknowledged, run, or not reported yet. */
  running(): readonly string[];
  begin(command: MachineCommand): void;
  cancel(id: string): void;
  /** Ends every command, and reports what it can. Resolves after `ms` at the latest. */
  stop(ms: number): Promise<void>;
}

/** Commands at once; the service queues no more for one machine. */
const maxRunning = 8;
/** Ids of ended commands that are kept, so that a repeated frame starts nothing. */
const maxKnown = 1_000;

export function createCommandRunner({ api, folder, abilities, onCommand }: CommandRunnerOptions): CommandRunner {
  const running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  const known = new Set<string>();
  const closing = new AbortController();

  /** Sends until the service answers. Null when it refuses for good. */
  async function post(path: string, body: object): Promise<Readonly<Record<string, unknown>> | null> {
    const backOff = createBackOff({ random: api.random });
    for (;;) {
      if (closing.signal.aborted) return null;
      try {
        const { value } = await api.request({ method: "POST", path, body, signal: closing.signal });
        return (value ?? {}) as Readonly<Record<string, unknown>>;
      } catch (error) {
        const isAgain = error instanceof ServiceApiError && (error.retryable || error.status === 0 || isForeign(error));
        if (!isAgain && isServiceError(error)) return null;
        await delay(backOff.next(), api.clock, closing.signal);
      }
    }
  }

  async function run(command: MachineCommand, stop: AbortController): Promise<void> {
    const path = `/v1/machine/commands/${encodeURIComponent(command.id)}`;
    // The key separates a repeat of this acknowledgement, after a lost response, from another start.
    if ((await post(`${path}/start`, { startKey: randomUUID() })) === null) return;
    onCommand(command);
    const output = createOutputSender({
      clock: api.clock,
      async send(piece) {
        const answer = await post(`${path}/output`, piece);
        // No turn waits for the result of a command whose output is refused.
        if (answer === null || answer["cancelled"] === true) stop.abort();
        return answer !== null;
      },
    });
    const onOutput = output.add.bind(output);
    const options = { folder, abilities, signal: stop.signal, clock: api.clock, onOutput };
    const { ok, value } = await perform(command, options);
    const sent = await output.finish();
    await post(`${path}/result`, { ok, value: command.name === "run" && ok ? { ...value, ...sent } : value });
  }

  return {
    running: () => [...running.keys()],
    begin(command) {
      if (known.has(command.id) || running.size >= maxRunning || closing.signal.aborted) return;
      known.add(command.id);
      const [oldest] = known;
      if (oldest !== undefined && known.size > maxKnown) known.delete(oldest);
      const stop = new AbortController();
      const ended = run(command, stop).finally(() => running.delete(command.id));
      running.set(command.id, { stop, ended });
    },
    cancel: (id) => running.get(id)?.stop.abort(),
    async stop(ms) {
      const all = [...running.values()];
      for (const { stop } of all) stop.abort();
      const reported = new AbortController();
      const late = delay(ms, api.clock, reported.signal);
      await Promise.race([Promise.allSettled(all.map(({ ended }) => ended)), late]);
      reported.abort();
      closing.abort();
    },
  };
}
