import type { ApiKey } from "../wire/protocol/organization.js";
import { createApiKeyActions, type ApiKeyActions } from "../session/api-key-actions.js";
import { listWorkspaceKeys } from "../api/routes/workspace-keys.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { useRecordList, type RecordListSource } from "./use-record-list.js";

/** Options of `useApiKeys`. */
export interface UseApiKeysOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** When false, nothing is listed; the verbs work all the same. @default true */
  readonly enabled?: boolean | undefined;
}

/** The keys of the signed-in admin's workspace. Verbs reject with a `ServiceApiError`. */
export interface ApiKeys extends Omit<ApiKeyActions, "writes"> {
  /** Newest first; revoked ones are not listed. */
  readonly keys: readonly ApiKey[];
  /** Nothing can be shown yet. */
  readonly isLoading: boolean;
  readonly refresh: () => void;
  /** Error of the last read; `role_required` for members. */
  readonly error: Error | null;
  /** Writes in progress, by key. */
  readonly pending: ReadonlyMap<string, "revoke">;
  readonly refused: RefusedWrite<"revoke"> | null;
  readonly clearRefused: () => void;
}

const none: readonly ApiKey[] = [];

/**
 * API keys of the workspace: listed, created and revoked, by an admin. The list is read again after each of these and when
 * the page is looked at again. The token of a new key is in the answer to `create` and nowhere else.
 *
 * @example
 * const { keys, create, revoke } = useApiKeys();
 */
export function useApiKeys(options: UseApiKeysOptions = {}): ApiKeys {
  const { data, actions, status } = useRecordList(source, options);
  const { create, revoke } = actions;
  return { create, revoke, keys: data ?? none, ...status };
}

const source: RecordListSource<readonly ApiKey[], "revoke", ApiKeyActions> = {
  name: "api-keys",
  read: (client, workspaceId, signal) => listWorkspaceKeys(client, { workspaceId }, { signal }),
  create: createApiKeyActions,
};
