/** A machine's commands as text to stream. The store is read when a hint comes; nothing is held in between. */
import { writeComment, writeFrame, type MachineCommand } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { isUnavailable, type Store } from "../store/store.js";
import { isoNow } from "../world.js";
import { cancelCommand, giveUp } from "./command.js";
import { createHints } from "../hints.js";
import type { CommandRecord } from "./machine-record.js";

/** A comment is sent, and the machine noted as seen, after this long (ms). */
export const machineHeartbeatMs = 15_000;
/** How long to wait before a database that was away is asked again (ms). */
const awayMs = 1_000;

export interface CommandFeedOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly machineId: string;
  /** The stream; the feed ends when the machine has opened another one. */
  readonly linkId: string;
}

export interface CommandFeed {
  /** The next frames, or a comment; null when the feed was ended. */
  next(): Promise<string | null>;
  /** Lets the feed end once the machine has what is queued by now. */
  finish(): void;
  end(): void;
}

export function createCommandFeed({ store, clock, machineId, linkId }: CommandFeedOptions): CommandFeed {
  const frameOf = frameWriter();
  const hints = createHints(clock);
  const unwatch = store.watchMachine(machineId, hints.hint);
  let isAnnounced = false;
  let isEnded = false;
  let isReplaced = false;
  let isFinishing = false;
  let nextBeat = clock.now() + machineHeartbeatMs;

  /** Notes the machine as seen, and cancels commands whose turn is over: their process may have been killed. */
  async function beat(): Promise<void> {
    const now = isoNow(clock);
    await store.changeMachine(machineId, (machine) =>
      machine.linkId === linkId ? { ...machine, seenAt: now } : machine,
    );
    for (const { id, sessionId, turnId } of await store.openCommands(machineId)) {
      const turn = await store.getTurn(sessionId, turnId);
      if (turn?.status !== "running") await store.changeCommand(id, (command) => cancelCommand(command, now));
    }
  }

  /** What is new of the machine's open commands. */
  async function news(): Promise<string> {
    const now = isoNow(clock);
    const open = await store.openCommands(machineId);
    const late = open.filter(({ status, startBy }) => status === "queued" && startBy <= now);
    for (const { id } of late) await store.changeCommand(id, (command) => giveUp(command, now, false));
    const frames = open.filter((command) => !late.includes(command)).map(frameOf);
    return frames.join("");
  }

  async function follow(): Promise<string | null> {
    for (;;) {
      if (isEnded || isReplaced) return null;
      hints.reset();
      const machine = await store.getMachine(machineId);
      if (machine === null || machine.revokedAt !== null) return null;
      if (machine.linkId !== linkId) {
        isReplaced = true;
        return writeFrame({ event: "replaced", data: "{}" });
      }
      const text = await news();
      if (text !== "") return text;
      if (isFinishing) return null;
      if (!isAnnounced) {
        isAnnounced = true;
        return writeComment("connected");
      }
      // Output of a command brings hints all the time; the machine is noted as seen all the same.
      const ms = nextBeat - clock.now();
      if (isEnded || (ms > 0 && (await hints.wait(ms)) === "hinted")) continue;
      nextBeat = clock.now() + machineHeartbeatMs;
      await beat();
      return writeComment("heartbeat");
    }
  }

  return {
    async next() {
      try {
        return await follow();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (isFinishing) return null;
        hints.reset();
        await hints.wait(awayMs);
        return isEnded ? null : writeComment("waiting");
      }
    },
    finish() {
      isFinishing = true;
      hints.hint();
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      unwatch();
      hints.hint();
    },
  };
}

/** Writes each command once, and once more when it is cancelled. */
function frameWriter(): (command: CommandRecord) => string {
  const told = new Map<string, "command" | "cancel">();
  return ({ id, isCancelled, status, name, arguments: given, timeoutMs }) => {
    if (isCancelled) {
      if (told.get(id) === "cancel") return "";
      told.set(id, "cancel");
      return writeFrame({ event: "cancel", data: JSON.stringify({ id }) });
    }
    if (status !== "queued" || told.has(id)) return "";
    told.set(id, "command");
    const wire: MachineCommand = { id, name, arguments: given, timeoutMs };
    return writeFrame({ event: "command", data: JSON.stringify(wire) });
  };
}
