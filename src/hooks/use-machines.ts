import { useEffect } from "react";
import { useStore } from "zustand/react";
import type { Enrollment } from "../protocol/machines.js";
import { createMachineActions, type MachineActions } from "../session/machine-actions.js";
import { listEnrollments } from "../session/routes/machines.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { browserWake } from "./browser-wake.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { useObservedQuery } from "./use-observed.js";

export interface UseMachinesOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** How often the list is read again while the page is visible (ms). @default 10_000; `Infinity` is never */
  readonly refreshMs?: number | undefined;
  /** When false, nothing is listed; the verbs work all the same. @default true */
  readonly enabled?: boolean | undefined;
}

/** The machines of the signed-in person, and for an admin the workspace's. Verbs reject with a `ServiceApiError`. */
export interface Machines extends Omit<MachineActions, "writes"> {
  /** Newest first. */
  readonly machines: readonly Enrollment[];
  /** Nothing can be shown yet. */
  readonly isLoading: boolean;
  readonly refresh: () => void;
  /** Why the last read failed. */
  readonly error: Error | null;
  /** Writes in progress, by machine. */
  readonly pending: ReadonlyMap<string, "revoke">;
  readonly refused: RefusedWrite<"revoke"> | null;
  readonly clearRefused: () => void;
}

const none: readonly Enrollment[] = [];

/**
 * Connected machines: listed, approved and removed. The list is read again after each of these, when the page is looked at
 * again, and from time to time while it is visible.
 *
 * @example
 * const { machines, revoke } = useMachines();
 */
export function useMachines(options: UseMachinesOptions = {}): Machines {
  const { workspaceId, refreshMs = 10_000, enabled = true } = options;
  const context = useServiceContext();
  const isEnabled = enabled && context.scope.identity !== null;
  const { writes, refresh, ...verbs } = shareMachineActions(context, workspaceId);
  const query = useObservedQuery<readonly Enrollment[]>(shareQueryClient(context), {
    queryKey: listKey(context, workspaceId),
    queryFn: ({ signal }) => listEnrollments(shareClient(context), { workspaceId }, { signal }),
    enabled: isEnabled,
    refetchInterval: Number.isFinite(refreshMs) ? refreshMs : false,
  });
  const { pending, refused } = useStore(writes.store);
  useEffect(() => (isEnabled ? browserWake(refresh) : undefined), [isEnabled, refresh]);
  return {
    ...verbs,
    machines: (isEnabled ? query.data : undefined) ?? none,
    isLoading: query.isLoading,
    refresh,
    error: isEnabled ? query.error : null,
    pending,
    refused,
    clearRefused: writes.clear,
  };
}

function listKey({ baseUrl }: ServiceContextValue, workspaceId: string | undefined): readonly unknown[] {
  return ["machines", baseUrl, workspaceId ?? null];
}

function shareMachineActions(
  context: ServiceContextValue,
  workspaceId: string | undefined,
): MachineActions & { readonly refresh: () => void } {
  const queryKey = listKey(context, workspaceId);
  const { dispose: _, ...actions } = context.scope.share(JSON.stringify(queryKey), () => {
    const refresh = () => void shareQueryClient(context).invalidateQueries({ queryKey });
    return {
      ...createMachineActions({ client: shareClient(context), workspaceId, refresh }),
      refresh,
      dispose: () => {},
    };
  });
  return actions;
}
