import { belongings, erasedTables, kindOf, tableNames, tableOf, type TableName } from "./belongings.js";
import type { ArchivedRecords } from "./archived-records.js";
import type { AuditRecord } from "./audit.js";
import type { Counts, DataMethods, DataScope, KeptRecord, ReadScope } from "./data.js";
import type { Run } from "./memory-shelves.js";
import { ownerKey } from "./owner.js";

/** The columns of `belongings.ts`, with the ids as they are; those that a row lacks are null. */
export type Columns = Readonly<Record<string, string | null | undefined>>;

/** A table of a store that forgets everything with its process: where its records are, whichever way they are kept. */
export interface MemoryTable<Rec> {
  all(): Iterable<Rec>;
  /** Adds a record; false when there is one with its key. */
  add(record: Rec): boolean;
  remove(record: Rec): void;
  /** The columns with the record's owner, and its `id` where other tables reference it. */
  columns(record: Rec): Columns;
}

type AnyTable = MemoryTable<unknown>;

export interface MemoryTables {
  /** Whether the table has a record with this id. */
  has(name: TableName, id: string): boolean;
  register<Name extends keyof ArchivedRecords>(name: Name, table: MemoryTable<ArchivedRecords[Name]>): void;
  /** A map of records by a key, as a table. */
  map<Name extends keyof ArchivedRecords>(
    name: Name,
    keyOf: (record: ArchivedRecords[Name]) => string,
    columns: (record: ArchivedRecords[Name]) => Columns,
  ): Map<string, ArchivedRecords[Name]>;
  methods(
    run: Run,
    notify: Notify,
  ): Omit<DataMethods, "listRetainingWorkspaces" | "listSilentSessions" | "listDamage" | "cutLog" | "checkDatabase">;
}

export interface Notify {
  /** A record was erased. */
  erased(table: TableName, columns: Columns): void;
  added(): void;
  /** An erasure removed records, and has an entry in the audit. */
  counted(entry: AuditRecord, counts: Counts): void;
}

export function createMemoryTables(): MemoryTables {
  const tables = new Map<TableName, AnyTable>();

  function register(name: TableName, table: unknown): void {
    tables.set(name, table as AnyTable);
  }

  /** The records of the scope, by table: parents first, as their children are found by them. */
  function inScope(scope: ReadScope, isErasing: boolean): Map<TableName, unknown[]> {
    const found = new Map<TableName, unknown[]>();
    const ids = new Map<TableName, ReadonlySet<string>>();
    for (const name of tableNames) {
      const table = tables.get(name);
      if (table === undefined) continue;
      const records = [...table.all()].filter((record) => {
        const columns = table.columns(record);
        return (
          scope.kind === "everything" || belongs(name, columns, scope, ids) || isHeld(name, columns, ids, isErasing)
        );
      });
      found.set(name, records);
      ids.set(name, new Set(records.flatMap((record) => table.columns(record)["id"] ?? [])));
    }
    return found;
  }

  /** Files of the scope's sessions; erased only when no other session has them. */
  function isHeld(
    name: TableName,
    { id }: Columns,
    ids: ReadonlyMap<TableName, ReadonlySet<string>>,
    isErasing: boolean,
  ) {
    const links = tables.get(belongings[name].heldBy ?? name);
    if (belongings[name].heldBy === undefined || links === undefined) return false;
    const holders = [...links.all()].map((link) => links.columns(link)).filter((link) => link["file_id"] === id);
    const inside = holders.filter((link) => ids.get("sessions")?.has(link["session_id"] ?? "") === true);
    return inside.length > 0 && (!isErasing || inside.length === holders.length);
  }

  return {
    register,
    has: (name, id) => hasId(tables.get(name), id),
    map(name, keyOf, columns) {
      type Rec = ArchivedRecords[typeof name];
      const records = new Map<string, Rec>();
      register(name, {
        all: () => records.values(),
        add: (record: Rec) => !records.has(keyOf(record)) && Boolean(records.set(keyOf(record), record)),
        remove: (record: Rec) => void records.delete(keyOf(record)),
        columns,
      });
      return records;
    },
    methods: (run, notify) => ({
      eraseData: (scope, entry, { only } = {}) =>
        run(() => {
          const counts: Record<string, number> = {};
          const found = inScope(scope, true);
          const childIds = scope.kind === "session" ? childrenOf(tables, scope.sessionId) : [];
          if (childIds.length > 0) return { counts, fileIds: [], childIds };
          for (const name of erasedTables(only)) {
            const records = found.get(name) ?? [];
            const table = tables.get(name);
            if (table === undefined || records.length === 0) continue;
            counts[kindOf(name)] = records.length;
            for (const record of records) {
              notify.erased(name, table.columns(record));
              table.remove(record);
            }
          }
          if (entry !== undefined && Object.keys(counts).length > 0) notify.counted(entry, counts);
          return {
            counts: counts satisfies Counts,
            fileIds: only === undefined ? filesIn(found, tables) : [],
          };
        }),
      listDrafts: (sessionId) =>
        run(() => {
          const drafts = [...(tables.get("composer_drafts")?.all() ?? [])] as ArchivedRecords["composer_drafts"][];
          return drafts.filter((draft) => draft.sessionId === sessionId);
        }),
      listFileIds: (scope) => run(() => filesIn(inScope(scope, true), tables)),
      compact: () => run(() => undefined),
      async *readData(scope) {
        const found = await run(() => inScope(scope, false));
        for (const [name, records] of found) for (const record of records) yield { kind: kindOf(name), record };
      },
      writeData: (records) =>
        run(() => {
          const added = addAll(tables, records);
          if (added > 0) notify.added();
          return added;
        }),
    }),
  };
}

