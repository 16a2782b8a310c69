import { useCallback } from "react";
import type { AutomationEvent, AutomationRun, AutomationRunPage } from "../wire/protocol/automations.js";
import { listAutomationEvents, listAutomationRuns } from "../api/routes/automations.js";
import { useServiceContext } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";
import { recordListKey } from "./use-record-list.js";
import { givenOptions } from "./given-options.js";

/** Begins the key of whatever is read of automations: one refresh reads sources, triggers and deliveries again. */
export const automations = "automations";

/** Options of `useAutomationDeliveries`. */
export interface UseAutomationDeliveriesOptions {
  /** Null sends no request. */
  readonly sourceId: string | null;
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Number of the newest deliveries, at most 100. @default 20 */
  readonly limit?: number | undefined;
  /** How often they are read again while the page is visible (ms). @default 10_000; `Infinity` is never */
  readonly refreshMs?: number | undefined;
}

/** An event that a source took, and what each of its triggers made of it. */
export interface SourceDelivery {
  readonly event: AutomationEvent;
  /** In the order of the event's `runIds`. */
  readonly runs: readonly AutomationRun[];
}

/** Result of `useAutomationDeliveries`. */
export interface AutomationDeliveries {
  /** Newest first. */
  readonly deliveries: readonly SourceDelivery[];
  /** Nothing can be shown yet. */
  readonly isLoading: boolean;
  readonly refresh: () => void;
  /** Why the last read failed. */
  readonly error: Error | null;
}

const none: readonly SourceDelivery[] = [];
const runsAPage = 500;
/** A session starts soon, so the list is read again sooner (ms). */
const busyMs = 2_000;

/**
 * The latest deliveries to a source of automations, and their results.
 *
 * @example
 * const { deliveries } = useAutomationDeliveries({ sourceId });
 */
export function useAutomationDeliveries(options: UseAutomationDeliveriesOptions): AutomationDeliveries {
  const given: Partial<UseAutomationDeliveriesOptions> = givenOptions(options);
  const { sourceId = null, workspaceId, limit = 20, refreshMs = 10_000 } = given;
  const context = useServiceContext();
  const isEnabled = sourceId !== null && context.scope.identity !== null;
  const queries = shareQueryClient(context);
  const key = JSON.stringify([...recordListKey(automations, context, workspaceId), "deliveries", sourceId]);
  const query = useObservedQuery<readonly SourceDelivery[]>(queries, {
    queryKey: [...(JSON.parse(key) as unknown[]), limit],
    queryFn: async ({ signal }) => {
      const client = shareClient(context);
      const own = { sourceId: sourceId ?? "", workspaceId };
      const { events } = await listAutomationEvents(client, own, { limit }, { signal });
      return joined(
        events,
        await runsOf(events, (page) => listAutomationRuns(client, { ...own, ...page }, { signal })),
      );
    },
    enabled: isEnabled,
    // Showing them again reads new ones.
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!Number.isFinite(refreshMs)) return false;
      return state.data?.some(isBusy) === true ? Math.min(busyMs, refreshMs) : refreshMs;
    },
  });
  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] }),
    [queries, key],
  );
  return {
    deliveries: (isEnabled ? query.data : undefined) ?? none,
    isLoading: query.isLoading,
    refresh,
    error: isEnabled ? query.error : null,
  };
}

interface RunQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Reads pages until every run of the events is found. The list ends first when the service has removed old runs. */
async function runsOf(
  events: readonly AutomationEvent[],
  read: (page: RunQuery) => Promise<AutomationRunPage>,
): Promise<ReadonlyMap<string, AutomationRun>> {
  const missing = new Set(events.flatMap(({ runIds }) => runIds));
  const found = new Map<string, AutomationRun>();
  for (let cursor: string | null | undefined; missing.size > 0 && cursor !== null;) {
    const { runs, nextCursor } = await read({ limit: runsAPage, cursor });
    for (const run of runs) if (missing.delete(run.id)) found.set(run.id, run);
    cursor = nextCursor;
  }
  return found;
}

function joined(
  events: readonly AutomationEvent[],
  byId: ReadonlyMap<string, AutomationRun>,
): readonly SourceDelivery[] {
  return events.map((event) => ({
    event,
    runs: event.runIds.map((id) => byId.get(id)).filter((run) => run !== undefined),
  }));
}

function isBusy({ runs }: SourceDelivery): boolean {
  return runs.some(({ status }) => status === "queued" || status === "dispatching");
}
