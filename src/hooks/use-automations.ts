import { useEffect, useMemo } from "react";
import { useStore } from "zustand/react";
import type { AutomationSource, AutomationSourcePage, AutomationTrigger } from "../wire/protocol/automations.js";
import type { OwnerChoice, OwnerChoices } from "../wire/protocol/owner-choice.js";
import {
  createAutomationActions,
  isTurnedOff,
  type AutomationAction,
  type AutomationActions,
} from "../session/automation-actions.js";
import { listAutomationSources, listAutomationTriggers } from "../api/routes/automations.js";
import type { PanelWorld, RefusedWrite } from "../session/tracked-writes.js";
import { automations } from "./use-automation-deliveries.js";
import { browserWake } from "./browser-wake.js";
import { createKnownOwners, type KnownOwners } from "./known-owners.js";
import { isAwaited, useServiceContext, type ServiceContextValue } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { usePaging, useObservedPages } from "./use-observed-pages.js";
import { useObservedQuery } from "./use-observed.js";
import { recordListKey, shareRecordActions } from "./use-record-list.js";
import { givenOptions } from "./given-options.js";

/** Options of `useAutomations`. */
export interface UseAutomationsOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Only the person's own, or for an admin only the workspace's. @default both */
  readonly owner?: OwnerChoice | undefined;
  /** Sources a page. @default 50 */
  readonly limit?: number | undefined;
  /** How often the lists are read again while the page is visible (ms). @default 30_000; `Infinity` is never */
  readonly refreshMs?: number | undefined;
  /** When false, nothing is listed; the verbs work all the same. @default true */
  readonly enabled?: boolean | undefined;
}

/** The automations of the signed-in person, and for an admin the workspace's. Verbs reject with a `ServiceApiError`. */
export interface Automations extends Omit<AutomationActions, "writes"> {
  /** Newest first, removed ones too. */
  readonly sources: readonly AutomationSource[];
  /** Triggers of all sources, newest first. */
  readonly triggers: readonly AutomationTrigger[];
  /** Owners that a new source may have. */
  readonly owners: OwnerChoices;
  /** False where the host has not enabled automations, or its service has no key for secrets. */
  readonly isAvailable: boolean;
  /** True until the first read has ended. */
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly refresh: () => void;
  /** Error of the last read. */
  readonly error: Error | null;
  /** Writes in progress, by source or trigger; `"new"` is a source that is being created. */
  readonly pending: ReadonlyMap<string, AutomationAction>;
  readonly refused: RefusedWrite<AutomationAction> | null;
  readonly clearRefused: () => void;
}

const noTriggers: readonly AutomationTrigger[] = [];
/** The service's largest page. */
const triggersAPage = 500;
const mostTriggerPages = 10;

/**
 * Automations: sources of signed events and their triggers; create, change, pause, test and remove them. The lists
 * are read again after each write, when the page becomes visible, and periodically while it is visible.
 * `useAutomationDeliveries` returns a source's deliveries.
 *
 * @example
 * const { sources, triggers, createSource } = useAutomations();
 */
export function useAutomations(options: UseAutomationsOptions = {}): Automations {
  const given = givenOptions(options);
  const { workspaceId, enabled = true } = given;
  const context = useServiceContext();
  const isEnabled = enabled && context.scope.identity !== null;
  const { writes, refresh, known, ...verbs } = shareRecordActions(automations, context, workspaceId, createActions);
  const { query, sources, owners, canStoreSecrets } = useSources(context, given, isEnabled, known);
  const hasSources = isEnabled && sources.length > 0;
  const triggers = useTriggers(context, given, hasSources);
  const { pending, refused } = useStore(writes.store);
  useEffect(() => (isEnabled ? browserWake(refresh) : undefined), [isEnabled, refresh]);
  const error = isEnabled ? (query.error ?? triggers.error) : null;
  const isOff = isTurnedOff(error);
  const paging = usePaging(query, isEnabled);
  return {
    ...verbs,
    sources,
    triggers: (hasSources ? triggers.data : undefined) ?? noTriggers,
    owners,
    isAvailable: !isOff && canStoreSecrets,
    isLoading: query.isLoading || isAwaited(context, enabled) || (hasSources && triggers.isLoading),
    ...paging,
    refresh,
    error: isOff ? null : error,
    pending,
    refused,
    clearRefused: writes.clear,
  };
}

const interval = ({ refreshMs = 30_000 }: UseAutomationsOptions) => refreshMs;

function useSources(
  context: ServiceContextValue,
  options: UseAutomationsOptions,
  isEnabled: boolean,
  known: KnownOwners,
) {
  const { workspaceId, owner, limit = 50 } = options;
  const query = useObservedPages<AutomationSourcePage, string | undefined>(shareQueryClient(context), {
    queryKey: [...recordListKey(automations, context, workspaceId), "sources", owner ?? null, limit],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const asked = { workspaceId, owner, cursor, limit };
      const page = await listAutomationSources(shareClient(context), asked, { signal });
      known.set(page.owners);
      return page;
    },
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: isEnabled,
    // If automations are not enabled, requests nothing more.
    refetchInterval: ({ state }) => !isTurnedOff(state.error) && interval(options),
  });
  const pages = isEnabled ? query.data?.pages : undefined;
  const sources = useMemo(() => (pages ?? []).flatMap((page) => page.sources), [pages]);
  const { owners = known.get(), canStoreSecrets = true } = pages?.[0] ?? {};
  return { query, sources, owners, canStoreSecrets };
}

/** @param isEnabled false without a source, as there is no trigger then. */
function useTriggers(context: ServiceContextValue, options: UseAutomationsOptions, isEnabled: boolean) {
  const { workspaceId, owner } = options;
  return useObservedQuery<readonly AutomationTrigger[]>(shareQueryClient(context), {
    queryKey: [...recordListKey(automations, context, workspaceId), "triggers", owner ?? null],
    queryFn: ({ signal }) => allTriggers(context, { workspaceId, owner }, signal),
    enabled: isEnabled,
    refetchInterval: interval(options),
  });
}

async function allTriggers(
  context: ServiceContextValue,
  query: Pick<UseAutomationsOptions, "workspaceId" | "owner">,
  signal: AbortSignal,
): Promise<readonly AutomationTrigger[]> {
  const found: AutomationTrigger[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostTriggerPages; page += 1) {
    const asked = { ...query, cursor, limit: triggersAPage };
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const { triggers, nextCursor } = await listAutomationTriggers(shareClient(context), asked, { signal });
    found.push(...triggers);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return found;
}

const createActions = (world: PanelWorld) => ({ ...createAutomationActions(world), known: createKnownOwners() });
