import type { AgentModels } from "../agent/agent-models.js";
import type { Agent } from "../agent/agent.js";
import type { FileResource } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";
import type { MadeFile } from "../files/file-record.js";
import type { Cause } from "../sessions/session-draft.js";
import type { Tracing } from "../operate/tracing.js";
import type { SessionRecord, TurnRecord } from "../store/records.js";
import type { Lease, Store } from "../store/store.js";
import type { ToolSource } from "../tools/tool.js";
import type { DeltaLimits, TurnWriter } from "./turn-writer.js";

/** Dependencies of one attempt at a turn. */
export interface AttemptOptions {
  readonly store: Store;
  readonly agent: Agent;
  /** The agent's models. */
  readonly models: AgentModels;
  readonly clock: Clock;
  readonly session: SessionRecord;
  readonly turn: TurnRecord;
  readonly lease: Lease;
  /** The workspace's, before all other instructions of the agent. */
  readonly agentInstructions: string | null;
  readonly cause: () => Cause;
  /** Makes a session below this one and gives its id. */
  readonly startChild: (parent: SessionRecord, message: string) => Promise<string>;
  /** The bytes of a file of the session, or null. */
  readonly readFile: (session: SessionRecord, fileId: string) => Promise<Uint8Array | null>;
  /** Keeps what an agent made as a file of the session. */
  readonly saveFile: (session: SessionRecord, file: MadeFile) => Promise<FileResource>;
  /** Sources of the agent's tools. */
  readonly toolSources: readonly ToolSource[];
  /** How long the attempt may take (ms). */
  readonly maxTurnMs: number;
  readonly tracing: Tracing;
  /** When streamed text is written. */
  readonly delta: DeltaLimits;
  readonly onError: (error: unknown) => void;
}

/** State of one attempt at a turn. */
export interface Working {
  readonly writer: TurnWriter;
  /** Aborts when the agent must stop. */
  readonly signal: AbortSignal;
  /** Tool calls whose result is not written yet. */
  readonly calls: Set<Promise<unknown>>;
}
