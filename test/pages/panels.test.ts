import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { pagesInChromium } from "./open-page.js";

/** The panels with the keyboard alone, and from right to left, in a real browser. */

type Name = Parameters<Window["panels"]["show"]>[0];

const open = pagesInChromium();
let page: Page;

async function show(name: Name, dir: "ltr" | "rtl" = "ltr"): Promise<void> {
  page = await open("panels-page");
  await page.evaluate(([shown, direction]) => window.panels.show(shown, direction), [name, dir] as const);
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
/** The name of the focused element. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return "nothing";
    return activeElement.getAttribute("aria-label") ?? activeElement.textContent;
  });
/** Presses each key in turn, and returns the name of the focused element. */
async function press(...keys: readonly string[]): Promise<string | null> {
  for (const key of keys) await page.keyboard.press(key);
  // A verb's result arrives in a later task.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return focused();
}

describe("a focus ring", () => {
  it.each(["Queue", "Attachments", "Goal"] as const)(
    "is whole at the sides of the box that scrolls in %s",
    async (name) => {
      await show(name);
      const room = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll<HTMLElement>("[class^=sv-]")];
        const scrolled = boxes.filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowY));
        return scrolled.flatMap((box) => {
          const edge = box.getBoundingClientRect();
          return [...box.querySelectorAll("button:not([hidden])")]
            .map((button) => button.getBoundingClientRect())
            .filter(({ width }) => width > 0)
            .flatMap(({ left, right }) => [left - edge.left, edge.left + box.clientLeft + box.clientWidth - right]);
        });
      });
      // The ring is 4 px wide.
      expect(room.filter((space) => space < 4)).toEqual([]);
    },
  );
});

describe("the focus stays in the panel when its element disappears", () => {
  it("in the list of sessions", async () => {
    await show("Sessions");
    await button("Dismiss").focus();
    expect(await press("Enter")).toMatch(/^One/);
    expect(await press("ArrowDown", "Tab", "Enter", "ArrowDown")).toBe("Archive");
    expect(await press("Enter")).toBe("More actions for Three");
    await button("Show more").focus();
    expect(await press("Enter")).toMatch(/^Four/);
    expect(await press("F2", "Escape")).toMatch(/^Four/);
  });

  it("among the files of a message", async () => {
    await show("Attachments");
    await button("Stop uploading one.txt").focus();
    expect(await press("Enter")).toBe("Upload one.txt again");
    expect(await press("Enter")).toBe("Stop uploading one.txt");
    await page.evaluate(() => window.panels.happen());
    expect(await focused()).toBe("Remove one.txt");
  });

  it("at a goal", async () => {
    await show("Goal");
    await button("Pause goal").focus();
    expect(await press("Enter")).toBe("Resume goal");
    expect(await press("Enter")).toBe("Pause goal");
    await button("Dismiss").focus();
    expect(await press("Enter")).toMatch(/^Find it/);
  });

  it("in the queue, and moves to the composer with its last prompt", async () => {
    await show("Queue");
    await button("Dismiss").focus();
    expect(await press("Enter")).toBe("Remove from queue: One");
    expect(await press("Tab", "Enter", "Enter")).toBe("More actions for One");
    expect(await press("Shift+Tab", "Enter")).toBe("Remove from queue: Two");
    await page.evaluate(() => window.panels.happen());
    expect(await focused()).toBe("Message");
  });

  it("in the connection line, and moves to the host's element once it is back", async () => {
    await show("Connection");
    await button("Try now").focus();
    expect(await press("Enter")).toBe("Try now");
    await page.evaluate(() => window.panels.happen());
    expect(await focused()).toBe("Message");
  });

  it("on an approval whose rejection was thought over", async () => {
    await show("Approval");
    await button("Reject…").focus();
    await press("Enter");
    expect(await press("Tab", "Enter")).toBe("Reject…");
  });

  it("and does nothing when the person moved it first", async () => {
    await show("Queue");
    await button("Remove from queue: Two").focus();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.evaluate(() => window.panels.happen());
    expect(await focused()).toBe("nothing");
  });
});

describe("in a narrow room", () => {
  // A notice below a message has buttons of its own.
  const drawn = () =>
    page
      .locator(".sv-queue-actions")
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));

  it("a message of the queue has one menu with all that can be done to it, which keeps the focus", async () => {
    await show("Queue");
    expect(await drawn()).toContain("Remove from queue: One");
    await page.setViewportSize({ width: 360, height: 700 });
    await expect.poll(drawn).toEqual(["More actions for One", "More actions for Two"]);
    await button("More actions for One").focus();
    expect(await press("Enter")).toBe("Remove");
    expect(await press("ArrowDown")).toBe("Move down");
    expect(await press("Enter")).toBe("More actions for One");
    expect(await drawn()).toEqual(["More actions for Two", "More actions for One"]);
    expect(await press("Enter", "Enter")).toBe("Remove from queue: Two");
  });

  it("such a menu is not there for a single action", async () => {
    await show("Queue");
    await button("Remove from queue: One").focus();
    await press("Enter");
    await page.setViewportSize({ width: 360, height: 700 });
    await expect.poll(drawn).toEqual(["Remove from queue: Two"]);
  });
});

