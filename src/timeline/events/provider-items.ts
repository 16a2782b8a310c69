/** Calls in the form of a provider: what they were given, and whether the provider has run them itself. */
import type { EventPayloads } from "../../wire/protocol/event-payloads.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import type { RunStatus } from "../items.js";

type Created = EventPayloads["agent.toolCall.created"];

/** Calls that the agent's host runs: `completed` only means that the model finished the request. */
const runByHost: ReadonlySet<unknown> = new Set([
  "function_call",
  "custom_tool_call",
  "apply_patch_call",
  "computer_call",
  "shell_call",
  "local_shell_call",
]);

/** The arguments, or where the provider keeps them: the operation of a patch, the action of a search or of a computer. */
export function callInput({ arguments: given, raw }: Created): unknown {
  if (isRecord(raw) && (given === undefined || given === null || given === "")) {
    const data = isRecord(raw["providerData"]) ? raw["providerData"] : {};
    return raw["operation"] ?? data["action"] ?? raw["action"] ?? given;
  }
  return given;
}

/** Status of a call that the provider runs itself; undefined where only its output decides. */
export function hostedStatus({ raw }: Created): RunStatus | undefined {
  if (!isRecord(raw) || runByHost.has(raw["type"])) return undefined;
  if (raw["status"] === "completed") return "complete";
  return raw["status"] === "failed" ? "failed" : undefined;
}
