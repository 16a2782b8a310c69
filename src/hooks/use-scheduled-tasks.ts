import { useEffect, useMemo } from "react";
import { useStore } from "zustand/react";
import type { OwnerChoice, OwnerChoices } from "../wire/protocol/owner-choice.js";
import type { ScheduledTask, TaskPage } from "../wire/protocol/schedules.js";
import { listScheduledTasks } from "../api/routes/schedules.js";
import { createTaskActions, type TaskAction, type TaskActions } from "../session/task-actions.js";
import type { PanelWorld, RefusedWrite } from "../session/tracked-writes.js";
import { browserWake } from "./browser-wake.js";
import { createKnownOwners } from "./known-owners.js";
import { isAwaited, useServiceContext } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { usePaging, useObservedPages } from "./use-observed-pages.js";
import { recordListKey, shareRecordActions } from "./use-record-list.js";
import { givenOptions } from "./given-options.js";

/** Options of `useScheduledTasks`. */
export interface UseScheduledTasksOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Only the person's own, or for an admin only the workspace's. @default both */
  readonly owner?: OwnerChoice | undefined;
  /** Tasks a page. @default 30 */
  readonly limit?: number | undefined;
  /** How often the list is read again while the page is visible (ms). @default 30_000; `Infinity` is never */
  readonly refreshMs?: number | undefined;
  /** When false, nothing is listed; the verbs work all the same. @default true */
  readonly enabled?: boolean | undefined;
}

/** The scheduled tasks of the signed-in person, and for an admin the workspace's. Verbs reject with a `ServiceApiError`. */
export interface ScheduledTasks extends Omit<TaskActions, "writes"> {
  /** Newest first. */
  readonly tasks: readonly ScheduledTask[];
  /** Whose a new task may be. */
  readonly owners: OwnerChoices;
  /** Nothing can be shown yet. */
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly refresh: () => void;
  /** Why the last read failed. */
  readonly error: Error | null;
  /** Writes in progress, by task; `"new"` is a task that is being created. */
  readonly pending: ReadonlyMap<string, TaskAction>;
  readonly refused: RefusedWrite<TaskAction> | null;
  readonly clearRefused: () => void;
}

/** A run in progress ends soon, so the list is read again sooner (ms). */
const busyMs = 5_000;

/**
 * Scheduled tasks: listed, created, changed, paused, run and removed. The list is read again after each of these, when
 * the page is looked at again, and from time to time while it is visible.
 *
 * @example
 * const { tasks, create, trigger } = useScheduledTasks();
 */
export function useScheduledTasks(options: UseScheduledTasksOptions = {}): ScheduledTasks {
  const { workspaceId, owner, limit = 30, refreshMs = 30_000, enabled = true } = givenOptions(options);
  const context = useServiceContext();
  const isEnabled = enabled && context.scope.identity !== null;
  const { writes, refresh, known, create, update, pause, resume, trigger, remove, runs, preview } = shareRecordActions(
    name,
    context,
    workspaceId,
    createActions,
  );
  const query = useObservedPages<TaskPage, string | undefined>(shareQueryClient(context), {
    queryKey: [...recordListKey(name, context, workspaceId), owner ?? null, limit],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const asked = { workspaceId, owner, cursor, limit };
      const page = await listScheduledTasks(shareClient(context), asked, { signal });
      known.set(page.owners);
      return page;
    },
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: isEnabled,
    refetchInterval: ({ state }) => {
      if (!Number.isFinite(refreshMs)) return false;
      const isBusy = state.data?.pages.some(({ tasks }) => tasks.some(isRunning)) === true;
      return isBusy ? Math.min(busyMs, refreshMs) : refreshMs;
    },
  });
  const { pending, refused } = useStore(writes.store);
  const pages = isEnabled ? query.data?.pages : undefined;
  const tasks = useMemo(() => (pages ?? []).flatMap((page) => page.tasks), [pages]);
  useEffect(() => (isEnabled ? browserWake(refresh) : undefined), [isEnabled, refresh]);
  const paging = usePaging(query, isEnabled);
  return {
    create,
    update,
    pause,
    resume,
    trigger,
    remove,
    runs,
    preview,
    tasks,
    owners: pages?.[0]?.owners ?? known.get(),
    isLoading: query.isLoading || isAwaited(context, enabled),
    ...paging,
    refresh,
    error: isEnabled ? query.error : null,
    pending,
    refused,
    clearRefused: writes.clear,
  };
}

function isRunning({ lastRun }: ScheduledTask): boolean {
  return lastRun !== null && ["queued", "running"].includes(lastRun.status);
}

const name = "scheduled-tasks";

const createActions = (world: PanelWorld) => ({ ...createTaskActions(world), known: createKnownOwners() });
