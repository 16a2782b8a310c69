/** Plans in which the simulation found a flaw, made as small as they get. */
import { expect, it } from "vitest";
import { hold } from "./support/bundled.js";
import type { Plan } from "./support/plan.js";

const tab = { person: 0, door: "chat", ahead: 0 } as const;
const tabs = [tab] as const;

const found: readonly (readonly [string, Plan])[] = [
  [
    "a mount that answers for the first time, as another person than the page's, shows nothing of them",
    {
      seed: 97_001_998,
      tabs: [tab, { ...tab, door: "both" }, { ...tab, person: 1, door: "session" }],
      lag: 0,
      steps: [
        { step: { kind: "fault", tab: 1, armed: { aim: "read", fault: { kind: "refuse" } } }, pause: 0 },
        { step: { kind: "reopen", tab: 1 }, pause: 31 },
        { step: { kind: "sign", tab: 1, person: 1, isTold: false }, pause: 298 },
      ],
    },
  ],
  [
    "a message that a chat sent before it knew its session has one place where that is shown already",
    {
      seed: 96_000_906,
      tabs: [tab, { ...tab, door: "both" }],
      lag: 0,
      steps: [
        { step: { kind: "withdraw", tab: 1 }, pause: 0 },
        { step: { kind: "fault", tab: 1, armed: { aim: "read", fault: { kind: "refuse" } } }, pause: 0 },
        { step: { kind: "reload", tab: 1 }, pause: 249 },
        { step: { kind: "send", tab: 1, script: "m", steers: true }, pause: 533 },
      ],
    },
  ],
  [
    "a message that was withdrawn elsewhere before the first page was read leaves its tab",
    {
      seed: 90_010_151,
      tabs: [tab, tab],
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 1, script: "c a w40000", steers: false }, pause: 4_096 },
        { step: { kind: "fault", tab: 0, armed: { aim: "read", fault: { kind: "no-answer" } } }, pause: 0 },
        { step: { kind: "reload", tab: 0 }, pause: 29 },
        { step: { kind: "send", tab: 0, script: "z a a", steers: false }, pause: 4_348 },
        { step: { kind: "withdraw", tab: 1 }, pause: 9 },
        { step: { kind: "stop", tab: 1 }, pause: 54_242 },
      ],
    },
  ],
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
  [
    "a refusal that is not the service's own does not turn a stop into a pause",
    {
      seed: 3_008_600,
      tabs: [tab, { ...tab, person: 1 }, { ...tab, person: 1 }, { ...tab, person: 1, door: "session" }],
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 3, script: "c w4000", steers: false }, pause: 10 },
        {
          step: {
            kind: "upstream-fault",
            armed: { aim: "write", fault: { kind: "refuse-with", status: 422, html: false } },
          },
          pause: 3_764,
        },
        { step: { kind: "stop", tab: 1 }, pause: 282 },
      ],
    },
  ],
  [
    "a stopped message stays when its turn began before the page knew",
    {
      seed: 3_009_545,
      tabs,
      lag: 0,
      steps: [
        { step: { kind: "upstream-fault", armed: { aim: "write", fault: { kind: "cut", at: 1_039 } } }, pause: 0 },
        { step: { kind: "send", tab: 0, script: "w4000 q w5", steers: false }, pause: 15 },
        { step: { kind: "stop", tab: 0 }, pause: 38 },
      ],
    },
  ],
  [
    "a page that a reload gives to another person drops what the one before sent",
    {
      seed: 100101,
      tabs: [{ person: 0, door: "session", ahead: 0 }],
      lag: 0,
      steps: [
        { step: { kind: "sign", tab: 0, person: 2, isTold: false }, pause: 0 },
        { step: { kind: "fault", tab: 0, armed: { aim: "write", fault: { kind: "lose-answer" } } }, pause: 16 },
        { step: { kind: "send", tab: 0, script: "m c e", steers: false }, pause: 26 },
        { step: { kind: "reload", tab: 0 }, pause: 3844 },
      ],
    },
  ],
  [
    "a process that looked during a lease has no timer once the lease is over",
    {
      seed: 101382,
      tabs: [
        { person: 0, door: "chat", ahead: 0 },
        { person: 0, door: "chat", ahead: 0 },
        { person: 0, door: "session", ahead: 0 },
      ],
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 1, script: "a t3 a", steers: false }, pause: 11601 },
        { step: { kind: "decide", tab: 2, isYes: false }, pause: 0 },
        { step: { kind: "deploy", process: 0 }, pause: 75 },
        { step: { kind: "stop", tab: 2 }, pause: 0 },
      ],
    },
  ],
  [
    "a host's request that is never answered ends with its time limit",
    {
      seed: 102047,
      tabs: [{ person: 0, door: "chat", ahead: 0 }],
      lag: 0,
      steps: [
        { step: { kind: "upstream-fault", armed: { aim: "write", fault: { kind: "hang" } } }, pause: 21 },
        { step: { kind: "sign", tab: 0, person: 2, isTold: true }, pause: 0 },
      ],
    },
  ],
  [
    "a turn that is stopped after an answered question is shown as cancelled",
    {
      seed: 200331,
      tabs: [
        { person: 0, door: "chat", ahead: 0 },
        { person: 0, door: "session", ahead: 0 },
      ],
      lag: 11,
      steps: [
        { step: { kind: "send", tab: 1, script: "q", steers: false }, pause: 588 },
        { step: { kind: "decide", tab: 1, isYes: true }, pause: 31 },
        { step: { kind: "stop", tab: 1 }, pause: 15 },
      ],
    },
  ],
  [
    "decisions wait while the page changes to another person",
    {
      seed: 200133,
      tabs: [
        { person: 0, door: "chat", ahead: 0 },
        { person: 1, door: "session", ahead: 0 },
        { person: 2, door: "session", ahead: 0 },
      ],
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 2, script: "a c", steers: true }, pause: 1632 },
        { step: { kind: "send", tab: 1, script: "m a", steers: false }, pause: 26 },
        { step: { kind: "sign", tab: 2, person: 1, isTold: false }, pause: 18 },
        { step: { kind: "sign", tab: 1, person: 0, isTold: false }, pause: 5705 },
      ],
    },
  ],
  [
    "an approval that is decided before its question leaves the question open",
    {
      seed: 300717,
      tabs: [{ person: 0, door: "session", ahead: 100000 }],
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 0, script: "m", steers: false }, pause: 44 },
        {
          step: {
            kind: "upstream-fault",
            armed: { aim: "write", fault: { kind: "refuse-with", status: 408, html: true } },
          },
          pause: 40659,
        },
        { step: { kind: "decide", tab: 0, isYes: true }, pause: 413 },
        { step: { kind: "sign", tab: 0, person: 2, isTold: false }, pause: 0 },
      ],
    },
  ],
  [
    "a first message that steers is the same message when it is retried",
    {
      seed: 250,
      tabs,
      lag: 0,
      steps: [
        {
          step: {
            kind: "upstream-fault",
            armed: { aim: "write", fault: { kind: "answer-instead", status: 500, html: false } },
          },
          pause: 0,
        },
        { step: { kind: "send", tab: 0, script: "t1", steers: true }, pause: 3 },
      ],
    },
  ],
  [
    "a call that was approved and stopped before it ran stays cancelled in later turns",
    {
      seed: 90_000_341,
      tabs: [{ ...tab, door: "session" }],
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 0, script: "b a a", steers: false }, pause: 282 },
        { step: { kind: "restart-host" }, pause: 381 },
        { step: { kind: "decide", tab: 0, isYes: true }, pause: 24 },
        { step: { kind: "stop", tab: 0 }, pause: 24_819 },
        { step: { kind: "send", tab: 0, script: "m d e40", steers: false }, pause: 5_229 },
      ],
    },
  ],
  ...(["chat", "session"] as const).map((door): readonly [string, Plan] => [
    `a page of the ${door} door shows a call as cancelled that waited for an approval when its turn was stopped`,
    {
      seed: 90_001_022,
      tabs: [{ ...tab, door }],
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 0, script: "b a t3", steers: false }, pause: 94 },
        { step: { kind: "stop", tab: 0 }, pause: 14 },
      ],
    },
  ]),
  ...(["chat", "session"] as const).map((door): readonly [string, Plan] => [
    `a page of the ${door} door whose first stream is answered with 404 follows the next one`,
    {
      seed: 11_170,
      tabs: [
        { ...tab, door: "session", ahead: 300_000 },
        { ...tab, door },
      ],
      lag: 14,
      steps: [
        {
          step: {
            kind: "fault",
            tab: 1,
            armed: { aim: "stream", fault: { kind: "refuse-with", status: 404, html: false } },
          },
          pause: 0,
        },
        { step: { kind: "reload", tab: 1 }, pause: 217 },
      ],
    },
  ]),
  [
    "shows a message in one place while only the queue has its turn",
    {
      seed: 92_080_963,
      tabs: [{ ...tab, door: "session" }],
      lag: 11,
      steps: [
        { step: { kind: "send", tab: 0, script: "a t4 t1", steers: true }, pause: 5 },
        { step: { kind: "reload", tab: 0 }, pause: 5_082 },
        { step: { kind: "fault", tab: 0, armed: { aim: "stream", fault: { kind: "refuse" } } }, pause: 0 },
        { step: { kind: "send", tab: 0, script: "x m", steers: false }, pause: 23 },
        { step: { kind: "send", tab: 0, script: "q b z", steers: false }, pause: 0 },
        { step: { kind: "reload", tab: 0 }, pause: 605 },
      ],
    },
  ],
  [
    "stops a turn although an intermediary refuses the first try as not valid",
    {
      seed: 92_060_068,
      tabs: [{ ...tab, door: "chat" }],
      lag: 0,
      steps: [
        { step: { kind: "send", tab: 0, script: "q b", steers: false }, pause: 0 },
        {
          step: {
            kind: "upstream-fault",
            armed: { aim: "write", fault: { kind: "refuse-with", status: 422, html: true } },
          },
          pause: 0,
        },
        { step: { kind: "stop", tab: 0 }, pause: 32 },
      ],
    },
  ],
];

it.each(found)("%s", async (_, plan) => {
  const { broken } = await hold(plan);
  expect(broken?.message).toBeUndefined();
});
