import { AgentMessageRow } from "./rows/agent-message-row.js";
import { AuthNeededRow, GoalRow, MachineInputRow, MemoryRow } from "./rows/background-rows.js";
import { CompactionRow, SessionStatusRow } from "./rows/divider-rows.js";
import { HumanInputRow } from "./rows/human-input-row.js";
import { NoticeRow } from "./rows/notice-row.js";
import { ReasoningRow } from "./rows/reasoning-row.js";
import { SandboxRow } from "./rows/sandbox-row.js";
import { StartupPhaseRow } from "./rows/startup-phase-row.js";
import { ToolCallRow } from "./rows/tool-call-row.js";
import { UserMessageRow } from "./rows/user-message-row.js";
import { WorkerCompletionRow, WorkerRow } from "./rows/worker-rows.js";
import type { RowTable } from "./timeline-context.js";

/** Which component draws which kind of row; null shows nothing. */
export const rowTable: RowTable = {
  "user-message": UserMessageRow,
  "agent-message": AgentMessageRow,
  reasoning: ReasoningRow,
  "tool-call": ToolCallRow,
  "human-input": HumanInputRow,
  "session-status": SessionStatusRow,
  notice: NoticeRow,
  "startup-phase": StartupPhaseRow,
  worker: WorkerRow,
  "worker-completion": WorkerCompletionRow,
  sandbox: SandboxRow,
  goal: GoalRow,
  "context-compaction": CompactionRow,
  "machine-input-batch": MachineInputRow,
  "auth-needed": AuthNeededRow,
  memory: MemoryRow,
  // Shown through the group that it ends.
  "turn-end": null,
};
