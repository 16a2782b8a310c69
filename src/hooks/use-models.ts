import type { ModelCatalog } from "../wire/protocol/organization.js";
import { config } from "../api/routes/access.js";
import { getModelCatalog } from "../api/routes/models.js";
import { isAwaited, useServiceContext } from "./service-context.js";
import type { SessionHookOptions } from "./session-query.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";
import { givenOptions } from "./given-options.js";

/** Result of `useModels`. */
export interface Models {
  /** Empty until they are read, and where a person may not choose. */
  readonly models: ModelCatalog["models"];
  readonly defaultModel: string | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

const none: ModelCatalog["models"] = [];
const withheld: ModelCatalog = { defaultModel: null, models: none };

/** The models that a session may choose. Read once for each identity and workspace. */
export function useModels(options: SessionHookOptions = {}): Models {
  const { workspaceId, enabled = true } = givenOptions(options);
  const context = useServiceContext();
  const isEnabled = enabled && context.scope.identity !== null;
  const { data, isLoading, error } = useObservedQuery<ModelCatalog>(shareQueryClient(context), {
    queryKey: ["models", context.baseUrl, workspaceId ?? null],
    queryFn: async ({ signal }) => {
      const client = shareClient(context);
      // A catalogue that the host withholds is a 404, which browsers print in red.
      if ((await config(client, { signal })).modelSelection === false) return withheld;
      return getModelCatalog(client, { workspaceId }, { signal });
    },
    enabled: isEnabled,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const catalog = isEnabled ? data : undefined;
  const shown = { models: catalog?.models ?? none, defaultModel: catalog?.defaultModel ?? null };
  return { ...shown, isLoading: isLoading || isAwaited(context, enabled), error };
}