describe("from right to left", () => {
  /** Where the first text with these words begins and ends on its line (px from the left). */
  const placeOf = (words: string) =>
    page.evaluate((wanted) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + wanted.length);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }
      throw new Error(`Nothing says "${wanted}".`);
    }, words);

  it("an untranslated sentence keeps its number at its head and its full stop at its end", async () => {
    await show("Queue", "rtl");
    // The heading may consist of several text nodes.
    const heading = await page.locator(".sv-queue-title").innerText();
    expect(heading).toBe("2 messages queued");
    expect((await placeOf("2")).right).toBeLessThanOrEqual((await placeOf("messages")).left);
    const sentence = await placeOf("The queue changed");
    expect((await placeOf("try again")).right).toBeGreaterThan(sentence.left);
    const stop = await placeOf("again.");
    expect(stop.right - stop.left).toBeLessThan(60);
  });

  it("titles of sessions, prompts and choices are at the page's side whatever their own direction is", async () => {
    await show("Sessions", "rtl");
    expect(Math.abs((await placeOf("Two")).right - (await placeOf("Three")).right)).toBeLessThan(2);
    const title = await placeOf("One");
    const badge = await page.locator(".sv-session-badge").first().boundingBox();
    const side = (badge?.x ?? 0) + (badge?.width ?? 0);
    expect(Math.abs(title.right - side)).toBeLessThan(2);
    const lines = await page
      .locator(".sv-session-title")
      .first()
      .evaluate((element) => {
        element.textContent = "A title that is longer than the list is wide, so it continues here";
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].map(({ right }) => right);
      });
    expect(lines).toHaveLength(2);
    for (const right of lines) expect(Math.abs(right - side)).toBeLessThan(6);
  });

  it.each(["Questions", "Answers", "Memories", "Goal", "Queue", "Sessions"] as const)(
    "each English line of %s is at the page's side",
    async (name) => {
      await show(name, "rtl");
      const lines = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[dir="auto"]:not(input, textarea, .sv-markdown *)')].flatMap(
          (element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            const side =
              element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element).paddingRight);
            const ends = new Map<number, number>();
            for (const { bottom, right } of range.getClientRects()) {
              const line = Math.round(bottom / 8);
              ends.set(line, Math.max(right, ends.get(line) ?? right));
            }
            return [...ends.values()].map((end) => ({ text: element.textContent, gap: side - end }));
          },
        ),
      );
      expect(lines.length).toBeGreaterThan(0);
      // The space at which a line breaks may be drawn.
      expect(lines.filter(({ gap }) => Math.abs(gap) > 6)).toEqual([]);
    },
  );

  it("an English message of the agent begins at its own side", async () => {
    await show("Answers", "rtl");
    const conversation = await page.locator(".sv-markdown").first().boundingBox();
    expect((await placeOf("Casa do Rio")).left - (conversation?.x ?? 0)).toBeLessThan(2);
  });

  it.each([
    ["Sessions", "Search conversations"],
    ["Approval", "Reason (optional)"],
    ["Composer", "Message"],
  ] as const)("an empty field of %s begins at the page's side, and typed text at its own", async (name, label) => {
    await show(name, "rtl");
    if (name === "Approval") await button("Reject…").click();
    const field = page.getByLabel(label).first();
    const direction = () => field.evaluate((element) => getComputedStyle(element).direction);
    expect(await direction()).toBe("rtl");
    await field.fill("Hello");
    expect(await direction()).toBe("ltr");
  });
});

