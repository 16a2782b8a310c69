/** The life of a command as pure decisions: it runs at most once, and its output is never duplicated. */
import type { TurnRecord } from "../store/records.js";
import type { ServiceApiError } from "@service/sdk/protocol";
import { conflict, invalid, notFound } from "../sessions/api-failure.js";
import { cutUtf8, utf8Length } from "../sessions/bound-payload.js";
import {
  isOpen,
  type CommandChange,
  type CommandRecord,
  type CommandResult,
  type OutputChunk,
} from "./machine-record.js";

/** How much output of one command is kept (bytes). The machine sends no more. */
export const maxOutputBytes = 262_144;
/** The most that a result takes (bytes of JSON). */
export const maxResultBytes = 131_072;

/**
 * Whether the result is waited for: the command's turn runs, in the attempt that the command belongs to.
 *
 * @param turn null while no worker has the turn's session.
 */
export function isAwaited({ attempt }: CommandRecord, turn: TurnRecord | null): boolean {
  return turn?.status === "running" && (attempt === undefined || attempt === turn.attempts);
}

/** Cancels a command whose result no turn waits for. The result is whether it did. */
export function cancelUnawaited(
  command: CommandRecord | null,
  turn: TurnRecord | null,
  now: string,
): CommandChange<boolean> {
  if (command === null || isAwaited(command, turn)) return { result: false };
  return { ...cancelCommand(command, now), result: true };
}

/**
 * The acknowledgement before the machine starts. The same `startKey` again is the same acknowledgement, whose answer was
 * lost. A command that no turn waits for is cancelled instead.
 *
 * @returns whether the machine may run it: not when it has ended, was cancelled or was started before.
 * @throws {ServiceApiError} 404.
 */
export function startCommand(
  command: CommandRecord | null,
  turn: TurnRecord | null,
  { now, startKey }: { readonly now: string; readonly startKey: string },
): CommandChange<boolean> {
  const found = there(command);
  const isRepeat = found.status === "started" && found.startKey === startKey;
  if (isOpen(found) && !isAwaited(found, turn)) {
    // The machine waits for this acknowledgement, so it has not begun.
    if (isRepeat) return { put: { ...found, status: "cancelled", isCancelled: true, finishedAt: now }, result: false };
    return { ...cancelCommand(found, now), result: false };
  }
  if (isRepeat) return { result: true };
  if (found.status !== "queued" || found.isCancelled || found.startBy <= now) return { result: false };
  return { put: { ...found, status: "started", startKey, startedAt: now }, result: true };
}

/** The refusal of a start. */
export function commandOver(): ServiceApiError {
  return conflict("The command has ended, was cancelled or was started before. Do not run it.", "command_over");
}

/** The command as its machine sees it: marked cancelled when no turn waits for its result. */
export function cancelledUnlessAwaited(command: CommandRecord | null, turn: TurnRecord | null): CommandRecord | null {
  if (command === null || !isOpen(command) || isAwaited(command, turn)) return command;
  return { ...command, isCancelled: true };
}

/**
 * Appends output. Skips bytes that are stored already, so that a resend duplicates nothing.
 *
 * @returns the number of stored bytes, and whether the command continues.
 * @throws {ServiceApiError} 404; 409 `command_over`; 409 `output_gap` with `details.expected`; 413 over
 *   `maxOutputBytes`.
 */
export function appendOutput(
  command: CommandRecord | null,
  { offset, text, stream }: OutputChunk,
): CommandChange<{ readonly receivedBytes: number; readonly cancelled: boolean }> {
  const found = started(command);
  const { outputBytes, isCancelled } = found;
  if (offset > outputBytes) {
    throw conflict(`Output from ${outputBytes} on is missing. Send that first.`, "output_gap", {
      expected: outputBytes,
    });
  }
  const end = offset + utf8Length(text);
  if (end > maxOutputBytes) {
    throw invalid(`The output of a command takes at most ${maxOutputBytes} bytes.`, 413, { limit: maxOutputBytes });
  }
  if (end <= outputBytes) return { result: { receivedBytes: outputBytes, cancelled: isCancelled } };
  const rest = text.slice(cutUtf8(text, outputBytes - offset).length);
  return {
    put: { ...found, outputBytes: end },
    output: { offset: outputBytes, text: rest, stream },
    result: { receivedBytes: end, cancelled: isCancelled },
  };
}

/**
 * Ends a command. A repeat, and a result for a command that was given up meanwhile, change nothing.
 *
 * @throws {ServiceApiError} 404; 409 `not_started` for one that was never acknowledged.
 */
export function finishCommand(
  command: CommandRecord | null,
  now: string,
  result: CommandResult,
): CommandChange<{ readonly status: CommandRecord["status"] }> {
  const found = there(command);
  if (found.status === "queued") {
    throw conflict("The command was not acknowledged. Post to its `start` before running it.", "not_started");
  }
  if (!isOpen(found)) return { result: { status: found.status } };
  const status = found.isCancelled ? "cancelled" : "done";
  return { put: { ...found, status, result, finishedAt: now }, result: { status } };
}

/** Asks for the end of a command: at once where it has not started, else through the machine. */
export function cancelCommand(command: CommandRecord | null, now: string): CommandChange<null> {
  if (command === null || !isOpen(command) || command.isCancelled) return { result: null };
  const ended = command.status === "queued" ? ({ status: "cancelled", finishedAt: now } as const) : {};
  return { put: { ...command, ...ended, isCancelled: true }, result: null };
}

/**
 * Ends a command that was not started in time, or whose time limit passed long ago. A machine that was revoked can
 * report nothing any more, so its commands end at once.
 */
export function giveUp(
  command: CommandRecord | null,
  now: string,
  machine: "connected" | "away" | "revoked",
): CommandChange<null> {
  if (command === null || !isOpen(command)) return { result: null };
  const isRevoked = machine === "revoked";
  if (command.status === "queued" && (isRevoked || command.startBy <= now)) {
    return { put: { ...command, status: "expired", finishedAt: now }, result: null };
  }
  const isOverdue = command.startedAt !== null && endBy(command) <= now;
  if (isRevoked || (isOverdue && machine === "away")) return loseCommand(command, now);
  return { result: null };
}

/** How long a machine may take beyond a command's own limit to report its end (ms). */
export const reportMs = 60_000;

function endBy({ startedAt, timeoutMs }: CommandRecord): string {
  return new Date(Date.parse(startedAt ?? "") + timeoutMs + reportMs).toISOString();
}

/** A started command that the machine no longer has: it may have run, and is never run again. */
export function loseCommand(command: CommandRecord | null, now: string): CommandChange<null> {
  if (command?.status !== "started") return { result: null };
  return { put: { ...command, status: "lost", finishedAt: now }, result: null };
}

/** One answer for a command that is not there and for one of another machine. */
function there(command: CommandRecord | null): CommandRecord {
  if (command !== null) return command;
  throw notFound("This machine has no such command.");
}

function started(command: CommandRecord | null): CommandRecord {
  const found = there(command);
  if (found.status === "started") return found;
  throw conflict("The command is not running: it has ended or was not acknowledged.", "command_over");
}
