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

  it.each([
    { language: "en", lines: 2 },
    { language: "de", lines: 3 },
  ] as const)(
    "has at most $lines lines, below the end of the newest message: $language",
    async ({ language, lines }) => {
      for (const size of [
        { width: 390, height: 844 },
        { width: 360, height: 640 },
      ]) {
        const on = await openLarge(size);
        const more = language === "de" ? { language } : {};
        await on.evaluate((more) => window.showApprovals([], { ...more, hasRows: true, connection: "offline" }), more);
        await frame(on);
        const line = await boxOf(on.locator(".sv-connection"));
        expect(line.height).toBeLessThan(lines * 38 + 54);
        const end = await wordsOf(on.locator(".sv-message .sv-markdown").last());
        expect(end.bottom).toBeGreaterThan(line.y / 2);
        expect(end.bottom).toBeLessThan(line.y);
        await on.context().close();
      }
    },
  );
});

describe("an empty composer, with text of 200 % on a phone", () => {
  it("has one line for the name of its field", async () => {
    const on = await openLarge({ width: 390, height: 844 });
    await on.evaluate(() => window.showApprovals([], { hasRows: true, files: 0 }));
    const field = on.getByRole("textbox", { name: "Message" });
    expect(await field.getAttribute("placeholder")).toBe("Message");
    const lineHeight = await field.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
    expect((await boxOf(field)).height).toBeLessThan(2 * lineHeight + 16);
  });
});

