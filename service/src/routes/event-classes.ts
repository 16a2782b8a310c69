import type { EventType } from "@service/sdk/protocol";
import { invalidParameter } from "../sessions/api-failure.js";

/** Classes of events, for replays of a part of the log (`protocol.md` §4.1). */
export const eventClasses = {
  control: [
    "session.control.paused",
    "session.control.resumed",
    "session.control.steer_requested",
    "session.queue.changed",
    "workspace.inference.paused",
    "workspace.inference.resumed",
    "user.pause",
    "user.resume",
    "user.cancel",
    "user.interrupt",
  ],
  terminal: ["turn.completed", "turn.failed", "turn.cancelled", "turn.superseded"],
  failure: [
    "turn.failed",
    "turn.startup.phase.failed",
    "sandbox.operation.failed",
    "rig.setup.failed",
    "machine.op.failed",
  ],
  checkpoint: [
    "session.created",
    "session.status.changed",
    "session.requiresAction",
    "session.humanInput.requested",
    "session.context.compacted",
    "turn.started",
  ],
  tool_receipt: ["agent.toolCall.output"],
  provider_account: [],
} satisfies Record<string, readonly EventType[]>;

export type EventClass = keyof typeof eventClasses;

/** Frequent events, which a monitoring page omits. */
export const deltaTypes = [
  "agent.message.delta",
  "agent.reasoning.delta",
  "sandbox.command.output.delta",
  "terminal.pty.output.delta",
] as const satisfies readonly EventType[];

export function isEventClass(name: string): name is EventClass {
  return Object.hasOwn(eventClasses, name);
}

/**
 * The types that a query asks for by a list of types and a list of classes; undefined when it has neither. Unknown types
 * are kept: no event has one, so a newer client gets the events that it shares with this service.
 */
export function typesAsked(query: URLSearchParams, typeList: string, classList: string): string[] | undefined {
  const types = listOf(query, typeList);
  const classes = listOf(query, classList)?.map((name) => assertEventClass(name, classList));
  if (types === undefined && classes === undefined) return undefined;
  return [...(types ?? []), ...(classes ?? []).flatMap((name): readonly string[] => eventClasses[name])];
}

function assertEventClass(name: string, list: string): EventClass {
  if (isEventClass(name)) return name;
  const known = Object.keys(eventClasses).join(", ");
  throw invalidParameter(list, `names "${name.slice(0, 80)}", which is no class of events. Use ${known}.`);
}

function listOf(query: URLSearchParams, name: string): string[] | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const values = text.split(",").filter((value) => value !== "");
  if (values.length > 100) throw invalidParameter(name, `names ${values.length} values; at most 100 are taken.`);
  return values;
}
