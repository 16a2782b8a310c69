import type { SessionRecord, WorkspaceRecord } from "../store/records.js";
import type { MemoryLayer } from "./memory-record.js";

/** The memory layers of a session. */
export interface Layers {
  /** The only one that it writes. */
  readonly own: MemoryLayer;
  /** Those that it reads, its own first. */
  readonly read: readonly MemoryLayer[];
}

/**
 * The layers of a session: its own by its `memoryScope`, and the workspace's facts to read. Null when it has no memory: its
 * scope is `off`, or its workspace has memory switched off.
 */
export function layersOf(session: SessionRecord, workspace: WorkspaceRecord | null): Layers | null {
  if (workspace?.memoryEnabled === false) return null;
  const own = ownLayer(session);
  if (own === null) return null;
  const facts: MemoryLayer = { kind: "workspace", workspaceId: session.workspaceId };
  return { own, read: own.kind === "workspace" ? [own] : [own, facts] };
}

function ownLayer({ id, workspaceId, memoryScope, endUser }: SessionRecord): MemoryLayer | null {
  switch (memoryScope) {
    case "off":
      return null;
    case "session":
      return { kind: "session", sessionId: id };
    case "user":
      return endUser === null ? null : { kind: "user", workspaceId, endUser };
    case "workspace":
      return { kind: "workspace", workspaceId };
    default:
      return memoryScope satisfies never;
  }
}
