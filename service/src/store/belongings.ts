import type { SqlTables } from "./sql-tables.js";

/**
 * The owner of each table's rows. Erasing, exporting and importing read only this list, so a missing table does not
 * compile, and a test fails for a database table that is missing here.
 *
 * Parents come before their children: rows are imported in this order and erased in the opposite one.
 */

export type TableName = keyof SqlTables;

export interface Belonging {
  /** The columns of the primary key: exports read a table page by page in their order. */
  readonly key: readonly string[];
  /** Column with the id of the session that the row belongs to. */
  readonly session?: string;
  /** Column with the id of the workspace that the row belongs to. */
  readonly workspace?: string;
  /**
   * Column with the `ownerKey` of the person or the workspace that the row belongs to. Without `workspace`, the workspace is
   * the session's. Sessions keep a person in two columns.
   */
  readonly owner?: string | readonly [source: string, id: string];
  /** Parent tables of this row, each with the column that has the parent's id. */
  readonly under?: readonly (readonly [table: TableName, column: string])[];
  /** Tables with a row that this one names without being owned by it: an archive leaves out a row whose named row came later. */
  readonly names?: readonly (readonly [table: TableName, column: string])[];
  /** Table that lists, for each session, shared rows, which are erased with their last session. */
  readonly heldBy?: TableName;
  /** Rows make records of other tables by themselves: erased first, so that nothing is added behind an erasure. @default false */
  readonly isProducer?: boolean;
  /** Bytes of files. An archive has them as lines of their own. @default false */
  readonly isBytes?: boolean;
}

const ofSource: Belonging = {
  key: ["id"],
  workspace: "workspace_id",
  owner: "owner",
  names: [["automation_sources", "source_id"]],
};

export const belongings: { readonly [Name in TableName]: Belonging } = {
  // The organization's: no workspace and no person of one owns them. Only a copy of everything takes them along.
  organizations: { key: ["id"] },
  api_keys: { key: ["id"] },
  members: { key: ["id"] },
  audit_entries: { key: ["id"] },

  workspaces: { key: ["id"], workspace: "id" },
  workspace_keys: { key: ["id"], workspace: "workspace_id", owner: "owner", isProducer: true },
  workspace_members: { key: ["id"], workspace: "workspace_id", names: [["members", "member_id"]] },

  sessions: { key: ["id"], session: "id", workspace: "workspace_id", owner: ["end_user_source", "end_user_id"] },
  turns: { key: ["session_id", "id"], session: "session_id" },
  requests: { key: ["session_id", "id"], session: "session_id" },
  composer_drafts: { key: ["session_id", "owner"], session: "session_id", owner: "owner" },
  events: { key: ["session_id", "sequence"], session: "session_id" },

  files: { key: ["id"], workspace: "workspace_id", owner: "end_user", heldBy: "session_files" },
  session_files: { key: ["session_id", "file_id"], session: "session_id", under: [["files", "file_id"]] },
  file_contents: { key: ["file_id", "content_id"], under: [["files", "file_id"]], isBytes: true },
  file_pieces: { key: ["file_id", "content_id", "position"], under: [["files", "file_id"]], isBytes: true },

  usage_counts: { key: ["workspace_id", "owner", "month"], workspace: "workspace_id", owner: "owner" },

  memories: { key: ["layer", "id"], session: "session_id", workspace: "workspace_id", owner: "owner" },

  device_codes: { key: ["device_hash"], workspace: "workspace_id", owner: "owner", isProducer: true },
  machines: { key: ["id"], workspace: "workspace_id", owner: "owner", isProducer: true },
  machine_commands: { key: ["id"], session: "session_id", under: [["machines", "machine_id"]] },
  machine_output: { key: ["command_id", "from_byte"], under: [["machine_commands", "command_id"]] },

  scheduled_tasks: { key: ["id"], workspace: "workspace_id", owner: "owner", isProducer: true },
  scheduled_runs: { key: ["task_id", "key"], under: [["scheduled_tasks", "task_id"]] },

  integrations: { key: ["id"], workspace: "workspace_id", owner: "owner" },

  automation_sources: { key: ["id"], workspace: "workspace_id", owner: "owner", isProducer: true },
  automation_triggers: { ...ofSource, isProducer: true },
  automation_events: ofSource,
  automation_deliveries: { key: ["source_id", "key"], under: [["automation_sources", "source_id"]] },
  automation_runs: { ...ofSource, isProducer: true },
};

/** Parents before their children. */
export const tableNames = Object.keys(belongings) as readonly TableName[];

/** Tables in the order in which rows are erased: children before their parents. */
export function erasedTables(only?: "producers"): readonly TableName[] {
  const tables = tableNames.toReversed();
  return only === undefined ? tables : tables.filter(isProducing);
}

function isProducing(table: TableName): boolean {
  const { isProducer = false, under = [] } = belongings[table];
  return isProducer || under.some(([parent]) => isProducing(parent));
}

type Camel<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text;

/** Name of a table's records in archives and receipts. */
export type Kind = Camel<TableName>;

export function kindOf(table: TableName): Kind {
  return table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as Kind;
}

const tablesByKind = new Map<string, TableName>(tableNames.map((table) => [kindOf(table), table]));

/** Undefined for a word that names no kind. */
export function tableOf(kind: string): TableName | undefined {
  return tablesByKind.get(kind);
}
