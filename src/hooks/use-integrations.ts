import type { Integration, IntegrationDefinition } from "../wire/protocol/integrations.js";
import {
  createIntegrationActions,
  type IntegrationAction,
  type IntegrationActions,
} from "../session/integration-actions.js";
import { listIntegrationDefinitions, listIntegrations } from "../api/routes/integrations.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { useRecordList, type RecordListSource } from "./use-record-list.js";

/** Options of `useIntegrations`. */
export interface UseIntegrationsOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** When false, nothing is listed; the verbs work all the same. @default true */
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
export function useIntegrations(options: UseIntegrationsOptions = {}): Integrations {
  const { data, actions, status } = useRecordList(source, options);
  const { preview, install, previewRemoval, remove } = actions;
  return { preview, install, previewRemoval, remove, ...(data ?? nothing), ...status };
}

const source: RecordListSource<Listed, IntegrationAction, IntegrationActions> = {
  name: "integrations",
  async read(client, workspaceId, signal) {
    const [integrations, definitions] = await Promise.all([
      listIntegrations(client, { workspaceId }, { signal }),
      listIntegrationDefinitions(client, { workspaceId }, { signal }),
    ]);
    return { integrations, definitions };
  },
  create: createIntegrationActions,
};
