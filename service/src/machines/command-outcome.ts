/** Turns a machine's command into an outcome for the agent. */
import { refusedCall, type ToolOutcome } from "../tools/tool.js";
import type { CommandRecord } from "./machine-record.js";

interface Failure {
  readonly message: string;
  readonly code: string;
}

/** Why a command did not succeed, in words; null when it did. */
export function failureOf(ended: CommandRecord | null): Failure | null {
  if (ended === null) return { message: "The session was removed.", code: "command_gone" };
  switch (ended.status) {
    case "expired":
      return { message: "The computer is not connected, so nothing was run.", code: "machine_away" };
    case "lost":
      return {
        message:
          "The computer lost this command while it was running. It may have run in part, so check before you repeat it.",
        code: "command_lost",
      };
    case "cancelled":
      return {
        message:
          ended.startedAt === null
            ? "The command was cancelled before it ran."
            : "The command was cancelled while it was running. It may have run in part, so check before you repeat it.",
        code: "command_cancelled",
      };
    case "queued":
    case "started":
    case "done":
      return failureOfResult(ended);
    default:
      return ended.status satisfies never;
  }
}

function failureOfResult({ result }: CommandRecord): Failure | null {
  if (result?.ok === true) {
    const message = endOf(result.value);
    return message === null ? null : { message, code: "command_failed" };
  }
  const { message, code } = result?.value ?? {};
  return {
    message: typeof message === "string" ? message : "The computer reports a failure without a reason.",
    code: typeof code === "string" ? code : "machine_failed",
  };
}

/** How a command ended that did not end with code 0. */
function endOf(value: Readonly<Record<string, unknown>>): string | null {
  const { exitCode } = value;
  const cut = cutOf(value);
  if (cut !== null) return cut;
  return typeof exitCode === "number" && exitCode !== 0 ? `The command ended with code ${exitCode}.` : null;
}

/** The reason why a command was cut off, in words; null where it ended by itself. */
function cutOf({ signal, timedOut, cancelled }: Readonly<Record<string, unknown>>): string | null {
  if (timedOut === true) return "The command was ended at its time limit.";
  if (cancelled === true) return "The command was ended on the computer.";
  return typeof signal === "string" ? `The command was ended by ${signal}.` : null;
}

/** A command that ended with another code than 0 is an answer: the agent reads the output. */
export function outcomeOf(ended: CommandRecord | null, tail: string): ToolOutcome {
  const failure = failureOf(ended);
  if (failure !== null && failure.code !== "command_failed") {
    const outcome = refusedCall(failure.message, failure.code);
    return tail === "" ? outcome : { ...outcome, output: { ...(outcome.output as object), output: tail } };
  }
  const value = ended?.result?.value ?? {};
  if (ended?.name !== "run") return { output: value };
  const output = { ...value, output: tail, isWhole: tail.length === 0 || ended.outputBytes <= tail.length };
  return cutOf(value) === null ? { output } : { output, failed: true };
}
