/** Shared by the hooks of record lists: verbs of the signed-in person, and a list that is read again after each. */
import { useEffect } from "react";
import { useStore } from "zustand/react";
import type { PanelWorld, RefusedWrite, TrackedWrites } from "../session/tracked-writes.js";
import { browserWake } from "./browser-wake.js";
import { isAwaited, useServiceContext, type ServiceContextValue } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";
import { givenOptions } from "./given-options.js";

type Client = ReturnType<typeof shareClient>;

/** The list's key in the identity's cache; keys of pages and filters begin with it. */
export function recordListKey(
  name: string,
  { baseUrl }: ServiceContextValue,
  workspaceId: string | undefined,
): readonly unknown[] {
  return [name, baseUrl, workspaceId ?? null];
}

/** The verbs of a list: made once for each identity, address and workspace. */
export function shareRecordActions<Actions extends object>(
  name: string,
  context: ServiceContextValue,
  workspaceId: string | undefined,
  create: (world: PanelWorld) => Actions,
): Actions & Pick<PanelWorld, "refresh"> {
  const queryKey = recordListKey(name, context, workspaceId);
  const { actions } = context.scope.share(JSON.stringify(queryKey), () => {
    const refresh = () => void shareQueryClient(context).invalidateQueries({ queryKey });
    return { actions: { ...create({ client: shareClient(context), workspaceId, refresh }), refresh }, dispose() {} };
  });
  return actions;
}

interface RecordListOptions {
  readonly workspaceId?: string | undefined;
  /** How often the list is read again while the page is visible (ms). @default never */
  readonly refreshMs?: number | undefined;
  readonly enabled?: boolean | undefined;
}

export interface RecordListSource<T, Action extends string, Actions extends Writing<Action>> {
  /** Unique among the hooks. */
  readonly name: string;
  readonly read: (client: Client, workspaceId: string | undefined, signal: AbortSignal) => Promise<T>;
  /** Called with each list that was read. */
  readonly onRead?: (list: T, actions: Actions) => void;
  /** A stable function: it is called once for each identity. */
  readonly create: (world: PanelWorld) => Actions;
}

interface Writing<Action extends string> {
  readonly writes: TrackedWrites<Action>;
}

interface RecordList<T, Action extends string> {
  /** Undefined until it is read, and while signed out. */
  readonly data: T | undefined;
  readonly status: {
    readonly isLoading: boolean;
    readonly refresh: () => void;
    readonly error: Error | null;
    readonly pending: ReadonlyMap<string, Action>;
    readonly refused: RefusedWrite<Action> | null;
    readonly clearRefused: () => void;
  };
}

/** A list that is read completely, and again when the page becomes visible. */
export function useRecordList<T, Action extends string, Actions extends Writing<Action>>(
  { name, read, onRead, create }: RecordListSource<T, Action, Actions>,
  options: RecordListOptions,
): RecordList<T, Action> & { readonly actions: Actions } {
  const { workspaceId, refreshMs = Number.POSITIVE_INFINITY, enabled = true } = givenOptions(options);
  const context = useServiceContext();
  const isEnabled = enabled && context.scope.identity !== null;
  const actions = shareRecordActions(name, context, workspaceId, create);
  const { writes, refresh } = actions;
  const query = useObservedQuery<T>(shareQueryClient(context), {
    queryKey: recordListKey(name, context, workspaceId),
    queryFn: async ({ signal }) => {
      const list = await read(shareClient(context), workspaceId, signal);
      onRead?.(list, actions);
      return list;
    },
    enabled: isEnabled,
    refetchInterval: refreshMs,
  });
  const { pending, refused } = useStore(writes.store);
  useEffect(() => (isEnabled ? browserWake(refresh) : undefined), [isEnabled, refresh]);
  const { data, error } = query;
  const isLoading = query.isLoading || isAwaited(context, enabled);
  return {
    actions,
    data: isEnabled ? data : undefined,
    status: { isLoading, refresh, error: isEnabled ? error : null, pending, refused, clearRefused: writes.clear },
  };
}
