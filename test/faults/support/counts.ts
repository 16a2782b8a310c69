import type { NetworkFault } from "./bad-network.js";
import type { Outcome } from "./converse.js";
import type { Step } from "./drawn-steps.js";

/** Counts to be printed and checked, as a suite that tries nothing always passes. */
export function countsOf(outcomes: readonly Outcome[]) {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const step = (kind: Step["kind"]) =>
    sum(({ plan }) => plan.steps.filter((planned) => planned.step.kind === kind).length);
  const fault = (kind: NetworkFault) => sum(({ network }) => network.struck.get(kind) ?? 0);
  const times = outcomes.map(({ settledIn }) => settledIn).toSorted((a, b) => a - b);
  return {
    conversations: outcomes.length,
    tabs: sum(({ pages }) => pages.length),
    messages: sum(({ typed }) => typed.length),
    events: sum(({ events }) => events.length),
    connections: sum(({ network }) => network.connections()),
    steps: {
      send: step("send"),
      stop: step("stop"),
      decide: step("decide"),
      reload: step("reload"),
      secondTab: step("second-tab"),
      offline: step("offline"),
    },
    faults: {
      refuse: fault("refuse"),
      offline: fault("offline"),
      stall: fault("stall"),
      close: fault("close"),
      reset: fault("reset"),
      halfClose: fault("half-close"),
      hang: fault("hang"),
    },
    triedAgainByHand: sum(({ triedAgain }) => triedAgain),
    settledInMs: { median: times[Math.floor(times.length / 2)] ?? 0, longest: times.at(-1) ?? 0 },
  };
}
