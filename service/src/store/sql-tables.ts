// budget: every table with its columns, read beside each other
import type { Quotas, SessionEvent } from "@service/sdk/protocol";
import type { ColumnType } from "kysely";
import type {
  AutomationRunRecord,
  EventRecord,
  KnownDelivery,
  SourceRecord,
  TriggerRecord,
} from "../automations/automation-record.js";
import type { FileRecord } from "../files/file-record.js";
import type { CommandRecord, DeviceCodeRecord, MachineRecord, OutputChunk } from "../machines/machine-record.js";
import type { IntegrationRecord } from "../integrations/integration-record.js";
import type { MemberRecord, WorkspaceMemberRecord } from "../members/member-record.js";
import type { MemoryRecord } from "../memory/memory-record.js";
import type { UsageRecord } from "./usage.js";
import type { AuditRecord } from "./audit.js";
import type { RunRecord, TaskRecord } from "../schedules/schedule-record.js";
import type {
  ApiKeyRecord,
  DraftRecord,
  OrganizationRecord,
  RequestRecord,
  SessionRecord,
  TurnRecord,
  WorkspaceRecord,
} from "./records.js";

/**
 * The tables for queries. Each row has its record as one JSON document (`doc`), besides the columns for searching and
 * ordering; those contain `searchable` text (see `sql-rows`), never the only copy of a value.
 */
export interface SqlTables {
  organizations: { id: string; doc: Doc<OrganizationRecord> };
  api_keys: { id: string; organization_id: string; hash: string; created_at: string; doc: Doc<ApiKeyRecord> };
  /** Apart from the organizations' keys: a process of a version without them must not take one for an organization's. */
  workspace_keys: {
    id: string;
    organization_id: string;
    workspace_id: string;
    hash: string;
    /** `actorKey` of who created it; null in rows of an older process. */
    owner: string | null;
    revoked_at: string | null;
    created_at: string;
    doc: Doc<ApiKeyRecord>;
  };
  members: {
    id: string;
    organization_id: string;
    subject: string;
    is_owner: boolean;
    created_at: string;
    doc: Doc<MemberRecord>;
  };
  workspace_members: {
    id: string;
    workspace_id: string;
    member_id: string;
    created_at: string;
    doc: Doc<WorkspaceMemberRecord>;
  };
  workspaces: {
    id: string;
    organization_id: string;
    external_source: string | null;
    external_id: string | null;
    retention_days: number | null;
    quotas: ColumnType<Quotas | null, string | null, string | null>;
    /** Most turns that run at once. Null for the service's default. */
    running_limit: number | null;
    running_limit_of_person: number | null;
    created_at: string;
    doc: Doc<WorkspaceRecord>;
  };
  sessions: SessionsTable;
  events: {
    session_id: string;
    sequence: Int8;
    type: string;
    turn_id: string | null;
    client_event_id: string | null;
    /** Null in rows of an older version. */
    id: string | null;
    doc: Doc<SessionEvent>;
  };
  turns: {
    session_id: string;
    id: string;
    status: string;
    position: Int8;
    created_at: string;
    started_at: string | null;
    doc: Doc<TurnRecord>;
  };
  files: {
    id: string;
    workspace_id: string;
    end_user: string;
    status: string;
    expires_at: string | null;
    size_bytes: Int8;
    doc: Doc<FileRecord>;
  };
  /** Files whose bytes are in the database. `pieces` is null until all are there. */
  file_contents: { file_id: string; content_id: string; begun_at: string; pieces: number | null };
  file_pieces: { file_id: string; content_id: string; position: number; bytes: Uint8Array };
  /** Id of a session, or of a workspace and `owner`, the `ownerKey`. */
  memories: {
    layer: string;
    id: string;
    session_id: string | null;
    workspace_id: string | null;
    owner: string | null;
    created_at: string;
    doc: Doc<MemoryRecord>;
  };
  device_codes: {
    device_hash: string;
    user_hash: string | null;
    source: string;
    /** Null until it is approved. */
    workspace_id: string | null;
    owner: string | null;
    expires_at: string;
    doc: Doc<DeviceCodeRecord>;
  };
  /** `owner` is the `ownerKey`. */
  machines: {
    id: string;
    workspace_id: string;
    owner: string;
    hash: string;
    revoked_at: string | null;
    created_at: string;
    doc: Doc<MachineRecord>;
  };
  machine_commands: {
    id: string;
    machine_id: string;
    session_id: string;
    call_id: string;
    is_open: boolean;
    created_at: string;
    doc: Doc<CommandRecord>;
  };
  machine_output: { command_id: string; from_byte: number; doc: Doc<OutputChunk> };
  scheduled_tasks: {
    id: string;
    workspace_id: string;
    owner: string;
    target_session_id: string | null;
    wake_at: string | null;
    created_at: string;
    doc: Doc<TaskRecord>;
  };
  scheduled_runs: {
    task_id: string;
    key: string;
    id: string;
    is_open: boolean;
    created_at: string;
    doc: Doc<RunRecord>;
  };
  integrations: {
    id: string;
    workspace_id: string;
    owner: string;
    instance_key: string;
    created_at: string;
    doc: Doc<IntegrationRecord>;
  };
  session_files: { session_id: string; file_id: string };
  requests: { session_id: string; id: string; status: string; created_at: string; doc: Doc<RequestRecord> };
  automation_sources: Owned & { endpoint_id: string; status: string; doc: Doc<SourceRecord> };
  automation_triggers: Owned & { source_id: string; doc: Doc<TriggerRecord> };
  automation_events: Owned & { source_id: string; doc: Doc<EventRecord> };
  /** Kept for good, one row a delivery id. */
  automation_deliveries: { source_id: string; key: string; doc: Doc<KnownDelivery> };
  automation_runs: Owned & {
    source_id: string;
    trigger_id: string;
    event_id: string;
    due_at: string | null;
    doc: Doc<AutomationRunRecord>;
  };
  /** `owner` is the `ownerKey`; empty for the workspace as a whole. */
  usage_counts: {
    workspace_id: string;
    owner: string;
    month: string;
    messages: Int8;
    input_tokens: Int8;
    output_tokens: Int8;
    doc: Doc<Pick<UsageRecord, "workspaceId" | "endUser" | "month">>;
  };
  composer_drafts: { session_id: string; owner: string; doc: Doc<DraftRecord> };
  audit_entries: {
    id: string;
    organization_id: string;
    workspace_id: string;
    person_digest: string | null;
    actor_digest: string | null;
    created_at: string;
    doc: Doc<AuditRecord>;
  };
}

