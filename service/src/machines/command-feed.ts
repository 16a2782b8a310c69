/** A machine's commands as text to stream. Reads the store after each hint and keeps nothing in between. */
import { writeComment, writeFrame, type MachineCommand } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import { createFeed, type Feed, type FeedState } from "../feed.js";
import type { Store } from "../store/store.js";
import { isoNow } from "../world.js";
import { cancelCommand, giveUp } from "./command.js";
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
  const frameOf = frameWriter();
  let isAnnounced = false;
  let isReplaced = false;
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

  /** Changes of the machine's open commands. */
  async function news(): Promise<string> {
    const now = isoNow(clock);
    const open = await store.openCommands(machineId);
    const late = open.filter(({ status, startBy }) => status === "queued" && startBy <= now);
    for (const { id } of late) await store.changeCommand(id, (command) => giveUp(command, now, "connected"));
    const frames = open.filter((command) => !late.includes(command)).map(frameOf);
    return frames.join("");
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
