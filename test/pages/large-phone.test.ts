// budget: each part of a conversation with large text on a phone, measured in one browser
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launch } from "../journeys/support/browser.js";
import { drawStories } from "./drawn-stories.js";
import { openPage, pagesInChromium } from "./open-page.js";
import { bundleSheets, putSheets } from "./sheets.js";

/**
 * Small pages: a phone with the browser's text at 200 %, whose finger is as large as ever, and phones with normal text
 * that are small or on their side.
 */

const openNormal = pagesInChromium();
let large: Browser;
let page: Page | undefined;
beforeAll(async () => {
  large = await launch(["--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"]);
});
afterEach(async () => {
  await page?.context().close();
  page = undefined;
});
afterAll(() => large?.close());

interface Size {
  readonly width: number;
  readonly height: number;
}

const openLarge = async (size: Size) => (page = await openPage(large, "approvals-page", { ...size, hasTouch: true }));

const frame = (on: Page) =>
  on.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

const boxOf = async (part: Locator) => (await part.boundingBox())!;

/** Whether a reader sees the first and the last line of a part. */
const isWhole = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, bottom, width } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
  });

/** Names of a card's buttons that are cut. */
async function cutButtons(on: Page): Promise<readonly string[]> {
  const cut: string[] = [];
  const buttons = await on.locator(".sv-decision-actions button:visible").all();
  expect(buttons.length).toBeGreaterThan(1);
  for (const button of buttons) if (!(await isWhole(button))) cut.push((await button.textContent()) ?? "");
  return cut;
}

/** Where the words of each begin, from the left edge of the page. */
const wordsOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  });

const mail = { to: "ana@example.com", subject: "New days", body: "A long text. ".repeat(200), cc: "ben@example.com" };
const order = { customer: "Globex", orders: 218, reason: "Late" };

describe("the line of a lost connection, with text of 200 %", () => {
  it.each([
    { width: 360, height: 640 },
    { width: 390, height: 700 },
    { width: 390, height: 844 },
    { width: 380, height: 560 },
  ])("leaves all of the composer in sight: $width × $height", async (size) => {
    const on = await openLarge(size);
    await on.evaluate(() => window.showApprovals([], { hasRows: true, connection: "offline" }));
    for (const part of [".sv-connection", ".sv-composer-box"]) {
      const { y, height } = await boxOf(on.locator(part));
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThanOrEqual(size.height);
    }
    const button = on.locator(".sv-connection > button");
    expect((await boxOf(button)).height).toBeLessThan(50);
    const words = await wordsOf(on.locator(".sv-connection > .sv-part"));
    expect(Math.abs((await wordsOf(button)).left - words.left)).toBeLessThan(1);
  });
});

describe("a card above a queue, with text of 200 % on a phone", () => {
  const show = async (below = 155, width = 390) => {
    const on = await openLarge({ width, height: 844 });
    // Below the title of an app.
    await on.addStyleTag({ content: `#root { block-size: calc(100% - ${below}px) !important; }` });
    await on.evaluate((call) => window.showApprovals([call], { queued: 1, files: 0, hasRows: true }), order);
    await frame(on);
    return on;
  };

  it("cuts no button of an approval, and they are equally wide", async () => {
    const on = await show();
    expect(await cutButtons(on)).toEqual([]);
    const buttons = await on.locator(".sv-decision-actions button:visible").all();
    const [first, second] = await Promise.all(buttons.map(boxOf));
    expect(second!.y).toBeGreaterThan(first!.y);
    expect(second!.width).toBeCloseTo(first!.width, 0);
  });

  it("shows the words of the queue whole", async () => {
    const on = await show();
    const words = on.locator(".sv-queue > button > .sv-part");
    expect(await words.textContent()).toBe("1 message queued");
    const { overflow, isCut } = await words.evaluate((element) => ({
      overflow: getComputedStyle(element).textOverflow,
      isCut: element.scrollWidth > element.clientWidth + 1,
    }));
    expect({ overflow, isCut }).toEqual({ overflow: "clip", isCut: false });
    expect((await boxOf(on.locator(".sv-queue"))).height).toBeLessThan(96);
  });

  it.each([false, true])("leaves the field below it the words of its name, with the focus: %s", async (hasFocus) => {
    const on = await show(0, 410);
    const field = on.getByRole("textbox", { name: "Message" });
    if (hasFocus) await field.focus();
    await frame(on);
    const [room, words] = await field.evaluate((element: HTMLTextAreaElement) => {
      const { font, paddingLeft } = getComputedStyle(element);
      const pen = document.createElement("canvas").getContext("2d")!;
      pen.font = font;
      return [
        element.clientWidth - Number.parseFloat(paddingLeft),
        pen.measureText(element.placeholder).width,
      ] as const;
    });
    expect(words).toBeGreaterThan(100);
    expect(room).toBeGreaterThan(words);
  });
});

