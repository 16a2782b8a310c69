/** The steps of a run as data, so that it can be repeated, and steps can be dropped. */
import { drawScript } from "./agent.js";
import { drawFrom, type Draw } from "./random.js";
import type { Aim, Armed, WireFault } from "./wire.js";

export type Step =
  | { readonly kind: "send"; readonly tab: number; readonly script: string; readonly steers: boolean }
  | { readonly kind: "decide"; readonly tab: number; readonly isYes: boolean }
  | {
      readonly kind:
        | "stop"
        | "retry"
        | "discard"
        | "withdraw"
        | "reload"
        | "reopen"
        | "hide"
        | "show"
        | "freeze"
        | "thaw"
        | "wake"
        | "older"
        | "reconnect";
      readonly tab: number;
    }
  /** A person signs in or out in this tab's browser; `isTold`: whether its pages are notified at once. */
  | { readonly kind: "sign"; readonly tab: number; readonly person: number | null; readonly isTold: boolean }
  | { readonly kind: "fault"; readonly tab: number; readonly armed: Armed }
  | { readonly kind: "upstream-fault"; readonly armed: Armed }
  | { readonly kind: "kill" | "start" | "deploy"; readonly process: number }
  /** The time of a page's device, or of the host's backend, jumps by so many ms. */
  | { readonly kind: "clock"; readonly tab: number; readonly by: number }
  | { readonly kind: "host-clock"; readonly by: number }
  | { readonly kind: "restart-host" };

export interface PlannedStep {
  readonly step: Step;
  /** How long (ms) nothing else is done then. */
  readonly pause: number;
}

export interface Plan {
  readonly seed: number;
  /** For each tab whose browser it is, and which door it uses. */
  readonly tabs: readonly {
    readonly person: number;
    readonly door: "chat" | "session" | "both" | "changing";
    readonly ahead: number;
  }[];
  /** The longest (ms) that the way to the store takes. */
  readonly lag: number;
  readonly steps: readonly PlannedStep[];
}

/** @param size how many steps there are at most, beside the first two. */
export function drawPlan(seed: number, size = Number(process.env["SIMULATION_SIZE"] ?? 5)): Plan {
  const draw = drawFrom(seed);
  const { upTo, chance, weighted } = draw;
  const people = weighted([
    [6, 1],
    [2, 2],
    [1, 3],
  ]);
  const count = weighted([
    [8, 1],
    [8, 2],
    [2, 3],
    [1, 4],
    [1, 5],
  ]);
  const tabs = Array.from({ length: Math.max(count, people) }, (_, index) => ({
    person: index < people ? index : upTo(people),
    door: chance(0.5) ? ("chat" as const) : ("session" as const),
    ahead: chance(0.15) ? (upTo(7) - 3) * 100_000 : 0,
  }));
  const steps: PlannedStep[] = [];
  const length = 2 + upTo(size);
  while (steps.length < length) steps.push(...drawSteps(draw, tabs.length, steps.length === 0));
  return { seed, tabs, lag: chance(0.35) ? 1 + upTo(25) : 0, steps };
}

function drawWait({ upTo, weighted }: Draw): number {
  const draw = weighted<() => number>([
    [4, () => 0],
    [5, () => upTo(40)],
    [6, () => upTo(600)],
    [4, () => upTo(6_000)],
    [1, () => upTo(70_000)],
  ]);
  return draw();
}

/** A step; after a fault mostly also a step that makes a request which meets it. */
function drawSteps(draw: Draw, tabs: number, isFirst: boolean): PlannedStep[] {
  const { chance, upTo } = draw;
  const step = drawStep(draw, tabs, isFirst);
  const isFault = step.kind === "fault" || step.kind === "upstream-fault";
  if (!isFault || chance(0.2)) return [{ step, pause: drawWait(draw) }];
  const tab = step.kind === "fault" ? step.tab : upTo(tabs);
  return [
    { step, pause: 0 },
    { step: drawRequest(draw, step.armed.aim, tab), pause: drawWait(draw) },
  ];
}

