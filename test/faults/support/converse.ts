import type { BrowserContext } from "playwright";
import type { SessionEvent } from "@service/sdk";
import { seededRandom } from "../../session/wild-bytes.js";
import { badNetwork, type BadNetwork } from "./bad-network.js";
import { drawPlan, type Plan, type PlannedStep } from "./drawn-steps.js";
import type { Host } from "./host.js";
import { referenceOf, type Shown } from "./reference.js";
import { Tab, type PageContent } from "./tab.js";

/** Longest time until pages are at rest after the network is healed (ms). */
const longest = 30_000;
/** The longest that pages and log, all of them at rest, may differ (ms): an event may be on its way. */
const longestApart = 5_000;

/** The end of a conversation: pages equal the log, or they took too long. */
export interface Outcome {
  readonly plan: Plan;
  readonly network: BadNetwork;
  /** All texts that were sent, each of them once. */
  readonly typed: readonly string[];
  readonly events: readonly SessionEvent[];
  readonly reference: Shown;
  /** The content of each tab. */
  readonly pages: readonly PageContent[];
  readonly errors: readonly string[];
  /** How often "Try again" or "Reconnect" was pressed. */
  readonly triedAgain: number;
  /** Since the network was healed (ms). */
  readonly settledIn: number;
}

/** Runs one conversation over a bad network, heals it, and waits until the pages equal the log. */
export async function converse(seed: number, context: BrowserContext, host: Host): Promise<Outcome> {
  const random = seededRandom(seed);
  const plan = drawPlan(seed, random);
  const network = await badNetwork(new URL(host.url), random);
  const conversation = `faults-${seed}-${crypto.randomUUID()}`;
  const tabs: Tab[] = [];
  const open = async () => void tabs.push(await Tab.open(context, network.url, host.html(conversation)));
  const typed: string[] = [];
  try {
    await open();
    for (const planned of plan.steps) {
      const tab = tabs[planned.tab] ?? (tabs[0] as Tab);
      await tab.waitFor(planned.when);
      await take(planned, { tab, tabs, network, typed, open });
    }
    await network.heal();
    const rest = await comeToRest({ tabs, plan, typed, readLog: () => host.readLog(conversation) });
    return { plan, network, typed, errors: tabs.flatMap(({ errors }) => errors), ...rest };
  } finally {
    await Promise.all(tabs.map(({ page }) => page.close()));
    await network.close();
  }
}

interface World {
  readonly tab: Tab;
  readonly tabs: readonly Tab[];
  readonly network: BadNetwork;
  readonly typed: string[];
  readonly open: () => Promise<void>;
}

async function take({ step }: PlannedStep, { tab, tabs, network, typed, open }: World): Promise<void> {
  switch (step.kind) {
    case "send":
      typed.push(step.text);
      return tab.send(step.text, step.steers);
    case "stop":
      return void (await tab.press("#stop"));
    case "decide":
      return void (await tab.press(step.isYes ? ".yes" : ".no"));
    case "reload":
      return tab.reload();
    case "second-tab":
      return tabs.length === 1 ? open() : undefined;
    case "offline":
      // Not awaited: the person continues meanwhile.
      void network.offline(step.ms).then(() => Promise.all(tabs.map((each) => each.networkIsBack().catch(() => {}))));
  }
}

interface Resting {
  readonly tabs: readonly Tab[];
  readonly plan: Plan;
  readonly typed: readonly string[];
  readonly readLog: () => Promise<readonly SessionEvent[]>;
}

type Rest = Pick<Outcome, "events" | "reference" | "pages" | "triedAgain" | "settledIn">;

/** Acts like a person: presses "Try again" where offered, decides open requests, and watches until nothing moves. */
async function comeToRest(resting: Resting): Promise<Rest> {
  const { tabs, plan } = resting;
  const began = Date.now();
  let triedAgain = 0;
  let calmSince: number | undefined;
  await Promise.all(tabs.map((tab) => tab.networkIsBack()));
  for (;;) {
    triedAgain += await tryAgain(tabs);
    const { isCalm, isTold, ...seen } = await look(resting);
    const isDeciding = isCalm && !plan.leavesOpen && (await tabs[0]?.press(".yes"));
    const now = Date.now();
    calmSince = isCalm && !isDeciding ? (calmSince ?? now) : undefined;
    const isTooLong = now - began > longest || now - (calmSince ?? now) > longestApart;
    if ((calmSince !== undefined && isTold) || isTooLong) return { ...seen, triedAgain, settledIn: now - began };
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

async function tryAgain(tabs: readonly Tab[]): Promise<number> {
  const pressed = tabs.flatMap((tab) => [tab.press(".retry"), tab.press("#reconnect")]);
  return (await Promise.all(pressed)).filter(Boolean).length;
}

/** The content of tabs and log, whether they are at rest, and whether all of them agree. */
async function look({ tabs, typed, readLog }: Resting) {
  const pages = await Promise.all(tabs.map((tab) => tab.read()));
  const events = await readLog();
  const { isAtRest, ...reference } = referenceOf(events);
  const accepted = events.filter(({ type }) => type === "user.message").length;
  return {
    pages,
    events,
    reference,
    isCalm: isAtRest && accepted >= typed.length && pages.every((page) => page.isAtRest),
    isTold: pages.every((page) => tells(page, reference)),
  };
}

function tells({ rows, queue, open }: PageContent, reference: Shown): boolean {
  return JSON.stringify({ rows, queue, open }) === JSON.stringify(reference);
}
