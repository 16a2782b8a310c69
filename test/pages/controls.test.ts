import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pagesInChromium, type PageOptions } from "./open-page.js";

/** Everything that can be worked, under a finger and in the system's own colours, in a real browser. */

type State = Parameters<Window["showControls"]>[0];

const open = pagesInChromium();
let page: Page;

async function show(state: State, options: PageOptions): Promise<void> {
  page = await open("controls-page", options);
  await page.evaluate((shown) => window.showControls(shown), state);
}

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = () => page.getByRole("textbox", { name: "Message" });

async function rename(): Promise<void> {
  await button(/^One/).hover();
  await button("More actions for One").click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
}

/** How to show controls that are hidden at first. */
const steps: readonly [name: string, state: State, bring?: () => Promise<void>][] = [
  ["the composer", "Composer"],
  ["the composer's suggestions", "Composer", () => field().pressSequentially("/")],
  ["the composer while a turn runs", "RunningComposer"],
  ["the composer that can interrupt", "RunningComposer", () => field().fill("Wait")],
  ["the composer that is paused, with two drafts", "PausedComposer"],
  ["an approval", "Approval"],
  ["an approval that is rejected", "Approval", () => button("Reject…").click()],
  ["a question with choices", "Questions", () => page.getByRole("radio", { name: "Other" }).check()],
  ["the queue", "Queue"],
  ["the list of sessions", "Sessions", () => page.getByRole("searchbox").fill("One")],
  ["a session's menu", "Sessions", () => button("More actions for One").click()],
  ["a session that is renamed", "Sessions", rename],
];

/** How large each control is; one that is pressed by its label is as large as that. */
const sizes = () =>
  page.evaluate(() =>
    window.shownControls().map(({ name, element }) => {
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      const isField = element.matches("textarea, select, input:not([type=radio], [type=checkbox])");
      const fontSize = isField ? Number.parseFloat(getComputedStyle(element).fontSize) : null;
      return { name, width, height, fontSize };
    }),
  );

describe("under a finger", () => {
  it.each(steps)(
    "every control of %s is at least 44 px wide and high, and no field is below 16 px",
    async (_name, state, bring) => {
      await show(state, { hasTouch: true, width: 360 });
      expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
      await bring?.();
      const found = await sizes();
      expect(found.length).toBeGreaterThan(1);
      expect(found.filter(({ width, height }) => width < 44 || height < 44)).toEqual([]);
      expect(found.filter(({ fontSize }) => fontSize !== null && fontSize < 16)).toEqual([]);
    },
  );
});

describe("under a press", () => {
  const drawn = (name: string | RegExp) =>
    button(name).evaluate((element) => {
      const shown = (element.matches(".sv-session-open") && element.closest(".sv-session")) || element;
      const { color, backgroundColor, textDecorationColor } = getComputedStyle(shown);
      return `${color} ${backgroundColor} ${textDecorationColor}`;
    });

  it.each<[name: string | RegExp, state: State]>([
    [/^One/, "Sessions"],
    ["Approve", "Approval"],
    ["Reject…", "Approval"],
    ["More actions for One", "Sessions"],
    ["Archived", "Sessions"],
    ["Stop", "RunningComposer"],
  ])("%s of %s looks pressed at once", async (name, state) => {
    await show(state, { width: 900 });
    await button(name).hover();
    await expect.poll(() => button(name).evaluate((element) => element.getAnimations().length)).toBe(0);
    const hovered = await drawn(name);
    await page.mouse.down();
    expect(await drawn(name)).not.toBe(hovered);
  });

  it.each(["light", "dark"] as const)(
    "a main button that can't be pressed now can be read in the %s theme",
    async (colorScheme) => {
      await show("Approval", { width: 900 });
      await page.emulateMedia({ colorScheme });
      const [words, ground] = await button("Approve").evaluate((element) => {
        element.style.transition = "none";
        element.setAttribute("aria-disabled", "true");
        const { color, backgroundColor } = getComputedStyle(element);
        const luminance = (rgb: string) => {
          const [r = 0, g = 0, b = 0] = (rgb.match(/[\d.]+/g) ?? []).map((part) => {
            const share = Number(part) / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return [luminance(color), luminance(backgroundColor)] as const;
      });
      const ratio = (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05);
      expect(ratio).toBeGreaterThan(4.5);
    },
  );
});

describe("in the system's own colours", () => {
  const forcedColors = "active";

  it.each(steps)("the focus is seen on every control of %s", async (_name, state, bring) => {
    await show(state, { forcedColors });
    expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
    await bring?.();
    // From here on the keyboard leads.
    await page.keyboard.press("Shift");
    const rings = await page.evaluate(() =>
      window
        .shownControls()
        .filter(({ element }) => element.role !== "option")
        .map(({ name, element }) => {
          element.focus();
          const drawn = element.matches(".sv-composer-input") ? element.closest(".sv-composer-box") : element;
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(drawn ?? element);
          return { name, ring: `${outlineStyle} ${outlineWidth} ${outlineColor}` };
        }),
    );
    expect(rings.length).toBeGreaterThan(1);
    expect(rings.filter(({ ring }) => !/^solid [2-9]/.test(ring) || /rgba\(.*, 0\)$/.test(ring))).toEqual([]);
  });

  /** The pixels around and below an element. */
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outlineStyle, outlineWidth, outlineColor, borderColor, backgroundColor } = getComputedStyle(element);
        const outline = outlineStyle === "none" ? "none" : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
        return { outline, borderColor, backgroundColor };
      });

  it.each<[string, State, string, string, (() => Promise<void>)?]>([
    ["the session that is open", "Sessions", ".sv-session[data-selected]", ".sv-session:not([data-selected])"],
    [
      "the choice that is made",
      "Questions",
      ".sv-choice:has(:checked)",
      ".sv-choice:not(:has(:checked))",
      () => page.getByRole("radio", { name: /Lisbon/ }).check(),
    ],
    [
      "the suggestion that Enter takes",
      "Composer",
      ".sv-suggestion[aria-selected=true]",
      ".sv-suggestion[aria-selected=false]",
      () => field().pressSequentially("/"),
    ],
  ])("%s is distinguishable from the others", async (_name, state, chosen, other, bring) => {
    await show(state, { forcedColors });
    await bring?.();
    expect(await look(chosen)).not.toEqual(await look(other));
  });

  it("a pressed button is distinguishable from one that is not", async () => {
    await show("Sessions", { forcedColors });
    const before = await look("[aria-pressed=false]");
    await page.locator("[aria-pressed]").click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect(await look("[aria-pressed=true]")).not.toEqual(before);
  });
});
