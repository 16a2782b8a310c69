/** An admin's verbs for the keys of a workspace. */
import type { CreatedApiKey } from "../wire/protocol/organization.js";
import type { CreateApiKeyBody } from "../wire/protocol/session-bodies.js";
import { retrying } from "../api/retrying.js";
import * as routes from "../api/routes/workspace-keys.js";
import type { ServiceConnection } from "../api/service-connection.js";
import { createTrackedWrites, type TrackedWrites } from "./tracked-writes.js";

export interface ApiKeyActions {
  readonly writes: TrackedWrites<"revoke">;
  /** Only this response has the token, so keep it nowhere but in view. Never retried: each request creates a key. */
  readonly create: (body: CreateApiKeyBody) => Promise<CreatedApiKey>;
  /** Ends the key for good. */
  readonly revoke: (keyId: string) => Promise<void>;
}

/** How often a revocation is tried again. */
const retries = 2;

export function createApiKeyActions(options: {
  readonly client: ServiceConnection;
  readonly workspaceId: string | undefined;
  readonly refresh: () => void;
}): ApiKeyActions {
  const { client, workspaceId, refresh } = options;
  const patient = retrying(client, retries);
  const writes = createTrackedWrites<"revoke">();
  return {
    writes,
    create: (body) => routes.createWorkspaceKey(client, { ...body, workspaceId }).finally(refresh),
    async revoke(id) {
      await writes.run(id, "revoke", () => routes.revokeWorkspaceKey(patient, id, { workspaceId }).finally(refresh));
    },
  };
}
