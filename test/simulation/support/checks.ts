/** Rules for every moment of a run, and for its end. */
import type { SessionEvent } from "@service/sdk/protocol";
import { checkLog, rule } from "./log-rules.js";
import type { Running, Sent } from "./records.js";
import type { Person } from "./tab.js";
import { checkPrefix } from "./view-rules.js";
import { people } from "./world.js";

/** @throws {RuleBroken} for the first broken rule. */
export async function check(running: Running, isAtRest = false): Promise<void> {
  const { world } = running;
  const [first] = world.broken;
  if (first) throw first;
  const logs = await Promise.all(people.map((person) => world.logOf(person)));
  const stamp = [...logs.map(({ length }) => length), ...world.tabs.map((tab) => tab.verbs()?.state())];
  // Nothing has happened since.
  if (!isAtRest && stamp.every((part, index) => part === running.checked[index])) return;
  running.checked = stamp;
  for (const [index, person] of people.entries()) checkPerson(running, person, logs[index] ?? [], isAtRest);
  for (const tab of world.tabs) {
    const [owner, answered] = [tab.person()?.user, tab.answeredAs()];
    rule(
      !owner || !answered || owner === answered,
      `a page is its person's: ${tab.name} is ${owner}'s, and the host answered ${answered}`,
    );
    if (tab.isNobodys()) world.checkPrivate(null, tab.storage.text(), `what ${tab.name} keeps`);
  }
  const [late] = world.broken;
  if (late) throw late;
}

function checkPerson({ world, sent }: Running, person: Person, log: readonly SessionEvent[], isAtRest: boolean): void {
  const tabs = world.tabs.filter((tab) => tab.person()?.user === person.user);
  const sessionId = world.sessions.get(person.user);
  const calls = world.calls.filter((call) => call.sessionId === sessionId);
  // A decision of a person who has left may stay pending.
  checkLog(log, { calls, hasLost: world.shared.hasEnded, isAtRest: isAtRest && tabs.length > 0 });
  world.checkPrivate(person, JSON.stringify(log), `the log of ${person.user}`);
  for (const message of sent.filter(({ user }) => user === person.user)) checkSent(message, log, isAtRest);
  for (const tab of tabs) {
    for (const view of tab.views()) {
      checkPrefix(tab.name, view, log);
      world.checkPrivate(person, JSON.stringify([view.rows, view.queue]), `what ${tab.name} shows`);
      world.checkPrivate(person, tab.storage.text(), `what ${tab.name} keeps`);
      world.shows(tab.name, `${view.connection} ${JSON.stringify(view.rows)}`);
    }
  }
}

function checkSent({ key, text, state, code, isLost }: Sent, log: readonly SessionEvent[], isAtRest: boolean): void {
  const times = log.filter(
    ({ type, payload, clientEventId }) =>
      type === "user.message" && ((payload as { readonly text: string }).text === text || clientEventId === key),
  ).length;
  rule(code !== "IDEMPOTENCY_KEY_REUSED", `a message repeats itself alone: ${text} is refused as another one's repeat`);
  rule(times <= 1, `a message is in the log once: ${text} is there ${times} times`);
  if (state === "accepted") rule(times === 1, `what was accepted is in the log: ${text} is not`);
  if (isAtRest && !isLost) rule(times === 1, `what was typed and not given up is in the log: ${text} (${state})`);
}
