import type {
  AutomationRunRecord,
  EventRecord,
  KnownDelivery,
  SourceRecord,
  TriggerRecord,
} from "../automations/automation-record.js";
import type { SessionEvent } from "@service/sdk/protocol";
import type { FileRecord } from "../files/file-record.js";
import type { IntegrationRecord } from "../integrations/integration-record.js";
import type { CommandRecord, DeviceCodeRecord, MachineRecord, OutputChunk } from "../machines/machine-record.js";
import type { MemberRecord, WorkspaceMemberRecord } from "../members/member-record.js";
import type { MemoryRecord } from "../memory/memory-record.js";
import type { RunRecord, TaskRecord } from "../schedules/schedule-record.js";
import type { UsageRecord } from "./usage.js";
import type { AuditRecord } from "./audit.js";
import type { TableName } from "./belongings.js";
import type {
  ApiKeyRecord,
  DraftRecord,
  OrganizationRecord,
  RequestRecord,
  SessionRecord,
  TurnRecord,
  WorkspaceRecord,
} from "./records.js";

/** Tables with pieces of files; an archive stores bytes apart from its records. */
export type ByteTable = "file_contents" | "file_pieces";

interface RecordTypes {
  organizations: OrganizationRecord;
  api_keys: ApiKeyRecord;
  members: MemberRecord;
  audit_entries: AuditRecord;
  workspaces: WorkspaceRecord;
  workspace_keys: ApiKeyRecord;
  workspace_members: WorkspaceMemberRecord;
  sessions: SessionRecord;
  events: SessionEvent;
  turns: TurnRecord;
  requests: RequestRecord;
  composer_drafts: DraftRecord;
  files: FileRecord;
  session_files: { readonly sessionId: string; readonly fileId: string };
  usage_counts: UsageRecord;
  memories: MemoryRecord;
  device_codes: DeviceCodeRecord;
  machines: MachineRecord;
  machine_commands: CommandRecord;
  machine_output: { readonly commandId: string; readonly chunk: OutputChunk };
  scheduled_tasks: TaskRecord;
  scheduled_runs: RunRecord;
  integrations: IntegrationRecord;
  automation_sources: SourceRecord;
  automation_triggers: TriggerRecord;
  automation_events: EventRecord;
  automation_deliveries: { readonly sourceId: string; readonly key: string; readonly known: KnownDelivery };
  automation_runs: AutomationRunRecord;
}

/** The archived record for a row of each table. A table without a type does not compile. */
export type ArchivedRecords = { [Name in Exclude<TableName, ByteTable>]: RecordTypes[Name] };
