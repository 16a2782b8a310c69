/** Plans in which the simulation found a flaw, made as small as they get. */
import { expect, it } from "vitest";
import type { Plan } from "./support/plan.js";
import { hold } from "./support/run.js";

const tab = { person: 0, door: "chat", ahead: 0 } as const;
const tabs = [tab] as const;

const found: readonly (readonly [string, Plan])[] = [
  [
    "a stream that the service refuses fails itself and not the turn",
    {
      seed: 81,
      tabs,
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 0, script: "t1 w4000 t1", steers: false }, pause: 500 },
        {
          step: {
            kind: "upstream-fault",
            armed: { aim: "stream", fault: { kind: "refuse-with", status: 401, html: false } },
          },
          pause: 0,
        },
        { step: { kind: "reload", tab: 0 }, pause: 1_000 },
      ],
    },
  ],
  [
    "an approved call is made once when its process closes in between",
    {
      seed: 255,
      tabs: [{ ...tab, ahead: -100_000 }, { ...tab, door: "session" }, tab, tab],
      lag: 5,
      steps: [
        { step: { kind: "send", tab: 0, script: "a", steers: true }, pause: 535 },
        { step: { kind: "fault", tab: 1, armed: { aim: "write", fault: { kind: "cut", at: 164 } } }, pause: 42_557 },
        { step: { kind: "decide", tab: 1, isYes: true }, pause: 41 },
        { step: { kind: "deploy", process: 0 }, pause: 101 },
      ],
    },
  ],
  [
    "a chat whose first page failed is there once it follows from its beginning",
    {
      seed: 13_621,
      tabs: [{ ...tab, ahead: 200_000 }, tab, { ...tab, door: "session" }],
      lag: 0,
      steps: [
        { step: { kind: "fault", tab: 0, armed: { aim: "read", fault: { kind: "close", at: 445 } } }, pause: 5_212 },
        { step: { kind: "reload", tab: 0 }, pause: 7 },
        { step: { kind: "send", tab: 0, script: "t4 a", steers: false }, pause: 0 },
      ],
    },
  ],
];

it.each(found)("%s", async (_, plan) => {
  const { broken } = await hold(plan);
  expect(broken?.message).toBeUndefined();
});