describe("a card in a small page", () => {
  it("has buttons that are equally wide below each other: 320 × 568", async () => {
    const on = await openNormal("approvals-page", { width: 320, height: 568, hasTouch: true });
    await on.evaluate((call) => window.showApprovals([call]), mail);
    await frame(on);
    expect(await cutButtons(on)).toEqual([]);
    const [first, second] = await Promise.all(
      (await on.locator(".sv-decision-actions button:visible").all()).map(boxOf),
    );
    expect(second!.y).toBeGreaterThan(first!.y);
    expect(second!.width).toBeCloseTo(first!.width, 0);
  });

  const fieldOf = async (on: Page) => {
    await on.evaluate(() => window.showQuestion(0, { questions: 4, queued: 1, hasRows: true }));
    await frame(on);
    const field = on.locator(".sv-question textarea");
    const [{ y }, box] = [await boxOf(field), await boxOf(on.locator(".sv-question"))];
    return box.y + box.height - y;
  };

  it("shows the field of a question above a queue: 320 × 568", async () => {
    const on = await openNormal("approvals-page", { width: 320, height: 568, hasTouch: true });
    expect(await fieldOf(on)).toBeGreaterThan(44);
    expect(await cutButtons(on)).toEqual([]);
  });

  it("shows the field of a question above a queue: 1280 × 800 with text of 200 %", async () => {
    const on = await openLarge({ width: 1280, height: 800 });
    expect(await fieldOf(on)).toBeGreaterThan(88);
    expect(await cutButtons(on)).toEqual([]);
  });
});

describe("a card above the composer of a phone on its side", () => {
  const sizes = [
    { width: 740, height: 360 },
    { width: 667, height: 331 },
  ];
  const cases = sizes.flatMap((size) =>
    [0, 1].flatMap((queued) => (["a question", "an approval"] as const).map((of) => ({ ...size, queued, of }))),
  );

  it.each(cases)("has the buttons of $of whole: $width × $height, $queued in the queue", async (one) => {
    const { of, queued, ...size } = one;
    const on = await openNormal("approvals-page", { ...size, hasTouch: true });
    await on.evaluate(
      ([of, queued, call]) => {
        if (of === "an approval") window.showApprovals([call], { queued, hasRows: true });
        else window.showQuestion(0, { questions: 4, queued, hasRows: true });
      },
      [of, queued, mail] as const,
    );
    await frame(on);
    expect(await cutButtons(on)).toEqual([]);
    expect((await boxOf(on.locator(".sv-composer-box"))).height).toBeLessThan(60);
  });
});

