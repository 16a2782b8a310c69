/** One read for everything that this process watches on behalf of silent streams. */
import { sql } from "kysely";
import type { ApiKeyRecord } from "./records.js";
import type { SqlContext } from "./sql-context.js";
import { ofSession, searchable, unsearchable } from "./sql-rows.js";
import type { LogEnd, WatchMethods } from "./watch.js";

interface Found {
  readonly log: string | null;
  readonly sequence: string | number | null;
  readonly event_id: string | null;
  readonly key_doc: ApiKeyRecord | null;
}

export function watchedMethods({ run }: SqlContext): Pick<WatchMethods, "readWatched"> {
  return {
    readWatched: ({ sessionIds, keyHashes }) =>
      run(async (db) => {
        const hashes = keyHashes.map(searchable);
        const { rows } = await sql<Found>`
          select s.id as log, s.last_sequence as sequence, null::json as key_doc,
            -- Not a join, for which the planner may read every event of the database.
            (select e.id from events e where e.session_id = ${ofSession("s")} and e.sequence = s.last_sequence) as event_id
            from sessions s where s.id = any(${sessionIds.map(searchable)}::text[])
          union all
          select null, null, doc, null from api_keys where hash = any(${hashes}::text[])
          union all
          select null, null, doc, null from workspace_keys where hash = any(${hashes}::text[])`.execute(db);
        const asked = new Map(sessionIds.map((id) => [searchable(id), id]));
        const logs = new Map<string, LogEnd>();
        const keys = new Map<string, ApiKeyRecord>();
        for (const { log, sequence, event_id, key_doc } of rows) {
          if (key_doc !== null) keys.set(key_doc.hash, key_doc);
          const id = log === null ? undefined : asked.get(log);
          if (id === undefined) continue;
          logs.set(id, { sequence: Number(sequence), eventId: event_id === null ? null : unsearchable(event_id) });
        }
        return { logs, keys };
      }),
  };
}
