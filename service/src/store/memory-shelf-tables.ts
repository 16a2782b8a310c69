import type { Shelf, Shelves } from "./memory-shelves.js";
import type { MemoryTable, MemoryTables } from "./memory-tables.js";
import type { DraftRecord, RequestRecord, TurnRecord } from "./records.js";

/** A session's shelf as the tables that it is made of. */
export function registerShelves(tables: MemoryTables, shelves: Shelves): void {
  const shelfOf = (sessionId: string) => shelves.all.get(sessionId);

  /** Records of sessions, by a map on each session's shelf. */
  function onShelf<Rec extends { readonly sessionId: string }>(
    recordsOf: (shelf: Shelf) => Map<string, Rec>,
    keyOf: (record: Rec) => string,
  ): MemoryTable<Rec> {
    return {
      *all() {
        for (const shelf of shelves.all.values()) yield* recordsOf(shelf).values();
      },
      add(record) {
        const shelf = shelfOf(record.sessionId);
        if (shelf === undefined || recordsOf(shelf).has(keyOf(record))) return false;
        recordsOf(shelf).set(keyOf(record), record);
        return true;
      },
      remove(record) {
        const shelf = shelfOf(record.sessionId);
        if (shelf !== undefined) recordsOf(shelf).delete(keyOf(record));
      },
      columns: ({ sessionId }) => ({ session_id: sessionId }),
    };
  }

  tables.register("sessions", {
    *all() {
      for (const { session } of shelves.all.values()) yield session;
    },
    add: (session) => !shelves.all.has(session.id) && Boolean(shelves.add(session, { session })),
    remove: ({ id }) => void shelves.remove(id),
    columns: ({ id, workspaceId, endUser }) => ({
      id,
      workspace_id: workspaceId,
      end_user_source: endUser?.source,
      end_user_id: endUser?.id,
    }),
  });
  const turns = onShelf<TurnRecord>(
    (shelf) => shelf.turns,
    ({ id }) => id,
  );
  tables.register("turns", {
    ...turns,
    add(turn) {
      const isNew = turns.add(turn);
      const shelf = shelfOf(turn.sessionId);
      if (isNew && shelf !== undefined) shelves.noteTurn(shelf, turn);
      return isNew;
    },
  });
  tables.register(
    "requests",
    onShelf<RequestRecord>(
      (shelf) => shelf.requests,
      ({ id }) => id,
    ),
  );
  tables.register("composer_drafts", {
    ...onShelf<DraftRecord>(
      (shelf) => shelf.drafts,
      ({ owner }) => owner,
    ),
    columns: ({ sessionId, owner }) => ({
      session_id: sessionId,
      owner,
      workspace_id: shelfOf(sessionId)?.session.workspaceId,
    }),
  });
  tables.register("events", {
    *all() {
      for (const { events } of shelves.all.values()) yield* events;
    },
    add(event) {
      const shelf = shelfOf(event.sessionId);
      if (shelf === undefined || event.sequence !== shelf.events.length + 1) return false;
      shelf.events.push(event);
      if (typeof event.clientEventId === "string") shelf.byClientEventId.set(event.clientEventId, event);
      return true;
    },
    // The log is removed with its session.
    remove: () => undefined,
    columns: ({ sessionId }) => ({ session_id: sessionId }),
  });
}
