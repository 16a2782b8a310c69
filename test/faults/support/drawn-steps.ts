import { upTo } from "./drawn-faults.js";

/** A person's steps, with at most two tabs. */
export type Step =
  | { readonly kind: "send"; readonly text: string; readonly steers: boolean }
  | { readonly kind: "stop" | "reload" | "second-tab" }
  | { readonly kind: "decide"; readonly isYes: boolean }
  | { readonly kind: "offline"; readonly ms: number };

export interface PlannedStep {
  readonly step: Step;
  /** Which tab does it; the first one until there is a second. */
  readonly tab: 0 | 1;
  /** The moment to wait for, briefly, before the step. */
  readonly when: "at-once" | "answer-begun" | "at-rest" | "asked";
}

export interface Plan {
  readonly steps: readonly PlannedStep[];
  /** The last decision stays open, so the conversation ends waiting. */
  readonly leavesOpen: boolean;
}

/** Each text occurs once in a conversation; its answer names it too. */
type Script = (name: string, random: () => number) => string;

const scripts: readonly Script[] = [
  (name) => `/say ${name}`,
  (name) => `Plain words ${name}`,
  (name, random) => `/say ${name}\n/long ${20 + upTo(random, 100)} 400`,
  (name) => `/say ${name}\n/long 400 200\n/say End of ${name}`,
  (name) => `/say ${name}\n/tool look_up {"ms":60}\n/say Found ${name}`,
  (name) => `/tools 3\n/say ${name}`,
  (name) => `/say ${name}\n/approve refund {"amount":12}\n/say After ${name}`,
  (name) => `/say ${name}\n/approve refund {"amount":12}\n/say After ${name}`,
  (name) => `/approvals 2\n/say ${name}`,
  (name) => `/ask text skip\n/say ${name}`,
  (name) => `/silence 0.2\n/say ${name}`,
  (name) => `/say ${name}\n/fail middle`,
  (name) => `/fail before ${name}`,
];

export function drawPlan(seed: number, random: () => number): Plan {
  let texts = 0;
  const send = (): Step => {
    const script = scripts[upTo(random, scripts.length)] as Script;
    return { kind: "send", text: script(`${seed}.${++texts}`, random), steers: random() < 0.1 };
  };
  const drawStep = (): Step => {
    const luck = random();
    if (luck < 0.42) return send();
    if (luck < 0.56) return { kind: "stop" };
    if (luck < 0.72) return { kind: "decide", isYes: random() < 0.6 };
    if (luck < 0.85) return { kind: "reload" };
    if (luck < 0.92) return { kind: "second-tab" };
    return { kind: "offline", ms: upTo(random, 300) };
  };
  const steps: PlannedStep[] = [{ step: send(), tab: 0, when: "at-once" }];
  const count = 4 + upTo(random, 6);
  while (steps.length < count) {
    const step = drawStep();
    steps.push({ step, tab: random() < 0.5 ? 0 : 1, when: drawMoment(step, random) });
  }
  return { steps, leavesOpen: random() < 0.2 };
}

function drawMoment({ kind }: Step, random: () => number): PlannedStep["when"] {
  if (kind === "decide") return "asked";
  const luck = random();
  if (luck < 0.4) return "at-once";
  return luck < 0.75 ? "answer-begun" : "at-rest";
}
