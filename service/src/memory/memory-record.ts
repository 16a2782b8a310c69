import type { EndUser } from "@service/sdk/protocol";
import type { AuditRecord } from "../store/audit.js";
import type { Producer } from "../store/producer.js";

/** Scope of a memory: a workspace, one of its people, or one conversation. */
export type MemoryLayer =
  | { readonly kind: "workspace"; readonly workspaceId: string }
  | { readonly kind: "user"; readonly workspaceId: string; readonly endUser: EndUser }
  | { readonly kind: "session"; readonly sessionId: string };

/** One fact that an agent was asked to remember. */
export interface MemoryRecord {
  readonly id: string;
  readonly layer: MemoryLayer;
  /** A word of the agent's, such as `fact` or `preference`. */
  readonly kind: string;
  readonly text: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Changes of a layer to write in one transaction. */
export interface MemoryChange<T> {
  /** Put by id: a new one is added, a known one replaced whole. */
  readonly put?: MemoryRecord | undefined;
  /** Ids of the deleted entries. */
  readonly remove?: readonly string[] | undefined;
  /** Added to the audit. */
  readonly audit?: AuditRecord | undefined;
  readonly result: T;
}

export interface MemoryMethods {
  /** All entries of the layer, oldest first (`createdAt`, then `id`). */
  listMemories(layer: MemoryLayer): Promise<MemoryRecord[]>;
  /**
   * The only way to change a layer. Locks it, calls `decide` once with all its entries, oldest first, and writes the
   * result. When `decide` throws, nothing is written and the error is rethrown unchanged. A session's layer is
   * deleted with the session.
   *
   * @param decide is pure and synchronous; the entries it returns belong to this layer.
   * @param producer is the record that makes the change.
   * @throws {ServiceError} `session_missing` for the layer of a missing session, `producer_missing` for a missing
   *   producer, both before `decide` is called.
   */
  changeMemories<T>(
    layer: MemoryLayer,
    decide: (known: readonly MemoryRecord[]) => MemoryChange<T>,
    producer?: Producer,
  ): Promise<T>;
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
