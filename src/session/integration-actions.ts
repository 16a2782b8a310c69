/** The verbs for integrations. */
import type {
  InstallIntegrationBody,
  Integration,
  IntegrationPreview,
  PreviewIntegrationBody,
  UninstallPreview,
} from "../wire/protocol/integrations.js";
import { retrying } from "../api/retrying.js";
import * as routes from "../api/routes/integrations.js";
import { createTrackedWrites, type PanelWorld, type TrackedWrites } from "./tracked-writes.js";

/** A write on an installed integration. */
export type IntegrationAction = "remove";

export interface IntegrationActions {
  readonly writes: TrackedWrites<IntegrationAction>;
  /** Reads a source without storing it. */
  readonly preview: (body: PreviewIntegrationBody, signal?: AbortSignal) => Promise<IntegrationPreview>;
  /** Installs a previewed integration; rejects with 409 `INTEGRATION_CHANGED` when the source has changed since. */
  readonly install: (body: InstallIntegrationBody) => Promise<Integration>;
  /** The consequences of its removal. */
  readonly previewRemoval: (integrationId: string) => Promise<UninstallPreview>;
  readonly remove: (integrationId: string, expectedInstanceVersion?: number) => Promise<void>;
}

export function createIntegrationActions(options: PanelWorld): IntegrationActions {
  const { client, workspaceId, refresh } = options;
  const writes = createTrackedWrites<IntegrationAction>(refresh);
  const at = (integrationId: string) => ({ integrationId, workspaceId });

  return {
    writes,
    preview: (body, signal) => routes.previewIntegration(client, { ...body, workspaceId }, { signal }),
    install: (body) => routes.installIntegration(retrying(client), { ...body, workspaceId }).finally(refresh),
    previewRemoval: (id) => routes.previewUninstall(client, at(id)),
    async remove(id, expectedInstanceVersion) {
      const body = { ...at(id), expectedInstanceVersion };
      await writes.run(id, "remove", () => routes.uninstallIntegration(client, body));
    },
  };
}
