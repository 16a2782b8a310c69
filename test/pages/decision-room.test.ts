import type { Decision } from "@service/react";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";
import { wheel } from "./scrolling.js";

/** The messages above a decision, frame by frame, as it arrives and leaves. */

const open = pagesInChromium();
const call = { order: 1042, amount: "24.50" };
const sent = { kind: "approval", decision: "approve" } as const;

/** A conversation of some pages, at its newest line. */
async function begin(media?: Parameters<typeof open>[1]): Promise<Page> {
  const page = await open("approvals-page", media);
  await page.evaluate(() => window.showApprovals([], { hasRows: true }));
  await frame(page);
  return page;
}

const frame = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

interface Seen {
  /** The last message's end (CSS pixels). */
  readonly bottom: number;
  /** The way from the view's position to its end (CSS pixels). */
  readonly way: number;
  readonly top: number;
}

const asked = [call];
const none: typeof asked = [];

/** The page as painted at these times (ms) of the movement once these approvals wait, and a frame later. */
function watch(page: Page, calls: typeof asked, times: readonly number[] = moments): Promise<readonly Seen[]> {
  return page.evaluate(
    async ([calls, times]) => {
      window.showApprovals(calls, { hasRows: true });
      const moves = document
        .getAnimations()
        .filter((move) => "animationName" in move && move.animationName === "sv-room");
      const seen: Seen[] = [];
      const look = async () => {
        await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
        const view = document.querySelector(".sv-timeline-viewport")!;
        seen.push({
          bottom: [...document.querySelectorAll(".sv-message")].at(-1)!.getBoundingClientRect().bottom,
          way: view.scrollHeight - view.clientHeight - view.scrollTop,
          top: view.scrollTop,
        });
      };
      for (const move of moves) move.pause();
      for (const time of times) {
        for (const move of moves) move.currentTime = time;
        await look();
      }
      await look();
      return seen;
    },
    [calls, times] as const,
  );
}

/** All of a movement. */
const moments = Array.from({ length: 17 }, (_, index) => index * 15);

const bottom = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll(".sv-message")].at(-1)!.getBoundingClientRect().bottom);

/** The longest way in one direction from one moment to the next. */
function longest(from: number, seen: readonly Seen[]): number {
  const bottoms = [from, ...seen.map((one) => one.bottom)];
  return Math.max(...bottoms.slice(1).map((at, index) => Math.abs(at - bottoms[index]!)));
}

const cardHeight = (page: Page) => page.locator(".sv-decision").evaluate((card) => card.getBoundingClientRect().height);

/** Faults of a movement from this end of the last message: it begins elsewhere, jumps, or leaves the newest line. */
function faultsOf(before: number, seen: readonly Seen[]): readonly string[] {
  const way = Math.abs(seen.at(-1)!.bottom - before);
  return [
    ...(way > 150 ? [] : [`only ${way} px`]),
    ...(Math.abs(seen[0]!.bottom - before) < 1 ? [] : ["begins elsewhere"]),
    ...(longest(before, seen) < way / 2 ? [] : ["jumps"]),
    ...(Math.max(...seen.map((one) => one.way)) <= 1 ? [] : ["leaves the newest line"]),
  ];
}

describe("the messages, while the newest line is followed", () => {
  it("make room for a decision in one movement, at their end in each frame", async () => {
    const page = await begin();
    expect(faultsOf(await bottom(page), await watch(page, asked))).toEqual([]);
  });

  it("take its room back in one movement, and the card is gone at once", async () => {
    const page = await begin();
    await watch(page, asked);
    const before = await bottom(page);
    const begun = await watch(page, none, [0]);
    expect(await page.locator(".sv-decision").count()).toBe(0);
    expect(begun[0]!.bottom).toBeCloseTo(before, 0);
    await watch(page, asked);
    expect(faultsOf(before, await watch(page, none))).toEqual([]);
  });

  it("turn back from where they are when the decision leaves on its way", async () => {
    const page = await begin();
    const before = await bottom(page);
    const [middle] = await watch(page, asked, [60]);
    expect(before - middle!.bottom).toBeGreaterThan(50);
    const seen = await watch(page, none);
    expect(Math.abs(seen[0]!.bottom - middle!.bottom)).toBeLessThanOrEqual(1);
    expect(seen.at(-1)!.bottom).toBeCloseTo(before, 0);
  });

  it("move at once for a reader who wants no motion", async () => {
    const page = await begin({ reducedMotion: "reduce" });
    const before = await bottom(page);
    const seen = await watch(page, asked);
    expect(before - seen[0]!.bottom).toBeGreaterThan(150);
    expect(new Set(seen.map((one) => one.bottom)).size).toBe(1);
  });
});

