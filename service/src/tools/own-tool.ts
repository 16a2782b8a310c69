import { isServiceError, ServiceApiError } from "@service/sdk/protocol";
import * as v from "valibot";
import { sessionNotFound } from "../sessions/api-failure.js";
import { utf8Length } from "../sessions/bound-payload.js";
import {
  refusedCall,
  type AgentTool,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
  type ToolSource,
} from "./tool.js";

/** A tool of the service itself: listed as an agent sees it, and run with arguments that were checked. */
export interface OwnTool {
  readonly tool: AgentTool;
  run(call: ToolCall, context: ToolContext): Promise<ToolOutcome>;
}

export interface OwnToolFacts<T> {
  readonly name: string;
  readonly description: string;
  /** The arguments as JSON Schema … */
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** It changes nothing. @default false */
  readonly readOnly?: boolean;
  /** … and as they are checked. */
  readonly takes: v.GenericSchema<unknown, T>;
  /** A person must approve each call first. @default false */
  readonly needsApproval?: boolean;
  readonly run: (given: T, context: ToolContext, call: ToolCall) => Promise<ToolOutcome>;
}

export function ownTool<T>(facts: OwnToolFacts<T>): OwnTool {
  const { name, description, properties, required = [], takes, run } = facts;
  const { readOnly = false, needsApproval = false } = facts;
  const inputSchema = { type: "object", properties, required };
  return {
    tool: { name, description, inputSchema, needsApproval, readOnly },
    async run(call, context) {
      const read = v.safeParse(takes, call.arguments ?? {});
      if (read.success) return run(read.output, context, call);
      const [{ message, path }] = read.issues;
      const where = path?.map(({ key }) => String(key)).join(".") ?? "arguments";
      return refusedCall(`${name} was called with what it cannot take: "${where}": ${message}`, "arguments_invalid");
    },
  };
}

/**
 * A source of such tools. An error that the service would answer with a status below 500 becomes a failed outcome.
 *
 * @param isThere whether a session has them at all.
 */
export function ownTools(
  tools: readonly OwnTool[],
  isThere: (context: ToolContext) => Promise<boolean> = async () => true,
): ToolSource {
  return {
    tools: async (context) => ((await isThere(context)) ? tools.map(({ tool }) => tool) : []),
    async call(call, context) {
      const found = tools.find(({ tool }) => tool.name === call.name);
      if (found === undefined) return refusedCall(`There is no tool ${call.name}.`, "tool_unknown");
      return found.run(call, context).catch(asRefusal);
    },
  };
}

function asRefusal(error: unknown): ToolOutcome {
  if (error instanceof ServiceApiError && error.status < 500) return refusedCall(error.message, error.code);
  // Removed between the look and the write.
  if (isServiceError(error) && error.code === "session_missing") return asRefusal(sessionNotFound());
  throw error;
}

/** Size of one answer (bytes of JSON), so that the log keeps it whole. */
const maxAnswerBytes = 49_152;

/** As many of these, from the first on, as fit one answer. */
export function fitting<T>(entries: readonly T[]): T[] {
  let left = maxAnswerBytes;
  const end = entries.findIndex((entry) => {
    left -= utf8Length(JSON.stringify(entry)) + 1;
    return left < 0;
  });
  return entries.slice(0, end === -1 ? entries.length : end);
}

/** A whole number of entries that an agent asks for. */
export function count(normal: number, most: number) {
  return v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)), normal);
}
