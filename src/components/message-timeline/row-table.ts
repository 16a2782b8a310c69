import { AgentMessageRow } from "./rows/agent-message-row.js";
import { HumanInputRow } from "./rows/human-input-row.js";
import { NoticeRow } from "./rows/notice-row.js";
import { ReasoningRow } from "./rows/reasoning-row.js";
import { SessionStatusRow } from "./rows/session-status-row.js";
import { StartupPhaseRow } from "./rows/startup-phase-row.js";
import { ToolCallRow } from "./rows/tool-call-row.js";
import { UserMessageRow } from "./rows/user-message-row.js";
import type { RowTable } from "./timeline-context.js";

/** Which component draws which kind of row. A kind without one is complete here and shows nothing yet. */
export const rowTable: RowTable = {
  "user-message": UserMessageRow,
  "agent-message": AgentMessageRow,
  reasoning: ReasoningRow,
  "tool-call": ToolCallRow,
  "human-input": HumanInputRow,
  "session-status": SessionStatusRow,
  notice: NoticeRow,
  "startup-phase": StartupPhaseRow,
  worker: null,
  "worker-completion": null,
  sandbox: null,
  goal: null,
  "context-compaction": null,
  "machine-input-batch": null,
  "auth-needed": null,
  memory: null,
  // Shown through the group that it ends.
  "turn-end": null,
};
