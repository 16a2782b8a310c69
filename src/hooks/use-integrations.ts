import { useEffect } from "react";
import { useStore } from "zustand/react";
import type { Integration, IntegrationDefinition } from "../protocol/integrations.js";
import {
  createIntegrationActions,
  type IntegrationAction,
  type IntegrationActions,
} from "../session/integration-actions.js";
import { listIntegrationDefinitions, listIntegrations } from "../session/routes/integrations.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { browserWake } from "./browser-wake.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";

export interface UseIntegrationsOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** When false, nothing is requested. @default true */
  readonly enabled?: boolean | undefined;
}

/** The integrations of the signed-in person, and for an admin the workspace's. Verbs reject with a `ServiceApiError`. */
export interface Integrations extends Omit<IntegrationActions, "writes"> {
  /** Oldest first. */
  readonly integrations: readonly Integration[];
  /** Those that the host offers. */
  readonly definitions: readonly IntegrationDefinition[];
  /** Nothing can be shown yet. */
  readonly isLoading: boolean;
  readonly refresh: () => void;
  /** Why the last read failed. */
  readonly error: Error | null;
  /** Writes in progress, by integration. */
  readonly pending: ReadonlyMap<string, IntegrationAction>;
  readonly refused: RefusedWrite<IntegrationAction> | null;
  readonly clearRefused: () => void;
}

interface Listed {
  readonly integrations: readonly Integration[];
  readonly definitions: readonly IntegrationDefinition[];
}

const nothing: Listed = { integrations: [], definitions: [] };

/**
 * Tools of other systems: listed, previewed, installed exactly as previewed, and removed. The list is read again after
 * each change and when the page is looked at again.
 *
 * @example
 * const { definitions, preview, install } = useIntegrations();
 */
export function useIntegrations({ workspaceId, enabled = true }: UseIntegrationsOptions = {}): Integrations {
  const context = useServiceContext();
  const isEnabled = enabled && context.scope.identity !== null;
  const { writes, refresh, ...verbs } = shareIntegrationActions(context, workspaceId);
  const query = useObservedQuery<Listed>(shareQueryClient(context), {
    queryKey: listKey(context, workspaceId),
    queryFn: async ({ signal }) => {
      const client = shareClient(context);
      const [integrations, definitions] = await Promise.all([
        listIntegrations(client, { workspaceId }, { signal }),
        listIntegrationDefinitions(client, { workspaceId }, { signal }),
      ]);
      return { integrations, definitions };
    },
    enabled: isEnabled,
  });
  const { pending, refused } = useStore(writes.store);
  useEffect(() => (isEnabled ? browserWake(refresh) : undefined), [isEnabled, refresh]);
  return {
    ...verbs,
    ...((isEnabled ? query.data : undefined) ?? nothing),
    isLoading: query.isLoading,
    refresh,
    error: isEnabled ? query.error : null,
    pending,
    refused,
    clearRefused: writes.clear,
  };
}

function listKey({ baseUrl }: ServiceContextValue, workspaceId: string | undefined): readonly unknown[] {
  return ["integrations", baseUrl, workspaceId ?? null];
}

function shareIntegrationActions(
  context: ServiceContextValue,
  workspaceId: string | undefined,
): IntegrationActions & { readonly refresh: () => void } {
  const queryKey = listKey(context, workspaceId);
  const { actions } = context.scope.share(JSON.stringify(queryKey), () => {
    const refresh = () => void shareQueryClient(context).invalidateQueries({ queryKey });
    const made = createIntegrationActions({ client: shareClient(context), workspaceId, refresh });
    return { actions: { ...made, refresh }, dispose() {} };
  });
  return actions;
}