/** A step that makes a request of this kind. */
function drawRequest(draw: Draw, aim: Aim, tab: number): Step {
  const { chance, weighted } = draw;
  if (aim === "write")
    return weighted<() => Step>([
      [6, () => drawSend(draw, tab)],
      [3, () => ({ kind: "decide", tab, isYes: chance(0.7) })],
      [2, () => ({ kind: "stop", tab })],
    ])();
  return weighted<Step>([
    [3, { kind: "reload", tab }],
    [1, { kind: "reopen", tab }],
    [aim === "read" ? 0 : 3, { kind: "reconnect", tab }],
  ]);
}

function drawSend(draw: Draw, tab: number): Step {
  return { kind: "send", tab, script: drawScript(draw), steers: draw.chance(0.12) };
}

function drawStep(draw: Draw, tabs: number, isFirst: boolean): Step {
  const { upTo, chance, weighted, one } = draw;
  const tab = upTo(tabs);
  if (isFirst) return drawSend(draw, tab);
  const make = weighted<() => Step>([
    [26, () => drawSend(draw, tab)],
    [12, () => ({ kind: "decide", tab, isYes: chance(0.7) })],
    [7, () => ({ kind: "stop", tab })],
    [18, () => ({ kind: "fault", tab, armed: drawFault(draw) })],
    [8, () => ({ kind: "upstream-fault", armed: drawFault(draw) })],
    [6, () => ({ kind: "reload", tab })],
    [7, () => ({ kind: one(["kill", "kill", "deploy", "start"] as const), process: upTo(2) })],
    [2, () => ({ kind: "restart-host" })],
    [2, () => ({ kind: "clock", tab, by: one(jumps) })],
    [1, () => ({ kind: "host-clock", by: one(jumps) })],
    [4, () => ({ kind: "sign", tab, person: chance(0.3) ? null : upTo(3), isTold: chance(0.6) })],
    [10, () => ({ kind: one(["hide", "show", "freeze", "thaw", "wake", "reconnect"] as const), tab })],
    [5, () => ({ kind: one(["retry", "discard", "withdraw", "older", "reopen"] as const), tab })],
  ]);
  return make();
}

/** How far a clock jumps (ms). */
const jumps = [-3_600_000, -40_000, -900, 900, 40_000, 3_600_000];
const transient = [408, 425, 429, 500, 502, 503, 504];
const refusals = [401, 403, 404, 409, 422];

function drawFault({ upTo, chance, one, weighted }: Draw): Armed {
  const ms = () => one([30, 400, 3_000, 20_000]);
  const status = () => one(transient);
  const onRequest: readonly (readonly [number, () => WireFault])[] = [
    [3, () => ({ kind: "refuse" })],
    [3, () => ({ kind: "lose-answer" })],
    [2, () => ({ kind: "delay", ms: ms() })],
    [2, () => ({ kind: "late-answer", ms: ms() })],
    [1, () => ({ kind: "hang" })],
    [1, () => ({ kind: "no-answer" })],
    [1, () => ({ kind: "send-twice" })],
    [
      3,
      () => ({
        kind: "refuse-with",
        status: status(),
        html: chance(0.5),
        ...(chance(0.3) && { retryAfter: 1 + upTo(5) }),
      }),
    ],
    [1, () => ({ kind: "refuse-with", status: one(refusals), html: chance(0.3) })],
    [2, () => ({ kind: "answer-instead", status: status(), html: chance(0.5) })],
  ];
  const onBody: readonly (readonly [number, () => WireFault])[] = [
    [3, () => ({ kind: "cut", at: upTo(1_500) })],
    [2, () => ({ kind: "close", at: upTo(1_500) })],
    [1, () => ({ kind: "silence", after: upTo(1_500) })],
    [2, () => ({ kind: "split", size: 1 + upTo(40) })],
    [1, () => ({ kind: "duplicate-frame", index: upTo(6) })],
    [1, () => ({ kind: "swap-frames", index: upTo(6) })],
    [1, () => ({ kind: "stall", after: upTo(1_500), ms: ms() })],
  ];
  const aim = weighted([
    [5, "write"],
    [2, "read"],
    [3, "stream"],
  ] as const);
  const fault = weighted(aim === "stream" ? [...onRequest, ...onBody] : chance(0.2) ? onBody.slice(0, 4) : onRequest);
  return { aim, fault: fault() };
}