it("does not move a reader who scrolled up", async () => {
  const page = await begin();
  await wheel(page, -600);
  const top = await page.locator(".sv-timeline-viewport").evaluate((view) => view.scrollTop);
  const seen = [...(await watch(page, asked)), ...(await watch(page, none))];
  expect(new Set(seen.map((one) => one.top))).toEqual(new Set([top]));
});

it("lets no words behind a card be seen through it as it arrives", async () => {
  const page = await begin();
  const [faded] = await page.evaluate(
    async ([calls]) => {
      window.showApprovals(calls, { hasRows: true });
      const moves = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
      for (const move of moves) move.pause();
      for (const move of moves) move.currentTime = 0;
      const around: Element[] = [];
      for (let box = document.querySelector(".sv-decision"); box; box = box.parentElement) around.push(box);
      const text = document.querySelector(".sv-decision-title")!;
      return [[...around.map((box) => getComputedStyle(box).opacity), getComputedStyle(text).opacity]];
    },
    [asked] as const,
  );
  expect(new Set(faded!.slice(0, -1))).toEqual(new Set(["1"]));
  expect(faded!.at(-1)).toBe("0");
});

it.each([
  { of: "an approval", card: {} },
  { of: "an approval with details of a host", card: { hostDetails: 1 } },
  { of: "a question", card: { choices: 3 } },
] as const)("shows all contents of $of in one movement", async ({ card }) => {
  const page = await begin();
  const opacities = await page.evaluate(
    ([args, options]) => {
      if ("choices" in options) window.showQuestion(options.choices, { hasRows: true });
      else window.showApprovals([args], { hasRows: true, ...options });
      const moves = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
      for (const move of moves) move.pause();
      for (const move of moves) move.currentTime = 120;
      return [...document.querySelectorAll(".sv-decision > *")].map((part) => getComputedStyle(part).opacity);
    },
    [call, card] as const,
  );
  expect(opacities.length).toBeGreaterThan(1);
  expect(new Set(opacities).size).toBe(1);
  expect(Number(opacities[0])).toBeGreaterThan(0);
  expect(Number(opacities[0])).toBeLessThan(1);
});

it("shows the card in its place, and Approve with it, from the first frame", async () => {
  const page = await begin();
  await watch(page, asked, [0]);
  const place = () => page.locator(".sv-approve").evaluate((button) => JSON.stringify(button.getBoundingClientRect()));
  const first = await place();
  await watch(page, none);
  await watch(page, asked);
  expect(await place()).toBe(first);
});

describe("the card of an answer that is sent keeps its height until it leaves", () => {
  const answers = [{ questionId: "q", values: ["o1"] }];
  const answered = { kind: "question", submission: { outcome: "answered", answers } } as const;

  it.each([
    { of: "an approval", response: sent, outcome: "approve" },
    { of: "a question", response: answered, outcome: "answered" },
    { of: "a question with a deadline", response: answered, outcome: "answered", expiresAt: "2999-01-01T00:00:00Z" },
  ] as const)("of $of", async ({ response, outcome, ...more }) => {
    const page = await begin();
    const states: Decision["state"][] = [
      { name: "pending" },
      { name: "submitting", response },
      { name: "accepted", response },
      { name: "settled", outcome, here: true },
    ];
    const heights: number[] = [];
    for (const state of states) {
      await page.evaluate(
        ([args, kind, options]) => {
          if (kind === "approval") window.showApprovals([args], options);
          else window.showQuestion(3, options);
        },
        [call, response.kind, { hasRows: true, state, ...more }] as const,
      );
      heights.push(await cardHeight(page));
    }
    expect(heights).toEqual(states.map(() => heights[0]));
  });
});