describe("an empty conversation, with text of 200 % on a phone", () => {
  it("fades at the edge beyond which more of it follows, as messages do not", async () => {
    const on = await openLarge({ width: 360, height: 640 });
    const viewport = on.locator(".sv-timeline-viewport");
    const look = () =>
      viewport.evaluate((box) => ({
        overflows: box.scrollHeight > box.clientHeight + 1,
        fades: getComputedStyle(box).maskImage !== "none",
      }));
    await on.evaluate(() => window.showApprovals([], { files: 2 }));
    await expect.poll(look).toEqual({ overflows: true, fades: true });
    const title = await on.locator(".sv-empty-title").evaluate((words) => getComputedStyle(words).fontSize);
    expect(Number.parseFloat(title)).toBeLessThan(0.1 * 360);
    await on.evaluate(() => window.showApprovals([], { files: 2, hasRows: true }));
    await expect.poll(look).toEqual({ overflows: true, fades: false });
  });

  it.each([
    { width: 360, height: 640, language: "en" },
    { width: 360, height: 640, language: "de" },
  ] as const)("has a field of one line beside its buttons in a low page: $language", async ({ language, ...size }) => {
    const on = await openLarge(size);
    const more = language === "de" ? { language } : {};
    await on.evaluate((more) => window.showApprovals([], { ...more, files: 0 }), more);
    const field = on.locator("textarea");
    expect((await boxOf(on.locator(".sv-composer-box"))).height).toBeLessThan(96);
    expect(await field.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
    await field.fill("A longer message that needs more than one line");
    expect((await boxOf(field)).width).toBeGreaterThan(250);
  });
});

describe("a composer with a file, with text of 200 % on a small phone", () => {
  it.each([
    { width: 320, height: 568 },
    { width: 360, height: 640 },
  ])(
    "has the file's button beside its name, and its own buttons at both ends of a line: $width × $height",
    async (size) => {
      const on = await openLarge(size);
      await on.evaluate(() => window.showApprovals([], { files: 1 }));
      await on.getByRole("textbox", { name: "Message" }).fill("Is this offer still good?");
      const [box, words, remove] = await Promise.all(
        [".sv-composer-box", ".sv-attachment-words", ".sv-attachment > button"].map((part) => boxOf(on.locator(part))),
      );
      expect(remove!.x).toBeGreaterThanOrEqual(words!.x + words!.width);
      expect(remove!.y + remove!.height).toBeLessThanOrEqual(words!.y + words!.height);
      const [attach, send] = await Promise.all(
        ["Attach files", "Send"].map((name) => boxOf(on.getByRole("button", { name, exact: true }))),
      );
      expect(attach!.x - box!.x).toBeLessThan(24);
      expect(box!.x + box!.width - send!.x - send!.width).toBeLessThan(24);
      expect(send!.y + send!.height).toBeLessThan(size.height);
    },
  );
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

describe("a card below the title of an app, with text of 200 % on a phone", () => {
  const openBelow = async (title: number, size: Size = { width: 390, height: 844 }) => {
    const on = await openLarge(size);
    await on.addStyleTag({ content: `#root { block-size: calc(100% - ${title}px) !important; }` });
    return on;
  };

  it.each([0, 105])("shows the buttons of the first of several approvals, below %i px", async (title) => {
    const on = await openBelow(title);
    await on.evaluate((call) => window.showApprovals([call, call, call], { hasRows: true, name: "refund_order" }), {
      number: 4711,
      amount: "€49.90",
    });
    await frame(on);
    const buttons = await on.locator(".sv-decision").first().locator(".sv-decision-actions button:visible").all();
    expect(await Promise.all(buttons.map(isWhole))).toEqual([true, true]);
  });

  it.each([0, 105, 160])("shows two choices and the buttons of a question, below %i px", async (title) => {
    const on = await openBelow(title);
    await on.evaluate(() =>
      window.showQuestion(4, { hasRows: true, files: 0, prompt: "Where should Lena Huber's parcel go?" }),
    );
    await frame(on);
    for (const name of ["Choice 0", "Choice 1"]) expect(await isWhole(on.getByText(name))).toBe(true);
    expect(await cutButtons(on)).toEqual([]);
  });
});

describe("a card in a small page", () => {
  it("has buttons that are equally wide below each other: 320 × 568", async () => {
    const on = await openNormal("approvals-page", { width: 320, height: 568, hasTouch: true });
    await on.evaluate((call) => window.showApprovals([call], { language: "de" }), mail);
    await frame(on);
    expect(await cutButtons(on)).toEqual([]);
    const [first, second] = await Promise.all(
      (await on.locator(".sv-decision-actions button:visible").all()).map(boxOf),
    );
    expect(second!.y).toBeGreaterThan(first!.y);
    expect(second!.width).toBeCloseTo(first!.width, 0);
  });

  it.each([340, 320])(
    "has buttons of a question that are as wide as the card, in one line or below each other: %i px",
    async (width) => {
      const on = await openNormal("approvals-page", { width, height: 640, hasTouch: true });
      await on.evaluate(() => window.showQuestion(0, { questions: 4 }));
      await frame(on);
      const buttons = await on.locator(".sv-decision-actions button:visible").all();
      const boxes = await Promise.all(buttons.map(boxOf));
      const field = await boxOf(on.locator(".sv-question textarea"));
      expect(Math.min(...boxes.map(({ x }) => x))).toBeCloseTo(field.x, 0);
      expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBeCloseTo(field.x + field.width, 0);
    },
  );

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

describe("a question in a low page, below the title of an app", () => {
  it.each([
    { width: 740, height: 360 },
    { width: 844, height: 390 },
  ])("shows two choices: $width × $height", async (size) => {
    const on = await openNormal("approvals-page", { ...size, hasTouch: true });
    await on.addStyleTag({ content: "#root { block-size: calc(100% - 53px) !important; }" });
    await on.evaluate(() => window.showQuestion(4, { hasRows: true, files: 0 }));
    await frame(on);
    for (const name of ["Choice 0", "Choice 1"]) expect(await isWhole(on.getByText(name))).toBe(true);
    expect(await cutButtons(on)).toEqual([]);
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
        // Further away are those at the end of a row, or below words beside a picture.
        return off < 40 ? [{ place: `${story}: ${link.textContent}`, off }] : [];
      }),
    );
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter(({ off }) => Math.abs(off) > 1)).toEqual([]);
  });

  it("have the buttons of a card by itself as wide as it below each other, with text of 200 %", async () => {
    const shapes = await on.evaluate(() =>
      [...document.querySelectorAll('[data-story^="Decisions/ApprovalCard/"] .sv-decision-actions')].map((actions) => {
        const boxes = [...actions.children].map((button) => button.getBoundingClientRect());
        const isColumn = boxes.length > 1 && boxes[0]!.bottom <= boxes[1]!.top;
        const width = actions.getBoundingClientRect().width;
        return { isColumn, isWhole: boxes.every((box) => Math.abs(box.width - width) < 1) };
      }),
    );
    expect(shapes.filter(({ isColumn }) => isColumn).length).toBeGreaterThan(3);
    expect(shapes.filter(({ isColumn, isWhole }) => isColumn && !isWhole)).toEqual([]);
  });

  it("show the button to the newest message on one line within the page, with text of 200 %", async () => {
    const box = await on.evaluate(() => {
      const root = document.createElement("div");
      root.className = "sv-root";
      root.innerHTML =
        '<div class="sv-timeline" style="position:relative;block-size:300px"><button class="sv-jump sv-bare-button"><svg class="sv-icon"></svg><span class="sv-part">Jump to latest</span><bdi class="sv-jump-count">13 new messages</bdi></button></div>';
      document.body.append(root);
      const { left, height } = root.querySelector(".sv-jump")!.getBoundingClientRect();
      const { right } = root.querySelector(".sv-jump-count")!.getBoundingClientRect();
      root.remove();
      return { left, right, height };
    });
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(390);
    expect(box.height).toBeLessThan(90);
  });

  it("hyphenate the kit's own long words, and no data, with text of 200 %", async () => {
    const looks = await on.evaluate(() => {
      const looksOf = (parts: string) =>
        [...document.querySelectorAll(parts)].map((part) => getComputedStyle(part).hyphens);
      return {
        own: looksOf(".sv-root :is(.sv-queue-title > .sv-part, .sv-empty-title, .sv-button:not([dir]) > .sv-part)"),
        data: looksOf(".sv-root :is(.sv-bubble, .sv-bubble *, .sv-markdown *, bdi, textarea[dir], pre, pre *)"),
      };
    });
    expect(looks.own.length).toBeGreaterThan(10);
    expect(looks.data.length).toBeGreaterThan(100);
    expect(new Set(looks.own)).toEqual(new Set(["auto"]));
    expect(new Set(looks.data)).toEqual(new Set(["manual"]));
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

  it("begin the buttons of an unsent message where its reason begins, and end each call that waits at one edge", async () => {
    const on = await openNormal("approvals-page", { width: 360, height: 844, hasTouch: true });
    const stories = await drawStories();
    const { starts, ends } = await on.evaluate((html) => {
      const whole = document.createElement("div");
      whole.innerHTML = html;
      const shown = [...whole.children].filter((story) => story.querySelector(".sv-delivery, [data-state='waiting']"));
      document.body.replaceChildren(...shown);
      const leftOf = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().left;
      };
      const starts = [...document.querySelectorAll(".sv-timeline .sv-delivery-actions")].flatMap((actions) => {
        const words = actions.previousElementSibling!.querySelector(".sv-part")!;
        const isBelow = words.getBoundingClientRect().bottom <= actions.getBoundingClientRect().top + 14;
        return isBelow ? [Math.round(leftOf(actions.querySelector("button")!) - leftOf(words))] : [];
      });
      const ends = [...document.querySelectorAll(".sv-timeline .sv-tool[data-state='waiting']")].map((tool) => {
        const line = tool.querySelector(".sv-disclosure-button")!;
        return Math.round(tool.getBoundingClientRect().right - line.getBoundingClientRect().right);
      });
      return { starts, ends };
    }, stories.html);
    expect(starts.length).toBeGreaterThan(1);
    expect(new Set(starts)).toEqual(new Set([0]));
    expect(ends.length).toBeGreaterThan(0);
    expect(new Set(ends)).toEqual(new Set([0]));
  });

  it("give a button by itself below a record the room at its sides that others have", async () => {
    const on = await openNormal("approvals-page", { width: 390, height: 844, hasTouch: true });
    const stories = await drawStories();
    const sides = await on.evaluate((html) => {
      document.body.innerHTML = html;
      const buttons = [...document.querySelectorAll(".sv-record-buttons > .sv-button:only-child")];
      return buttons.map((button) => getComputedStyle(button).paddingLeft);
    }, stories.html);
    expect(sides.length).toBeGreaterThan(1);
    expect(new Set(sides)).toEqual(new Set(["16px"]));
  });

  it("keep what can be done about an unsent message within its column, and a failure apart from the actions above it", async () => {
    await on.setViewportSize({ width: 360, height: 844 });
    const { outside, gaps } = await on.evaluate(() => {
      const leftOf = (element: Element) => element.getBoundingClientRect().left;
      // The button has room for a finger around its words.
      const wordsLeft = (verb: Element) => leftOf(verb) + Number.parseFloat(getComputedStyle(verb).paddingLeft) + 1;
      const verbs = [...document.querySelectorAll(".sv-delivery-actions > button")];
      const outside = verbs.map((verb) => leftOf(verb.closest(".sv-message")!) - wordsLeft(verb) > 1);
      const failures = [...document.querySelectorAll(".sv-turn-failure")].filter(({ previousElementSibling: before }) =>
        before?.querySelector(".sv-message-actions"),
      );
      const gaps = failures.map((failure) => {
        const actions = failure.previousElementSibling!.querySelector(".sv-message-actions")!;
        return failure.getBoundingClientRect().top - actions.getBoundingClientRect().bottom;
      });
      return { outside, gaps };
    });
    await on.setViewportSize({ width: 390, height: 844 });
    expect(outside.length).toBeGreaterThan(3);
    expect(outside).not.toContain(true);
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
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
