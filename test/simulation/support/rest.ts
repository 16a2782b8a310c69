/** How a run ends: everything is taken out of the way, people do what they would, and then they leave. */
import { referenceOf } from "../../faults/support/reference.js";
import { check } from "./checks.js";
import { rule } from "./log-rules.js";
import type { Plan } from "./plan.js";
import { forgetTab, type Running } from "./records.js";
import { decide, tryAgain } from "./steps.js";
import type { Person, SimulatedTab } from "./tab.js";
import { checkRest } from "./view-rules.js";
import { people } from "./world.js";

/** Longest time (ms of the clock) until everything is at rest without further faults. */
const longest = 240_000;
/** How long (ms) it is then watched to stay so. */
const watched = 20_000;

/** Timers of a process at rest: its hourly look for data past its time. */
const hourlyLooks = 1;

/** Gives how long it took (ms of the clock). @throws {RuleBroken} */
export async function comeToRest(plan: Plan, running: Running): Promise<number> {
  const { world } = running;
  world.trace("rest");
  world.upstream.heal();
  for (const [index, process] of world.processes.entries()) if (!process || process.isDead()) await world.start(index);
  for (const [index, tab] of world.tabs.entries()) heal(tab, index, plan, running);
  const began = world.clock.now();
  for (;;) {
    await world.pass(500);
    const waited = world.clock.now() - began;
    await lookAfter(running, waited);
    await check(running);
    const why = await whatMoves(running);
    if (why === "") return waited;
    rule(waited < longest, `everything comes to rest within ${longest / 1000} s: ${why}`);
  }
}

function heal(tab: SimulatedTab, index: number, plan: Plan, running: Running): void {
  const { signedIn } = running.world;
  tab.network.heal();
  tab.clock()?.thaw();
  tab.hide(false);
  if (signedIn[index] === null) {
    signedIn[index] = people[plan.tabs[index]?.person ?? 0] as Person;
    forgetTab(running, index);
    tab.close();
    tab.open();
  }
  tab.wake();
}

/** Acts like a person: retries where offered, and answers requests. */
async function lookAfter(running: Running, waited: number): Promise<void> {
  const { world } = running;
  for (const [index, tab] of world.tabs.entries()) {
    const view = tab.view();
    if (!view && waited > 2_000) tab.open();
    tryAgain(tab, index, running);
    if (view?.connection === "closed" || view?.isMissing) tab.verbs()?.reconnect();
    if (!view || view.open.length === 0) continue;
    decide(tab, index, waited % 1_000 === 0, running);
    await world.pass(0);
  }
}

/** The reason why it is not at rest; empty when it is. */
async function whatMoves(running: Running): Promise<string> {
  for (const person of people) {
    const why = await whatMovesFor(person, running);
    if (why !== "") return why;
  }
  const waiting = running.promised.find(({ isSettled, isGone }) => !isSettled && !isGone);
  return waiting ? `tab${waiting.tab} still waits for ${waiting.what}` : "";
}

async function whatMovesFor(person: Person, { world }: Running): Promise<string> {
  const log = await world.logOf(person);
  const reference = referenceOf(log);
  const tabs = world.tabs.filter((tab) => tab.person()?.user === person.user);
  const isWaiting = reference.open.length > 0 && tabs.length > 0;
  if (!reference.isAtRest || isWaiting) return `${person.user} has a turn that runs or waits`;
  for (const tab of tabs) {
    const view = tab.view();
    const differs = view ? checkRest(view, reference, log.length > 0) : "it shows nothing";
    if (differs !== "") return `${tab.name} (${tab.door}): ${differs}`;
  }
  return "";
}

/** Everybody leaves; then nothing may remain. @throws {RuleBroken} */
export async function leave(running: Running): Promise<void> {
  const { world } = running;
  await check(running, true);
  await world.pass(watched);
  await check(running, true);
  const clocks = world.tabs.map((tab) => tab.clock());
  for (const tab of world.tabs) tab.close();
  await world.pass(5_000);
  const held = (what: string, count: number | undefined) => rule(!count, `${what} holds nothing: it holds ${count}`);
  for (const [index, clock] of clocks.entries()) held(`tab${index}, which is closed,`, clock?.waiting());
  for (const tab of world.tabs) held(`${tab.name}, which is closed,`, tab.waiting());
  for (const [index, process] of world.processes.entries())
    held(`process ${index} at rest`, (process?.clock.waiting() ?? hourlyLooks) - hourlyLooks);
  held("a host at rest", world.host().clock.waiting());
  for (const process of world.processes) if (process) await world.reached(process.close(0));
  held("a store whose processes are closed", world.shared.watches);
  held("the clock in the end", world.clock.waiting);
}
