/** How a run ends: everything is taken out of the way, people do what they would, and then they leave. */
import type { SessionEvent } from "@service/sdk/protocol";
import { referenceOf } from "../../faults/support/reference.js";
import { check } from "./checks.js";
import { rule } from "./log-rules.js";
import type { Plan } from "./plan.js";
import { forgetTab, type Running } from "./records.js";
import { decide, tryAgain } from "./steps.js";
import type { Person, SimulatedTab } from "./tab.js";
import { checkRest } from "./view-rules.js";
import { people, type World } from "./world.js";

/** Longest time (ms of the clock) until everything is at rest without further faults. */
const longest = 240_000;
/** How long (ms) it is then watched to stay so. */
const watched = 20_000;

/** How long (ms) requests and leases without an end of their own may still last: longer than the time limit of either. */
const leaving = 35_000;

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
  const opening = running.world.tabs.find((tab) => !tab.person());
  if (opening) return `${opening.name} has no page`;
  const waiting = running.promised.find(({ isSettled, isGone }) => !isSettled && !isGone);
  return waiting ? `tab${waiting.tab} still waits for ${waiting.what}` : "";
}

async function whatMovesFor(person: Person, { world }: Running): Promise<string> {
  const log = await world.logOf(person);
  const reference = referenceOf(log);
  const tabs = world.tabs.filter((tab) => tab.person()?.user === person.user);
  const isWaiting = reference.open.length > 0 && (tabs.length > 0 || expires(log, reference.open));
  if (!reference.isAtRest || isWaiting) return `${person.user} has a turn that runs or waits`;
  for (const tab of tabs) {
    const views = tab.views();
    if (views.length === 0) return `${tab.name} (${tab.door}) shows nothing`;
    const differs = views.map((view) => checkRest(view, reference, log.length > 0)).find((why) => why !== "");
    if (differs !== undefined) return `${tab.name} (${tab.door}): ${differs}`;
  }
  return "";
}

/** Whether one of these questions expires, so that its turn continues without a person. */
function expires(log: readonly SessionEvent[], open: readonly string[]): boolean {
  const requests = log.filter(({ type }) => type === "session.humanInput.requested");
  return requests.some(({ payload }) => {
    const { request } = payload as { readonly request: { readonly id: string; readonly expiresAt: string | null } };
    return request.expiresAt !== null && open.includes(request.id);
  });
}

/** Everybody leaves; then nothing may remain. @throws {RuleBroken} */
export async function leave({ seed }: Plan, running: Running): Promise<void> {
  const { world } = running;
  await check(running, true);
  await world.pass(watched);
  await check(running, true);
  await reopenChats(running);
  await checkStored(running);
  await checkReach(running, seed);
  const clocks = world.tabs.map((tab) => tab.clock());
  for (const tab of world.tabs) tab.close();
  await world.pass(leaving);
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

/** A message that a chat sent before its first page is found by that chat alone. */
async function reopenChats(running: Running): Promise<void> {
  const { world, sent } = running;
  const keeps = (tab: SimulatedTab) => sent.some(({ text }) => tab.storage.text().includes(text));
  const keeping = world.tabs.filter((each) => each.door === "changing" && keeps(each));
  if (keeping.length === 0) return;
  for (const tab of keeping) {
    tab.kill();
    tab.open();
  }
  await world.pass(watched);
  // Ends what a killed page's streams wait for.
  for (const tab of world.tabs) tab.wake();
  await check(running, true);
}

/** No unsent message and no work remains. @throws {RuleBroken} */
async function checkStored({ world, sent }: Running): Promise<void> {
  for (const tab of world.tabs) {
    const kept = tab.storage.text();
    for (const { text } of sent)
      rule(!kept.includes(text), `a tab at rest keeps no message: ${tab.name} keeps ${text}`);
  }
  const { turn, session } = await world.store.nextDue("nobody");
  rule(turn === null && session === null, `a store at rest has no work: ${JSON.stringify({ turn, session })}`);
}

/** No person reads or writes the session of another one by its id: each run tries one of four ways. @throws {RuleBroken} */
async function checkReach({ world }: Running, seed: number): Promise<void> {
  const known = [];
  for (const person of people) if ((await world.logOf(person)).length > 0) known.push(person);
  for (const { user } of known) {
    for (const other of known.filter((each) => each.user !== user)) await checkDoor(world, user, other, seed);
  }
}

async function checkDoor(world: World, user: string, other: Person, seed: number): Promise<void> {
  const { host, reached, checkPrivate, sessions } = world;
  const session = `/api/service/v1/workspaces/current/sessions/${sessions.get(other.user)}`;
  const message = JSON.stringify({ type: "user.message", payload: { text: `${user}:9 t1` } });
  const ways = [
    [session, null],
    [`${session}/events`, null],
    [`${session}/events/stream`, null],
    [`${session}/events`, message],
  ] as const;
  const [path, body] = ways[seed % ways.length] as (typeof ways)[number];
  const headers = { cookie: user, "content-type": "application/json" };
  const answer = await reached(host().door.fetch(path, { method: body === null ? "GET" : "POST", headers, body }));
  rule(answer.status >= 400, `a session is its person's alone: ${path} answers ${user} with ${answer.status}`);
  checkPrivate(people.find((person) => person.user === user) ?? null, await answer.text(), path);
}
