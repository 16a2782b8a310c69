import { useCallback } from "react";
import { getLineage } from "../api/routes/lineage.js";
import type { TreeStats } from "../wire/protocol/lineage.js";
import { useServiceContext } from "./service-context.js";
import { shareClient } from "./session-source.js";

/** Reads how many sessions are below a session, however deep. */
export function useSubtaskCount(workspaceId: string | undefined): (sessionId: string) => Promise<TreeStats> {
  const context = useServiceContext();
  return useCallback(
    async (sessionId) => (await getLineage(shareClient(context), { sessionId, workspaceId })).treeStats,
    [context, workspaceId],
  );
}
