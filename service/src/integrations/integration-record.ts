import type { IntegrationAuth } from "@service/sdk/protocol";
import type { Owner } from "../store/owner.js";
import type { PlannedTool } from "./surface.js";

/** Source of an installed integration, without the document's content. */
export interface KeptSource {
  readonly kind: "definition" | "openapi" | "graphql" | "mcp";
  readonly url?: string;
  readonly definitionId?: string;
}

export interface IntegrationRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly endUser: Owner;
  /** Unique among those of one owner in a workspace. */
  readonly instanceKey: string;
  readonly displayName: string;
  readonly source: KeptSource;
  readonly baseUrl: string;
  readonly contentSha256: string;
  readonly auth: IntegrationAuth;
  /** The allowed ones. */
  readonly tools: readonly PlannedTool[];
  /** The credential as JSON, encrypted; null where none is kept. */
  readonly sealedCredential: string | null;
  /** Grows by one with every change. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Change to write for one instance key. */
export interface IntegrationChange<T> {
  /** Takes the place of the one that is known. */
  readonly put?: IntegrationRecord | undefined;
  /** @default false */
  readonly remove?: boolean | undefined;
  readonly result: T;
}

/** Names one integration of one owner. */
export interface IntegrationKey {
  readonly workspaceId: string;
  readonly endUser: Owner;
  readonly instanceKey: string;
}

export interface IntegrationMethods {
  /** Those of the owners, of all without `owners`; oldest first (`createdAt`, then `id`). */
  listIntegrations(workspaceId: string, owners?: readonly Owner[]): Promise<IntegrationRecord[]>;
  getIntegration(integrationId: string): Promise<IntegrationRecord | null>;
  /**
   * The only way to change integrations. Locks the key, calls `decide` once with the integration that has it and the
   * number of its owner's integrations, and writes the result. When `decide` throws, nothing is written and the error
   * is rethrown unchanged.
   *
   * @param decide is pure and synchronous; the record it returns has this key.
   */
  changeIntegration<T>(
    key: IntegrationKey,
    decide: (known: IntegrationRecord | null, count: number) => IntegrationChange<T>,
  ): Promise<T>;
}
