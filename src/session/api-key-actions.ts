/** An admin's verbs for the keys of a workspace. */
import type { CreatedApiKey } from "../wire/protocol/organization.js";
import type { CreateApiKeyBody } from "../wire/protocol/session-bodies.js";
import { retrying } from "../api/retrying.js";
import * as routes from "../api/routes/workspace-keys.js";
import { createTrackedWrites, type PanelWorld, type TrackedWrites } from "./tracked-writes.js";

export interface ApiKeyActions {
  readonly writes: TrackedWrites<"revoke">;
  /** Only this response has the token, so keep it nowhere but in view. Never retried: each request creates a key. */
  readonly create: (body: CreateApiKeyBody) => Promise<CreatedApiKey>;
  /** Ends the key for good. */
  readonly revoke: (keyId: string) => Promise<void>;
}

export function createApiKeyActions(options: PanelWorld): ApiKeyActions {
  const { client, workspaceId, refresh } = options;
  const patient = retrying(client);
  const writes = createTrackedWrites<"revoke">(refresh);
  return {
    writes,
    create: (body) => routes.createWorkspaceKey(client, { ...body, workspaceId }).finally(refresh),
    async revoke(id) {
      await writes.run(id, "revoke", () => routes.revokeWorkspaceKey(patient, id, { workspaceId }));
    },
  };
}
