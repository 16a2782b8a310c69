/**
 * Tools for the machines of the session's owner (`protocol.md` §9.6). Reads run at once; writing a file and running a
 * command need a person's approval each time, which names the machine.
 */
import type { MachineAbility, MachineCommand } from "@service/sdk/protocol";
import * as v from "valibot";
import type { Clock } from "../clock.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import {
  refusedCall,
  type AgentTool,
  type CallContext,
  type ToolCall,
  type ToolOutcome,
  type ToolSource,
} from "../tools/tool.js";
import { isoNow } from "../world.js";
import { isConnected } from "./link-state.js";
import type { CommandRecord, MachineRecord } from "./machine-record.js";
import { outcomeOf } from "./command-outcome.js";
import { runOnMachine } from "./run-on-machine.js";

export interface MachineToolsWorld {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** More machines of one owner than this are not offered to an agent. */
const maxOffered = 20;
/** How many commands of one machine may wait or run. */
const maxOpen = 8;
/** A machine that does not take a command within this time is not there (ms). */
const startWithinMs = 30_000;
/** Ended commands are kept for this long (ms). */
const keptMs = 86_400_000;
const fileTimeoutMs = 30_000;

const path = v.pipe(v.string(), v.maxLength(4_096));
const pathProperty = { type: "string", description: "Relative to the machine's folder, with forward slashes." };

interface ToolFacts {
  readonly ability: MachineAbility;
  readonly description: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly takes: v.GenericSchema<unknown, Readonly<Record<string, unknown>>>;
  readonly timeoutMs: (given: Readonly<Record<string, unknown>>) => number;
}

const seconds = { normal: 120, most: 1_800 } as const;

const tools: Readonly<Record<MachineCommand["name"], ToolFacts>> = {
  list_files: {
    ability: "read",
    description: "Lists a folder on a connected machine.",
    properties: { path: { ...pathProperty, default: "." } },
    required: [],
    takes: v.object({ path: v.optional(path, ".") }),
    timeoutMs: () => fileTimeoutMs,
  },
  read_file: {
    ability: "read",
    description: "Reads a text file on a connected machine, at most 32 KiB at a time.",
    properties: {
      path: pathProperty,
      offset: { type: "integer", minimum: 0, default: 0, description: "Bytes to skip; an answer's `nextOffset`." },
    },
    required: ["path"],
    takes: v.object({ path, offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0) }),
    timeoutMs: () => fileTimeoutMs,
  },
  write_file: {
    ability: "write",
    description: "Writes a text file on a connected machine, replacing one that is there. A person approves each call.",
    properties: { path: pathProperty, content: { type: "string", maxLength: 24_000 } },
    required: ["path", "content"],
    takes: v.object({ path, content: v.pipe(v.string(), v.maxLength(24_000)) }),
    timeoutMs: () => fileTimeoutMs,
  },
  run: {
    ability: "run",
    description: "Runs a shell command in a connected machine's folder. A person approves each call.",
    properties: {
      command: { type: "string", maxLength: 8_000 },
      timeoutSeconds: { type: "integer", minimum: 1, maximum: seconds.most, default: seconds.normal },
    },
    required: ["command"],
    takes: v.object({
      command: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(8_000)),
      timeoutSeconds: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(seconds.most)),
        seconds.normal,
      ),
    }),
    timeoutMs: ({ timeoutSeconds }) => Number(timeoutSeconds) * 1_000,
  },
};

