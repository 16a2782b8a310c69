/** Makes one run: takes the plan's steps, checks the rules after each, and then waits until everything is at rest. */
import { check } from "./checks.js";
import { rule, RuleBroken } from "./log-rules.js";
import type { Plan } from "./plan.js";
import { forgetTab, type Records, type Running } from "./records.js";
import { comeToRest, leave } from "./rest.js";
import { take } from "./steps.js";
import type { Person } from "./tab.js";
import { createWorld, people } from "./world.js";

export interface Outcome {
  /** Computes the digest of the whole trace, in order. */
  readonly digest: () => string;
  readonly broken: Error | null;
  readonly counts: Readonly<Record<"steps" | "requests" | "faults" | "calls" | "events", number>>;
  /** Time (ms of the clock) until it was at rest. */
  readonly restedIn: number;
  readonly lines: readonly string[];
}

/** @param hasStacks whether the trace has the stacks of unexpected errors; a run without them is faster. */
export async function hold(plan: Plan, hasStacks = false): Promise<Outcome> {
  const records: Records = { sent: [], promised: [] };
  const world = await createWorld(plan, (tab) => forgetTab(records, tab), hasStacks);
  const running: Running = { world, ...records, checked: [] };
  let broken: Error | null = null;
  let restedIn = 0;
  try {
    await begin(plan, running);
    for (const planned of plan.steps) {
      await take(planned, running);
      await check(running);
    }
    restedIn = await comeToRest(plan, running);
    await leave(plan, running);
  } catch (error) {
    broken = error as Error;
    if (!(error instanceof RuleBroken)) world.trace(`${(error as Error).stack}`);
  } finally {
    world.undo();
  }
  const events = (await Promise.all(people.map((person) => world.logOf(person)))).flat();
  for (const { sequence, type, turnId, payload } of events)
    world.trace(`${sequence} ${type} ${turnId} ${JSON.stringify(payload)}`);
  return {
    broken,
    restedIn,
    digest: world.digest,
    lines: world.lines,
    counts: {
      steps: plan.steps.length,
      requests: world.counts.requests,
      faults: world.upstream.met() + world.tabs.reduce((sum, { network }) => sum + network.met(), 0),
      calls: world.calls.length,
      events: events.length,
    },
  };
}

/** Tabs with a session door need an existing session. */
async function begin(plan: Plan, { world }: Running): Promise<void> {
  const isSession = (tab: number) => plan.tabs[tab]?.door !== "chat";
  const shown = plan.tabs.flatMap(({ person }, tab) => (isSession(tab) ? [person] : []));
  const later = plan.steps.flatMap(({ step }) => (step.kind === "sign" && isSession(step.tab) ? [step.person] : []));
  for (const index of new Set([...shown, ...later])) {
    if (index === null) continue;
    const { user } = people[index] as Person;
    const said = world.host().door.fetch("/api/chat", {
      method: "POST",
      headers: { "content-type": "application/json", cookie: user, "x-service-conversation": "c" },
      body: JSON.stringify({ message: `${user}:0 t1`, clientEventId: `${user}-first` }),
    });
    const answer = await world.reached(said);
    rule(answer.ok, `the first message is taken: ${answer.status}`);
    await answer.body?.cancel();
  }
  await world.pass(300);
  for (const tab of world.tabs) tab.open();
  await world.pass(100);
}
