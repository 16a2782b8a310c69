/** Converts the records of each table to rows and back, for copies between stores. */
import * as automations from "../automations/sql-automations.js";
import { fileRow } from "../files/sql-files.js";
import { integrationRow } from "../integrations/sql-integrations.js";
import { commandRow } from "../machines/sql-commands.js";
import { codeRow, machineRow } from "../machines/sql-machine-rows.js";
import { memberRow, placeRow } from "../members/sql-members.js";
import { memoryRow } from "../memory/sql-memories.js";
import { runRow, taskRow } from "../schedules/sql-schedules.js";
import { usageRecord, usageRow } from "./sql-usage.js";
import type { ArchivedRecords } from "./archived-records.js";
import { auditRow } from "./sql-audit.js";
import type { Codecs, Row } from "./sql-data.js";
import { apiKeyRow, workspaceKeyRow } from "./sql-keys.js";
import * as rows from "./sql-rows.js";
import { doc, searchable } from "./sql-rows.js";
import { workspaceRow } from "./sql-workspaces.js";

type TypedCodecs = {
  readonly [Name in keyof ArchivedRecords]: {
    readonly row: (record: ArchivedRecords[Name]) => Row;
    /** @default the row's document */
    readonly record?: (row: never) => ArchivedRecords[Name];
  };
};

const typed: TypedCodecs = {
  organizations: { row: (record) => ({ id: searchable(record.id), doc: doc(record) }) },
  api_keys: { row: apiKeyRow },
  members: { row: memberRow },
  audit_entries: { row: auditRow },
  workspaces: { row: workspaceRow },
  workspace_keys: { row: workspaceKeyRow },
  workspace_members: { row: placeRow },
  sessions: { row: rows.newSessionRow, record: rows.readSession },
  events: { row: rows.eventRow },
  turns: { row: (record) => rows.turnRow(record, record.sessionId) },
  requests: { row: (record) => rows.requestRow(record, record.sessionId) },
  composer_drafts: { row: (record) => rows.draftRow(record, record.sessionId) },
  files: { row: fileRow },
  session_files: {
    row: ({ sessionId, fileId }) => ({ session_id: searchable(sessionId), file_id: searchable(fileId) }),
    record: (row: Row) => ({ sessionId: original(row["session_id"]), fileId: original(row["file_id"]) }),
  },
  usage_counts: { row: usageRow, record: usageRecord },
  memories: { row: memoryRow },
  device_codes: { row: codeRow },
  machines: { row: machineRow },
  machine_commands: { row: commandRow },
  machine_output: {
    row: ({ commandId, chunk }) => ({ command_id: searchable(commandId), from_byte: chunk.offset, doc: doc(chunk) }),
    record: (row: Row) => ({ commandId: original(row["command_id"]), chunk: row["doc"] as never }),
  },
  scheduled_tasks: { row: taskRow },
  scheduled_runs: { row: runRow },
  integrations: { row: integrationRow },
  automation_sources: { row: automations.sourceRow },
  automation_triggers: { row: automations.triggerRow },
  automation_events: { row: automations.automationEventRow },
  automation_deliveries: {
    row: ({ sourceId, key, known }) => automations.deliveryRow(sourceId, key, known),
    record: (row: Row) => ({
      sourceId: original(row["source_id"]),
      key: original(row["key"]),
      known: row["doc"] as never,
    }),
  },
  automation_runs: { row: automations.automationRunRow },
};

export const codecs = typed as unknown as Codecs;

/** The text that `searchable` was given. A text that is kept as a digest alone stays one, which is searchable as it is. */
function original(column: unknown): string {
  return rows.unsearchable(String(column));
}
