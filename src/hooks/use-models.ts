import type { ModelCatalog } from "../protocol/organization.js";
import { getModelCatalog } from "../session/routes/models.js";
import { useServiceContext } from "./service-context.js";
import type { SessionHookOptions } from "./session-query.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";

export interface Models {
  /** Empty until they are read, and where a person may not choose. */
  readonly models: ModelCatalog["models"];
  readonly defaultModel: string | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

const none: ModelCatalog["models"] = [];

/** What a session may be asked to run on. Read once for each identity and workspace. */
export function useModels({ workspaceId, enabled = true }: SessionHookOptions = {}): Models {
  const context = useServiceContext();
  const isEnabled = enabled && context.scope.identity !== null;
  const { data, isLoading, error } = useObservedQuery<ModelCatalog>(shareQueryClient(context), {
    queryKey: ["models", context.baseUrl, workspaceId ?? null],
    queryFn: ({ signal }) => getModelCatalog(shareClient(context), { workspaceId }, { signal }),
    enabled: isEnabled,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const catalog = isEnabled ? data : undefined;
  return { models: catalog?.models ?? none, defaultModel: catalog?.defaultModel ?? null, isLoading, error };
}
