import type { DataMethods } from "./data.js";
import type { Directory } from "./memory-directory.js";
import { oldestFirst } from "./memory-queries.js";
import type { Run, Shelves } from "./memory-shelves.js";
import type { SessionRecord } from "./records.js";

type RetentionMethods = Pick<
  DataMethods,
  "listRetainingWorkspaces" | "listSilentSessions" | "listDamage" | "cutLog" | "checkDatabase"
>;

/** Which sessions are kept for a number of days only, in memory. */
export function retentionInProcess(run: Run, directory: Directory, shelves: Shelves): RetentionMethods {
  const byChange = ({ updatedAt, id }: Pick<SessionRecord, "updatedAt" | "id">) => ({ createdAt: updatedAt, id });

  return {
    async listRetainingWorkspaces() {
      const organizations = await directory.listOrganizationIds();
      const workspaces = (await Promise.all(organizations.map((id) => directory.listWorkspaces(id)))).flat();
      return workspaces.flatMap(({ id, organizationId, retentionDays = null }) =>
        retentionDays === null ? [] : [{ id, organizationId, retentionDays }],
      );
    },
    checkDatabase: () => run(() => ({ isReadOnly: false })),
    // Memory loses no events.
    listDamage: () => run(() => []),
    cutLog: (sessionId) =>
      run(() => {
        const lastSequence = shelves.all.get(sessionId)?.session.lastSequence;
        return lastSequence === undefined ? null : { sessionId, lastSequence, wholeUntil: lastSequence };
      }),
    listSilentSessions: ({ workspaceId, before, limit, behind }) =>
      run(() =>
        [...shelves.all.values()]
          .map(({ session }) => session)
          .filter((session) => session.workspaceId === workspaceId && session.updatedAt < before)
          .filter(({ parentSessionId, runnable }) => parentSessionId === null && !runnable)
          .filter((session) => behind === undefined || oldestFirst(byChange(session), byChange(behind)) > 0)
          .toSorted((a, b) => oldestFirst(byChange(a), byChange(b)))
          .slice(0, limit),
      ),
  };
}
