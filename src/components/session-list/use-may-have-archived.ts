import { useState } from "react";
import { useSessions } from "../../hooks/use-sessions.js";

/**
 * Whether the list offers its archive. A list without rows asks the service for one archived session; one that has had
 * rows does not, as these may have been archived.
 */
export function useMayHaveArchived(workspaceId: string | undefined, rows: "loading" | "none" | "some"): boolean {
  const [hadRows, setHadRows] = useState(false);
  if (rows === "some" && !hadRows) setHadRows(true);
  const isAsked = rows === "none" && !hadRows;
  const { sessions, error } = useSessions({
    archived: true,
    workspaceId,
    limit: 1,
    enabled: isAsked,
    refreshMs: Number.POSITIVE_INFINITY,
  });
  return !isAsked || sessions.length > 0 || error !== null;
}
