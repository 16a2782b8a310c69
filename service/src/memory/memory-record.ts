import type { EndUser } from "@service/sdk/protocol";

/** Whose memory: the facts of a workspace, what is known of one of its people, or of one conversation. */
export type MemoryLayer =
  | { readonly kind: "workspace"; readonly workspaceId: string }
  | { readonly kind: "user"; readonly workspaceId: string; readonly endUser: EndUser }
  | { readonly kind: "session"; readonly sessionId: string };

/** One thing that an agent was told to keep. */
export interface MemoryRecord {
  readonly id: string;
  readonly layer: MemoryLayer;
  /** A word of the agent's, such as `fact` or `preference`. */
  readonly kind: string;
  readonly text: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What is written to a layer, all of it together. */
export interface MemoryChange<T> {
  /** Put by id: a new one is added, a known one replaced whole. */
  readonly put?: MemoryRecord | undefined;
  /** The id of one that goes. */
  readonly remove?: string | undefined;
  readonly result: T;
}

export interface MemoryMethods {
  /** All that the layer holds, oldest first (`createdAt`, then `id`). */
  listMemories(layer: MemoryLayer): Promise<MemoryRecord[]>;
  /**
   * The one way in which a layer changes. Holds it for itself, calls `decide` once with all that it holds, oldest first,
   * and writes what that returns. When `decide` throws, nothing is written and the error comes out as it is. A session's
   * layer goes with the session.
   *
   * @param decide is pure and synchronous; what it puts is of this layer.
   * @throws {ServiceError} `session_missing` for the layer of a session that is not there, before `decide` is called.
   */
  changeMemories<T>(layer: MemoryLayer, decide: (known: readonly MemoryRecord[]) => MemoryChange<T>): Promise<T>;
}

/** One text for one layer. */
export function layerKey(layer: MemoryLayer): string {
  switch (layer.kind) {
    case "workspace":
      return JSON.stringify([layer.workspaceId]);
    case "user":
      return JSON.stringify([layer.workspaceId, "user", layer.endUser.source, layer.endUser.id]);
    case "session":
      return JSON.stringify(["session", layer.sessionId]);
    default:
      return layer satisfies never;
  }
}