/** A record that belongs to a person or to the workspace. */
interface Owned {
  id: string;
  workspace_id: string;
  owner: string;
  created_at: string;
}

interface SessionsTable {
  id: string;
  organization_id: string;
  workspace_id: string;
  root_session_id: string;
  status: string;
  create_idempotency_key: string | null;
  parent_session_id: string | null;
  end_user_source: string | null;
  end_user_id: string | null;
  created_by_kind: string;
  created_by_subject: string;
  title_search: string | null;
  message_search: string;
  archived_at: string | null;
  pinned_at: string | null;
  created_at: string;
  updated_at: string;
  runnable: boolean;
  wake_at: string | null;
  /** The truth; the document's is older. */
  last_sequence: Int8;
  /** Null without a lease. */
  lease_owner: string | null;
  lease_expires_at: string | null;
  lease_fence: Int8;
  /**
   * Values from the creation, and the goal, which can be large and hardly ever change: a separate document, so that a
   * change does not copy it.
   */
  given: Doc<Pick<SessionRecord, "initialMessage" | "settings" | "goal">>;
  doc: Doc<Omit<SessionRecord, "initialMessage" | "settings" | "goal">>;
}

/** Read as its type, written as JSON text. */
type Doc<T> = ColumnType<T, string, string>;

/** PGlite reads a number, `pg` a string by default; `Number` accepts both. */
type Int8 = ColumnType<number | string, number, number>;