describe("the stories on a phone", () => {
  let on: Page;
  beforeAll(async () => {
    const [stories, sheets] = await Promise.all([drawStories(), bundleSheets()]);
    on = await (await large.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
    await on.setContent(
      `<!doctype html><html lang="en"><meta charset="utf-8"><style>body{margin:0}section *{content-visibility:visible!important}</style><div style="padding:16px;font:1rem/1.5 sans-serif">${stories.html}${stories.htmlWithHost}</div></html>`,
    );
    await putSheets(on, [sheets["styles.css"]]);
  });

  it("begin a link that has a line of its own where the line begins, with text of 200 %", async () => {
    const links = await on.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-story] .sv-link-button")].flatMap((link) => {
        const box = link.getBoundingClientRect();
        const parent = link.parentElement!;
        const isBeside = [...parent.children].some((other) => {
          const { top, bottom, left } = other.getBoundingClientRect();
          return other !== link && top < box.bottom - 4 && bottom > box.top + 4 && left < box.left;
        });
        if (box.width === 0 || isBeside || link.previousElementSibling === null) return [];
        const { paddingLeft, borderLeftWidth } = getComputedStyle(parent);
        const edge =
          parent.getBoundingClientRect().left + Number.parseFloat(paddingLeft) + Number.parseFloat(borderLeftWidth);
        const range = document.createRange();
        range.selectNodeContents(link);
        const off = Math.round(range.getBoundingClientRect().left - edge);
        const story = link.closest("[data-story]")!.getAttribute("data-story");
        // Further away are those that stand at the end of a row, or below words beside a picture.
        return off < 40 ? [{ place: `${story}: ${link.textContent}`, off }] : [];
      }),
    );
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter(({ off }) => Math.abs(off) > 1)).toEqual([]);
  });

  it("have the two buttons of a file in one row below its words, and its ending beside its name, with text of 200 %", async () => {
    const files = await on.evaluate(() => {
      const rows = [...document.querySelectorAll('[data-story^="Composer/AttachmentTray/"] .sv-attachment')];
      return rows.map((row) => {
        const tops = [...row.querySelectorAll("button")].map((button) => button.getBoundingClientRect().top);
        const words = row.querySelector(".sv-attachment-words")!.getBoundingClientRect();
        const [stem, end] = [...row.querySelectorAll('[data-long] > [aria-hidden="true"]')];
        return {
          count: tops.length,
          isRow: new Set(tops).size === 1 && (tops.length < 2 || tops[0]! >= words.bottom),
          isGlued: stem && end ? end.getBoundingClientRect().left >= stem.getBoundingClientRect().right - 1 : null,
        };
      });
    });
    expect(files.filter(({ count }) => count > 1).length).toBeGreaterThan(1);
    expect(files.filter(({ isRow }) => !isRow)).toEqual([]);
    expect(new Set(files.map(({ isGlued }) => isGlued))).toEqual(new Set([null, true]));
  });

  it("have a button to ask again at the edge of the rows, and room below it, with text of 200 %", async () => {
    const on = await openLarge({ width: 390, height: 844 });
    await on.evaluate(() => {
      window.showApprovals([], { hasRows: true });
      const content = document.querySelector(".sv-timeline-content")!;
      content.insertAdjacentHTML("beforeend", '<button class="sv-button sv-ask-again">Try again</button>');
      content.lastElementChild!.scrollIntoView();
    });
    const button = await boxOf(on.locator(".sv-ask-again"));
    const composer = await boxOf(on.locator(".sv-composer-box"));
    expect(Math.abs(button.x - composer.x)).toBeLessThan(1);
    expect(composer.y - button.y - button.height).toBeGreaterThan(20);
  });

  it("have what can be done to an open goal beside its state", async () => {
    const on = await openNormal("approvals-page", { width: 390, height: 844, hasTouch: true });
    const stories = await drawStories();
    await on.evaluate((html) => {
      const whole = document.createElement("div");
      whole.innerHTML = html;
      const goal = whole.querySelector('[data-story="Panels/GoalBanner/GoalActive"]')!;
      document.body.replaceChildren(goal);
      goal.querySelector(".sv-goal")!.setAttribute("data-open", "");
    }, stories.html);
    const [state, actions] = await Promise.all(
      [".sv-goal-status", ".sv-goal-actions"].map((part) => wordsOf(on.locator(part))),
    );
    expect(Math.abs((state!.top + state!.bottom - actions!.top - actions!.bottom) / 2)).toBeLessThan(2);
    expect(state!.right).toBeLessThan(actions!.left);
  });

  it("have the words about a way to resume nearer to its button than to the next one", async () => {
    const gaps = await on.evaluate(() =>
      [...document.querySelectorAll('[data-story="Composer/ComposerView/WaysToResume"] .sv-resume-option')].map(
        (one) => {
          const [button, words] = [...one.children].map((part) => part.getBoundingClientRect());
          const next = one.nextElementSibling?.getBoundingClientRect();
          return { own: words!.top - button!.bottom, next: next ? next.top - words!.bottom : null };
        },
      ),
    );
    expect(gaps).toEqual([
      { own: 8, next: 32 },
      { own: 8, next: null },
    ]);
  });
});
