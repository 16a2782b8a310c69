/** A machine's commands as text to stream. Reads the store after each hint and keeps nothing in between. */
import { writeComment, writeFrame, type MachineCommand } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { createFeed, type Feed, type FeedState } from "../feed.js";
import type { Store } from "../store/store.js";
import { isoNow } from "../world.js";
import { cancelUnawaited, giveUp } from "./command.js";
import type { CommandRecord } from "./machine-record.js";

/** A comment is sent, and the machine noted as seen, after this long (ms). */
export const machineHeartbeatMs = 15_000;

export interface CommandFeedOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly machineId: string;
  /** The stream; the feed ends when the machine has opened another one. */
  readonly linkId: string;
}

export function createCommandFeed({ store, clock, machineId, linkId }: CommandFeedOptions): Feed {
  const frames = frameWriter();
  let isAnnounced = false;
  let isReplaced = false;
  let nextBeat = clock.now() + machineHeartbeatMs;

  /** Notes the machine as seen, and cancels the commands that no turn waits for. */
  async function beat(): Promise<void> {
    const now = isoNow(clock);
    await store.changeMachine(machineId, (machine) =>
      machine.linkId === linkId ? { ...machine, seenAt: now } : machine,
    );
    for (const command of await store.openCommands(machineId)) await endUnawaited(command);
  }

  /** Whether the command was cancelled, as its turn is over or in another attempt: its process may have been killed. */
  function endUnawaited({ id }: CommandRecord): Promise<boolean> {
    const now = isoNow(clock);
    return store.changeCommandInTurn(id, (command, turn) => cancelUnawaited(command, turn, now));
  }

  /** Changes of the machine's open commands. */
  async function news(): Promise<string> {
    const now = isoNow(clock);
    const open = await store.openCommands(machineId);
    const late = open.filter(({ status, startBy }) => status === "queued" && startBy <= now);
    for (const { id } of late) await store.changeCommand(id, (command) => giveUp(command, now, "connected"));
    let text = "";
    for (const command of open) {
      if (late.includes(command)) continue;
      // `start` checks it once more, in one transaction with the turn.
      const isOver = frames.isNew(command) && (await endUnawaited(command));
      if (!isOver) text += frames.write(command);
    }
    return text;
  }

  async function read(state: FeedState): Promise<string | null> {
    const { hints } = state;
    for (;;) {
      if (state.isEnded || isReplaced) return null;
      hints.reset();
      const machine = await store.getMachine(machineId);
      if (machine === null || machine.revokedAt !== null) return null;
      if (machine.linkId !== linkId) {
        isReplaced = true;
        return writeFrame({ event: "replaced", data: "{}" });
      }
      const text = await news();
      if (text !== "") return text;
      if (state.isFinishing) return null;
      if (!isAnnounced) {
        isAnnounced = true;
        return writeComment("connected");
      }
      // Output of a command brings hints all the time; the machine is noted as seen all the same.
      const ms = nextBeat - clock.now();
      if (state.isEnded || (ms > 0 && (await hints.wait(ms)) === "hinted")) continue;
      nextBeat = clock.now() + machineHeartbeatMs;
      await beat();
      return writeComment("heartbeat");
    }
  }

  return createFeed({ clock, watch: (hint) => store.watchMachine(machineId, hint), read });
}

interface FrameWriter {
  /** Whether the machine would be given the command to run. */
  isNew(command: CommandRecord): boolean;
  write(command: CommandRecord): string;
}

/** Writes each command once, and once more when it is cancelled. */
function frameWriter(): FrameWriter {
  const told = new Map<string, "command" | "cancel">();
  const isNew = ({ id, isCancelled, status }: CommandRecord) => status === "queued" && !isCancelled && !told.has(id);
  return {
    isNew,
    write(command) {
      const { id, isCancelled, name, arguments: given, timeoutMs } = command;
      if (isCancelled) {
        if (told.get(id) === "cancel") return "";
        told.set(id, "cancel");
        return writeFrame({ event: "cancel", data: JSON.stringify({ id }) });
      }
      if (!isNew(command)) return "";
      told.set(id, "command");
      const wire: MachineCommand = { id, name, arguments: given, timeoutMs };
      return writeFrame({ event: "command", data: JSON.stringify(wire) });
    },
  };
}