function addAll(tables: ReadonlyMap<TableName, AnyTable>, records: readonly KeptRecord[]): number {
  let added = 0;
  for (const { kind, record } of inOrder(records)) {
    if (tables.get(tableOf(kind) ?? "organizations")?.add(record) === true) added += 1;
  }
  return added;
}

function hasId(table: AnyTable | undefined, id: string): boolean {
  return [...(table?.all() ?? [])].some((record) => table?.columns(record)["id"] === id);
}

function childrenOf(tables: ReadonlyMap<TableName, AnyTable>, sessionId: string): string[] {
  const sessions = [...(tables.get("sessions")?.all() ?? [])] as ArchivedRecords["sessions"][];
  const children = sessions.filter(({ id, parentSessionId }) => parentSessionId === sessionId && id !== sessionId);
  return children.map(({ id }) => id);
}

function belongs(
  name: TableName,
  columns: Columns,
  scope: DataScope,
  ids: ReadonlyMap<TableName, ReadonlySet<string>>,
): boolean {
  const { workspace, session, under = [] } = belongings[name];
  const goesWith = (parent: TableName, column: string) => ids.get(parent)?.has(columns[column] ?? "") === true;
  if (under.some(([parent, column]) => goesWith(parent, column))) return true;
  if (session !== undefined && name !== "sessions" && goesWith("sessions", session)) return true;
  switch (scope.kind) {
    case "file":
      return name === "files" && columns["id"] === scope.fileId;
    case "session":
      return session !== undefined && columns[session] === scope.sessionId;
    case "workspace":
      return workspace !== undefined && columns[workspace] === scope.workspaceId;
    case "person":
      return isTheirs(name, columns, scope);
    default:
      return scope satisfies never;
  }
}

function isTheirs(name: TableName, columns: Columns, scope: Extract<DataScope, { kind: "person" }>): boolean {
  const { workspace = "workspace_id", owner } = belongings[name];
  const { source, id } = scope.endUser;
  if (owner === undefined || columns[workspace] !== scope.workspaceId) return false;
  if (typeof owner === "string") return columns[owner] === ownerKey(scope.endUser);
  return columns[owner[0]] === source && columns[owner[1]] === id;
}

function filesIn(found: ReadonlyMap<TableName, unknown[]>, tables: ReadonlyMap<TableName, AnyTable>): string[] {
  return (found.get("files") ?? []).flatMap((file) => tables.get("files")?.columns(file)["id"] ?? []).toSorted();
}

function inOrder(records: readonly KeptRecord[]): KeptRecord[] {
  const place = ({ kind }: KeptRecord) => tableNames.indexOf(tableOf(kind) ?? "organizations");
  return records.toSorted((a, b) => place(a) - place(b));
}
