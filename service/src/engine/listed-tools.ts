import {
  refusedCall,
  type AgentTool,
  type CallContext,
  type ToolCall,
  type ToolOutcome,
  type ToolSource,
} from "../tools/tool.js";
import type { AttemptOptions, Working } from "./attempt-options.js";
import { draftOf } from "./write-step.js";

/** The tools of all sources, as one attempt lists them. */
export interface ListedTools {
  readonly context: CallContext;
  all(): Promise<AgentTool[]>;
  find(name: string): Promise<FoundTool | undefined>;
  /** The `origin` of the tool. A source that cannot be listed is passed over, so that a person is asked nevertheless. */
  originOf(name: string): Promise<string | undefined>;
  /** The outcome of a call whose tool is not found. */
  unknown(call: ToolCall): ToolOutcome;
}

export interface FoundTool {
  readonly tool: AgentTool;
  readonly source: ToolSource;
}

/** An attempt with its tools. */
export interface Equipped extends Working {
  readonly listed: ListedTools;
}

export function listedTools(options: AttemptOptions, { writer, signal }: Working): ListedTools {
  const { session, turn, toolSources } = options;
  const context: CallContext = {
    session,
    turn,
    signal,
    emit: (events) => writer.events(events.map(({ type, payload }) => draftOf(options, type, payload))),
  };
  const lists = new Map<ToolSource, Promise<readonly AgentTool[]>>();

  function listOf(source: ToolSource): Promise<readonly AgentTool[]> {
    const known = lists.get(source) ?? source.tools(context).then((tools) => tools.map(guarded));
    lists.set(source, known);
    return known;
  }

  /** Where others than people write to the session, a call that may write waits for a person. */
  function guarded(tool: AgentTool): AgentTool {
    const asks = session.asksBeforeWrites === true && tool.readOnly !== true;
    return asks ? { ...tool, needsApproval: true } : tool;
  }

  function ownerOf(name: string): ToolSource | undefined {
    return toolSources.find((source) => source.owns?.(name, context) === true);
  }

  /** A name that a source owns is looked for there alone. Otherwise the first source with such a tool has priority. */
  async function find(name: string, list = listOf): Promise<FoundTool | undefined> {
    const owner = ownerOf(name);
    for (const source of owner === undefined ? toolSources : [owner]) {
      const tool = (await list(source)).find((listed) => listed.name === name);
      if (tool !== undefined) return { tool, source };
    }
    return undefined;
  }

  async function originOf(name: string): Promise<string | undefined> {
    const found = await find(name, (source) => listOf(source).catch(() => []));
    return found?.tool.origin;
  }

  async function all(): Promise<AgentTool[]> {
    const named = new Map<string, AgentTool>();
    for (const source of toolSources) {
      for (const tool of await listOf(source)) {
        const isFree = !named.has(tool.name) && (ownerOf(tool.name) ?? source) === source;
        if (isFree) named.set(tool.name, tool);
      }
    }
    return [...named.values()];
  }

  function unknown(call: ToolCall): ToolOutcome {
    for (const source of toolSources) {
      const outcome = source.explain?.(call, context);
      if (outcome) return outcome;
    }
    return refusedCall(`There is no tool ${call.name} in this session.`, "tool_unknown");
  }

  return { context, all, find: (name) => find(name), originOf, unknown };
}
