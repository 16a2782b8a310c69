import { useContext, useMemo, useState, type ReactNode } from "react";
import { ServiceContext } from "../../hooks/service-context.js";
import type { SessionView } from "../../hooks/session-view.js";
import { useLatest } from "../../hooks/use-latest.js";
import { isOpen, type Decision } from "../decisions/decision-types.js";
import { useHydration } from "../use-hydration.js";
import { useShallowStable } from "../use-shallow-stable.js";
import { askAgainOf, type OnAskAgain } from "./ask-again.js";
import type { TimelineGroups } from "./timeline-groups.js";
import { waitingRow } from "./waiting-row.js";
import {
  AskAgainContext,
  TimelineContext,
  WaitingContext,
  type FoldMemory,
  type TimelineActions,
  type TimelineComponents,
  type Waiting,
} from "./timeline-context.js";

export interface TimelineProviderProps {
  readonly components: TimelineComponents | undefined;
  readonly actions: TimelineActions;
  /** Pending decisions; undefined when unknown. */
  readonly pending: SessionView["pending"] | undefined;
  readonly groups: TimelineGroups;
  /** Sends the message of the last, failed turn again. */
  readonly onAskAgain: OnAskAgain;
  /** While a turn runs, or where the last turn is not shown, nothing is sent again. */
  readonly isRunning: boolean;
  readonly hasNewer: boolean | undefined;
  readonly isOffline: boolean;
  readonly children: ReactNode;
}

/** Provides the rows' shared context. Its values keep their identity while equal, so that no row renders in vain. */
export function TimelineProvider({
  components,
  actions,
  pending,
  groups,
  onAskAgain,
  isRunning,
  hasNewer,
  isOffline,
  children,
}: TimelineProviderProps): ReactNode {
  const stable = useShallowStable(components ?? noComponents);
  const stableActions = useStableActions(actions);
  const [folds] = useState<FoldMemory>(() => new Map());
  const reader = useContext(ServiceContext)?.scope.identity?.user;
  const isZoneKnown = !useHydration();
  const failedRow = isRunning || hasNewer ? null : (askAgainOf(groups, onAskAgain)?.row ?? null);
  const waiting = useWaiting(pending, groups);
  const value = useMemo(
    () => ({ ...stableActions, components: stable, folds, reader, isOffline, isZoneKnown }),
    [stableActions, stable, folds, reader, isOffline, isZoneKnown],
  );
  return (
    <WaitingContext.Provider value={waiting}>
      <AskAgainContext.Provider value={failedRow}>
        <TimelineContext.Provider value={value}>{children}</TimelineContext.Provider>
      </AskAgainContext.Provider>
    </WaitingContext.Provider>
  );
}

const noComponents: TimelineComponents = {};

/** The same functions for as long as the same can be done, so that a host may write its own in place. */
function useStableActions(actions: TimelineActions): TimelineActions {
  const latest = useLatest(actions);
  const names = Object.keys(actions) as (keyof TimelineActions)[];
  const offered = useShallowStable(names.filter((name) => actions[name]));
  return useMemo(
    () => Object.fromEntries(offered.map((name) => [name, (about: never) => latest.current[name]?.(about)])),
    [offered, latest],
  );
}

const nothing = { calls: new Set<string>(), approved: new Set<string>(), isHalted: false, isAsked: false };

function useWaiting(pending: SessionView["pending"] | undefined, { settled, live }: TimelineGroups): Waiting {
  const row = pending ? null : waitingRow(settled, live);
  return useMemo(() => {
    if (!pending) return { ...nothing, row };
    const callsOf = (decisions: SessionView["pending"]) =>
      new Set(decisions.flatMap((decision) => (decision.kind === "approval" ? [decision.callId ?? decision.id] : [])));
    const open = pending.filter(({ state }) => isOpen(state) || state.name === "submitting");
    // Nothing of a turn runs while one of its calls waits for an approval.
    const isHalted = open.some(({ kind }) => kind === "approval");
    const isApproved = ({ state }: Decision) =>
      state.name === "accepted" && state.response.kind === "approval" && state.response.decision === "approve";
    const sent = pending.filter((decision) => decision.state.name === "accepted" && !isApproved(decision));
    return {
      calls: callsOf([...open, ...sent]),
      approved: callsOf(pending.filter(isApproved)),
      isHalted,
      isAsked: open.some((decision) => decision.kind === "question"),
      row,
    };
  }, [pending, row]);
}
