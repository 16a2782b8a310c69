import { useEffect } from "react";
import { useStore } from "zustand/react";
import type { ApiKey } from "../protocol/organization.js";
import { createApiKeyActions, type ApiKeyActions } from "../session/api-key-actions.js";
import { listWorkspaceKeys } from "../session/routes/workspace-keys.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { browserWake } from "./browser-wake.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";

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
  /** Why the last read failed; `role_required` for whoever is no admin. */
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
  const { workspaceId, enabled = true } = options;
  const context = useServiceContext();
  const isEnabled = enabled && context.scope.identity !== null;
  const { writes, refresh, ...verbs } = shareApiKeyActions(context, workspaceId);
  const query = useObservedQuery<readonly ApiKey[]>(shareQueryClient(context), {
    queryKey: listKey(context, workspaceId),
    queryFn: ({ signal }) => listWorkspaceKeys(shareClient(context), { workspaceId }, { signal }),
    enabled: isEnabled,
  });
  const { pending, refused } = useStore(writes.store);
  useEffect(() => (isEnabled ? browserWake(refresh) : undefined), [isEnabled, refresh]);
  return {
    ...verbs,
    keys: (isEnabled ? query.data : undefined) ?? none,
    isLoading: query.isLoading,
    refresh,
    error: isEnabled ? query.error : null,
    pending,
    refused,
    clearRefused: writes.clear,
  };
}

function listKey({ baseUrl }: ServiceContextValue, workspaceId: string | undefined): readonly unknown[] {
  return ["api-keys", baseUrl, workspaceId ?? null];
}

function shareApiKeyActions(
  context: ServiceContextValue,
  workspaceId: string | undefined,
): ApiKeyActions & { readonly refresh: () => void } {
  const queryKey = listKey(context, workspaceId);
  const { dispose: _, ...actions } = context.scope.share(JSON.stringify(queryKey), () => {
    const refresh = () => void shareQueryClient(context).invalidateQueries({ queryKey });
    return {
      ...createApiKeyActions({ client: shareClient(context), workspaceId, refresh }),
      refresh,
      dispose: () => {},
    };
  });
  return actions;
}
