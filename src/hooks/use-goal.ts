import { useMemo } from "react";
import { useStore } from "zustand/react";
import type { SessionRef } from "../api/service-connection.js";
import type { Disposable } from "../identity/identity-scope.js";
import type { GoalRecord } from "../wire/protocol/goal.js";
import { createGoalActions, type GoalAction, type GoalActions } from "../session/goal-actions.js";
import { getGoal } from "../api/routes/goal.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { queryKeyOf, useSessionQuery, type SessionHookOptions, type SessionRead } from "./session-query.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient, type SessionId } from "./session-source.js";
import { givenOptions } from "./given-options.js";

/** Result of `useGoal`. */
export interface Goal extends Omit<GoalActions, "writes"> {
  /** Null while there is none, and until it is read. */
  readonly goal: GoalRecord | null;
  readonly isLoading: boolean;
  /** Why it could not be read. */
  readonly error: Error | null;
  /** The pending write. */
  readonly pending: GoalAction | null;
  /** Why the last write was refused; after a conflict the goal has been read again. */
  readonly refused: RefusedWrite<GoalAction> | null;
  readonly clearRefused: () => void;
  readonly refresh: () => void;
}

const read: SessionRead<GoalRecord | null> = { name: "goal", read: getGoal };

/**
 * The goal of a session, and its verbs. It is read again when the session's log changes it.
 *
 * @example
 * const { goal, pause } = useGoal(sessionId);
 */
export function useGoal(id: SessionId, options: SessionHookOptions = {}): Goal {
  const { value, isLoading, error } = useSessionQuery(id, options, read);
  const sessionId = id ?? "";
  const { workspaceId, enabled = true } = givenOptions(options);
  const { actions, refresh } = shareGoalActions(useServiceContext(), { sessionId, workspaceId, enabled });
  const { pending, refused } = useStore(actions.writes.store);
  return useMemo(() => {
    const { writes, ...verbs } = actions;
    const shown = { goal: value ?? null, isLoading, error, pending: pending.get(sessionId) ?? null, refused };
    return { ...shown, ...verbs, clearRefused: writes.clear, refresh };
  }, [value, isLoading, error, pending, refused, actions, refresh, sessionId]);
}

interface SharedGoal extends Disposable {
  readonly actions: GoalActions;
  readonly refresh: () => void;
}

/** One for each session, and another that refuses where it is not enabled. */
function shareGoalActions(
  context: ServiceContextValue,
  { enabled, ...ref }: SessionRef & { readonly enabled: boolean },
): SharedGoal {
  const { scope, baseUrl } = context;
  const queryKey = queryKeyOf(baseUrl, read.name, ref);
  return scope.lend(JSON.stringify(["goal-actions", ...queryKey, enabled]), () => {
    const queries = shareQueryClient(context);
    const refresh = () => void queries.invalidateQueries({ queryKey });
    const actions = createGoalActions({
      client: shareClient(context, enabled),
      ref,
      goal: () => queries.getQueryData<GoalRecord | null>(queryKey) ?? null,
      take: (goal) => queries.setQueryData(queryKey, goal),
      refresh,
    });
    return { actions, refresh, dispose() {} };
  });
}