describe("a form that is longer than its panel", () => {
  /** Whether the middle of the element is what a reader sees there. */
  const isShown = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };

  it("shows Cancel and Create at every place, and covers no field that has the focus", async () => {
    await show("TaskForm");
    for (const name of ["Cancel", "Create task"]) expect(await button(name).evaluate(isShown)).toBe(true);
    const fields = page.locator("form :is(input, textarea, select)");
    expect(await fields.count()).toBeGreaterThan(4);
    for (const field of await fields.all()) {
      await field.focus();
      expect(await field.evaluate(isShown)).toBe(true);
    }
    await page.locator("#panel").evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
    for (const name of ["Cancel", "Create task"]) expect(await button(name).evaluate(isShown)).toBe(true);
    expect(await fields.last().evaluate(isShown)).toBe(true);
  });

  it("shows beside them why it was not saved", async () => {
    await show("TaskForm");
    await page.getByLabel("Name").fill("Weekly report");
    await page.getByLabel("What should the agent do?").fill("Write it.");
    await button("Create task").click();
    const failure = page.getByRole("alert");
    await failure.waitFor();
    expect(await failure.evaluate(isShown)).toBe(true);
  });

  it("covers no field that has the focus when the reason makes them higher", async () => {
    await show("TaskForm");
    await page.getByLabel("Name").fill("Weekly report");
    await page.getByLabel("What should the agent do?").fill("Write it.");
    const fields = page.locator("form :is(input, textarea, select)");
    // The browser puts it right above the buttons.
    await fields.last().focus();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").waitFor();
    expect(await fields.last().evaluate(isShown)).toBe(true);
    for (const field of await fields.all()) {
      await field.focus();
      expect(await field.evaluate(isShown)).toBe(true);
    }
  });

  it("shows why an integration was not added above the buttons of a low dialog", async () => {
    await show("Install");
    await page.setViewportSize({ width: 1000, height: 480 });
    const failure = page.getByRole("alert");
    expect(await failure.evaluate(isShown)).toBe(true);
    for (const field of await page.locator("dialog :is(input, select):enabled").all()) {
      await field.focus();
      expect(await field.evaluate(isShown)).toBe(true);
      expect(await failure.evaluate(isShown)).toBe(true);
    }
  });
});

it("the row of a session that has the focus shows it within the row, which is cut at its edges", async () => {
  await show("Sessions");
  await page.getByRole("button", { name: /^One/ }).focus();
  await page.keyboard.press("ArrowDown");
  const ring = await page.evaluate(() => {
    const { boxShadow, outlineOffset } = getComputedStyle(document.activeElement as Element);
    return { isInside: boxShadow.includes("inset"), offset: Number.parseFloat(outlineOffset) };
  });
  expect(ring).toEqual({ isInside: true, offset: -2 });
});

it("the foot of a conversation scrolls up and down alone, also where a browser counts the margins of its cards as room", async () => {
  await show("Sessions");
  const foot = await page.evaluate(() => {
    const foot = document.createElement("div");
    foot.className = "sv-conversation-foot";
    // In WebKit, a card whose margin reaches into the padding is wider than its container.
    foot.innerHTML = '<div style="inline-size: calc(100% + 3rem); block-size: 80px"></div>';
    document.querySelector(".sv-root")?.append(foot);
    const { x, y, width, height } = foot.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.move(foot.x, foot.y);
  await page.mouse.wheel(200, 0);
  // A wheel's scrolling arrives in a later frame.
  const left = await page.evaluate(async () => {
    for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
    return document.querySelector(".sv-conversation-foot")?.scrollLeft;
  });
  expect(left).toBe(0);
});

it.each([
  { width: 700, height: 480 },
  { width: 360, height: 500 },
])("a failed change far down the queue is whole in sight in $width by $height", async (size) => {
  page = await open("panels-page", size);
  await page.evaluate(() => window.panels.show("LongQueue"));
  await page.evaluate(() => window.panels.happen());
  const notice = page.locator(".sv-queue-list .sv-queue-notice");
  await notice.waitFor();
  const { above, below } = await notice.evaluate((element) => {
    const list = element.closest(".sv-queue-list")!;
    const fade = Number.parseFloat(getComputedStyle(list).scrollPaddingBlockEnd);
    const box = list.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return { above: top - box.top - fade, below: box.bottom - fade - bottom };
  });
  expect(above).toBeGreaterThanOrEqual(0);
  expect(below).toBeGreaterThanOrEqual(-1);
});

it.each([360, 800, 1200])("an error and unsent words are as wide as the composer in %d px", async (width) => {
  page = await open("panels-page", { width });
  await page.evaluate(() => window.panels.show("Sessions"));
  const edges = await page.evaluate(() => {
    const conversation = document.createElement("div");
    conversation.className = "sv-conversation";
    conversation.innerHTML = `
      <div class="sv-conversation-error"><div class="sv-error"></div></div>
      <div class="sv-unsent-message"><textarea class="sv-input"></textarea></div>
      <div class="sv-conversation-foot"><div class="sv-composer"></div></div>`;
    document.querySelector(".sv-root")?.append(conversation);
    return [".sv-error", ".sv-input", ".sv-composer"].map((part) => {
      const { left, right } = conversation.querySelector(part)!.getBoundingClientRect();
      return [left, right];
    });
  });
  expect(edges).toEqual([edges[2], edges[2], edges[2]]);
});