export function machineTools(world: MachineToolsWorld): ToolSource {
  const machinesOf = ({ workspaceId, endUser }: SessionRecord) => {
    const owners = endUser === null ? [null] : [endUser, null];
    return world.store.listMachines({ workspaceId, owners, limit: maxOffered });
  };

  return {
    async tools({ session }) {
      const machines = await machinesOf(session);
      return Object.entries(tools).flatMap(([name, facts]) => agentTool(name, facts, machines, world.clock));
    },

    async machineOf({ name: tool, arguments: given }, { session }) {
      const named = v.safeParse(v.object({ machine: v.string() }), given);
      if (!Object.hasOwn(tools, tool) || !named.success) return undefined;
      const machines = await machinesOf(session);
      const found = machines.find(({ handle }) => handle === named.output.machine);
      if (found === undefined) return undefined;
      const { handle, name, folder } = found;
      const isAmbiguous = machines.some((other) => other !== found && other.name === name);
      return { handle, name: isAmbiguous ? handle : name, folder };
    },

    async call(call, context) {
      const facts = Object.hasOwn(tools, call.name) ? tools[call.name as MachineCommand["name"]] : undefined;
      if (facts === undefined) return refusedCall(`There is no tool ${call.name}.`, "tool_unknown");
      const given = v.safeParse(v.object({ machine: v.string() }), call.arguments);
      const taken = v.safeParse(facts.takes, call.arguments);
      if (!given.success) return refusedCall(`${call.name} needs "machine".`, "arguments_invalid");
      if (!taken.success) return refusedCall(wrongArguments(call.name, taken.issues[0]), "arguments_invalid");
      const machine = (await machinesOf(context.session)).find(({ handle }) => handle === given.output.machine);
      if (machine === undefined) {
        return refusedCall("This computer is not connected to the workspace any more.", "machine_unknown");
      }
      if (!machine.abilities.includes(facts.ability)) {
        return refusedCall(`The computer does not allow ${call.name}.`, "machine_forbids");
      }
      return runCommand(
        world,
        machine,
        call,
        { given: taken.output, timeoutMs: facts.timeoutMs(taken.output) },
        context,
      );
    },
  };
}

function agentTool(name: string, facts: ToolFacts, machines: readonly MachineRecord[], clock: Clock): AgentTool[] {
  const able = machines.filter(({ abilities }) => abilities.includes(facts.ability));
  if (able.length === 0) return [];
  const list = able.map((machine) => {
    const state = isConnected(machine, clock) ? "connected" : "away";
    return `${machine.handle} (folder ${machine.folder}, ${state})`;
  });
  const properties = {
    machine: { type: "string", enum: able.map(({ handle }) => handle), description: "Which machine." },
    ...facts.properties,
  };
  return [
    {
      name,
      description: `${facts.description} Machines: ${list.join("; ")}.`,
      inputSchema: { type: "object", properties, required: ["machine", ...facts.required] },
      needsApproval: facts.ability !== "read",
    },
  ];
}

function wrongArguments(name: string, { message, path: where }: v.BaseIssue<unknown>): string {
  const field = where?.map(({ key }) => String(key)).join(".") ?? "arguments";
  return `${name} was called with arguments that it does not take: "${field}": ${message}`;
}

interface Asked {
  readonly given: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

async function runCommand(
  { store, clock, newId }: MachineToolsWorld,
  machine: MachineRecord,
  call: ToolCall,
  { given, timeoutMs }: Asked,
  context: CallContext,
): Promise<ToolOutcome> {
  const now = isoNow(clock);
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  const record: CommandRecord = {
    id: newId(),
    machineId: machine.id,
    sessionId: context.session.id,
    turnId: context.turn.id,
    attempt: context.turn.attempts,
    callId: call.id,
    name: call.name as MachineCommand["name"],
    arguments: given,
    timeoutMs,
    status: "queued",
    startKey: null,
    isCancelled: false,
    outputBytes: 0,
    result: null,
    startBy: at(startWithinMs),
    startedAt: null,
    finishedAt: null,
    createdAt: now,
  };
  const command = await store.queueCommand(record, { limit: maxOpen, forgetBefore: at(-keptMs) });
  if (command === null) {
    return refusedCall(`The computer has ${maxOpen} commands in progress. Wait for them.`, "machine_busy");
  }
  const { ended, tail } = await runOnMachine({ store, clock }, machine, command, context);
  return outcomeOf(ended, tail);
}
