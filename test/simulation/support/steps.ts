/** Takes the steps of a plan. */
import type { PlannedStep, Step } from "./plan.js";
import { forgetTab, watch, type Running, type Sent } from "./records.js";
import type { SimulatedTab } from "./tab.js";
import { people } from "./world.js";

export async function take({ step, pause }: PlannedStep, running: Running): Promise<void> {
  const { world } = running;
  world.trace(JSON.stringify(step));
  await actions[step.kind](step as never, running);
  await world.pass(pause);
}

type StepOf<Kind, S = Step> = S extends { readonly kind: infer Known } ? (Kind extends Known ? S : never) : never;
type Actions = {
  readonly [Kind in Step["kind"]]: (step: StepOf<Kind>, running: Running) => Promise<void> | void;
};

/** Something that is done in a tab, if it is there. */
const inTab =
  <S extends { readonly tab: number }>(act: (tab: SimulatedTab, step: S, running: Running) => void) =>
  (step: S, running: Running): void => {
    const tab = running.world.tabs[step.tab];
    if (tab) act(tab, step, running);
  };

const actions: Actions = {
  send: inTab((tab, step: StepOf<"send">, running) => send(tab, step, running)),
  decide: inTab((tab, { tab: index, isYes }: StepOf<"decide">, running) => decide(tab, index, isYes, running)),
  stop: inTab((tab, step, running) => watch(running, step.tab, "stop", tab.verbs()?.stop())),
  retry: inTab((tab, step, running) => tryAgain(tab, step.tab, running)),
  discard: inTab((tab, _, { sent }) => {
    for (const key of unsent(tab)) {
      tab.verbs()?.discard(key);
      for (const each of sent) if (each.key === key) each.isLost = true;
    }
  }),
  withdraw: inTab((tab, step, running) => {
    const turnId = tab.verbs()?.queued()[0];
    if (turnId === undefined) return;
    watch(running, step.tab, "withdraw", tab.verbs()?.removeQueued(turnId));
    // The row of a message that is not sent yet has the message's key, and the person gave it up.
    for (const each of running.sent) if (each.key === turnId) each.isLost = true;
  }),
  reload: inTab((tab, step, running) => {
    // The page of another person drops what this one wrote.
    if (tab.person()?.user !== running.world.signedIn[step.tab]?.user) forgetTab(running, step.tab);
    for (const each of running.promised) if (each.tab === step.tab) each.isGone = true;
    tab.kill();
    tab.open();
  }),
  reopen: inTab((tab, step, running) => {
    forgetTab(running, step.tab);
    tab.close();
    tab.open();
  }),
  hide: inTab((tab) => tab.hide(true)),
  show: inTab((tab) => tab.hide(false)),
  freeze: inTab((tab) => tab.clock()?.freeze()),
  thaw: inTab((tab) => tab.clock()?.thaw()),
  wake: inTab((tab) => tab.wake()),
  clock: inTab((tab, { by }: StepOf<"clock">) => tab.clock()?.jump(by)),
  older: inTab((tab, step, running) => watch(running, step.tab, "older", tab.verbs()?.loadOlder())),
  reconnect: inTab((tab) => tab.verbs()?.reconnect()),
  sign: inTab((tab, step: StepOf<"sign">, running) => sign(tab, step, running)),
  fault: inTab((tab, step: StepOf<"fault">) => tab.network.arm(step.armed)),
  "upstream-fault": ({ armed }, { world }) => world.upstream.arm(armed),
  kill: ({ process }, { world }) => world.processes[process]?.kill(),
  async start({ process }, { world }) {
    if (world.processes[process]?.isDead()) await world.start(process);
  },
  async deploy({ process }, { world }) {
    const old = world.processes[process];
    if (!old || old.isDead()) return;
    // It drains while the next one already answers.
    old.close(2_000).catch((error: Error) => world.trace(`a process closed: ${error.message}`));
    await world.start(process);
  },
  "host-clock": ({ by }, { world }) => world.host().clock.jump(by),
  "restart-host": (_, { world }) => world.startHost(),
};

function send(tab: SimulatedTab, { tab: index, script, steers }: StepOf<"send">, running: Running): void {
  const verbs = tab.verbs();
  const user = tab.person()?.user;
  if (!verbs || user === undefined) return;
  const key = `${user}-${running.sent.length}`;
  const text = `${user}:${running.sent.length + 1} ${script}`;
  const sent: Sent = { tab: index, key, text, user, state: "under-way", isLost: false };
  running.sent.push(sent);
  const promise = verbs.sendMessage({ text, clientEventId: key, ...(steers && { delivery: "steer" }) });
  const settled = promise.then(
    () => {
      sent.state = "accepted";
    },
    (error: Error & { readonly code?: string }) => {
      sent.state = "refused";
      sent.code = error.code ?? "";
      throw error;
    },
  );
  watch(running, index, `send ${key}`, settled);
}

/** Answers everything that is asked. */
export function decide(tab: SimulatedTab, index: number, isYes: boolean, running: Running): void {
  const { world } = running;
  const view = tab.view();
  const answers = [{ questionId: "what", values: ["that"] }];
  const submission = isYes ? ({ outcome: "answered", answers } as const) : ({ outcome: "skipped" } as const);
  for (const { id, kind } of view?.decisions ?? []) {
    if (!view?.open.includes(id)) continue;
    const response =
      kind === "approval"
        ? ({ kind, decision: isYes ? "approve" : "reject" } as const)
        : ({ kind, submission } as const);
    const asked = world.clock.now();
    const given = tab.verbs()?.respond(id, response);
    const timed = given?.then(() => world.trace(`decided in ${world.clock.now() - asked}`));
    watch(running, index, `decide ${id}`, timed);
  }
}

function sign(tab: SimulatedTab, { tab: index, person, isTold }: StepOf<"sign">, running: Running): void {
  const { signedIn } = running.world;
  const next = person === null ? null : (people[person] ?? null);
  const before = signedIn[index];
  // Without a token, a page can't notice that another person signed in before its first answer.
  const isBlind = tab.person() !== null && tab.answeredAs() === null;
  signedIn[index] = next;
  if (before?.user === next?.user) return;
  forgetTab(running, index);
  if (!isTold && !isBlind) return;
  tab.close();
  tab.open();
}

/** The keys of messages that were refused, or whose outcome is unknown. */
function unsent(tab: SimulatedTab): readonly string[] {
  const deliveries = tab.view()?.deliveries ?? new Map<string, string>();
  return [...deliveries].flatMap(([key, state]) => (state === "failed" || state === "unknown" ? [key] : []));
}

export function tryAgain(tab: SimulatedTab, index: number, running: Running): void {
  for (const key of unsent(tab)) watch(running, index, "retry", tab.verbs()?.retry(key));
}
