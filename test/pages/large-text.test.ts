// budget: one page of every story, and each way in which large text could lose words
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SignInPage } from "../../examples/host/src/client/sign-in-page.js";
import { RenameForm } from "../../src/components/session-list/rename-form.js";
import { SessionSearch } from "../../src/components/session-list/session-search.js";
import { launch } from "../journeys/support/browser.js";
import { drawStories } from "./drawn-stories.js";
import { bundleSheets, putSheets, type Sheets } from "./sheets.js";

const host = join(import.meta.dirname, "../../examples/host/src/client");

/** The stories of every component on a phone whose owner set the text of the browser to 200 %: WCAG 1.4.4 and 1.4.10. */
const phone = { width: 390, height: 844 };
const stage = "box-sizing:border-box;inline-size:100%;padding:16px;font:1rem/1.5 sans-serif";

/** Stories that are wider than a phone by themselves. */
const wideByThemselves = /NarrowPanel$|LiveSessions?$|BesideSessionList$/;

/** A text of a story. */
interface Line {
  readonly story: string;
  readonly words: string;
  /** Whether it is the title of an empty place or of a fault, which gives way to its words. */
  readonly isTitle: boolean;
  /** Whether it leaves the page, where nothing scrolls or ends it with "…". */
  readonly isOutside: boolean;
  /** Words that are on two lines, although they would have room on one. */
  readonly broken: readonly string[];
}

let browser: Browser;
let page: Page;
let measured: readonly Line[];
let sheets: Sheets;
beforeAll(async () => {
  const [opened, stories, bundled] = await Promise.all([
    launch(["--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"]),
    drawStories(),
    bundleSheets(),
  ]);
  browser = opened;
  sheets = bundled;
  page = await (await browser.newContext({ viewport: phone, reducedMotion: "reduce" })).newPage();
  await page.setContent(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>body{margin:0}section{overflow:hidden}section *{content-visibility:visible!important}</style></head><body><div style="${stage}">${stories.html}${stories.htmlWithHost}</div></body></html>`,
  );
  await putSheets(page, [sheets["styles.css"]]);
  measured = await linesOf(page);
});
afterAll(() => browser?.close());

/** Names of files, and whether the last letters of each are in sight. */
const endsOfNames = (on: Page) =>
  on.evaluate(() =>
    [...document.querySelectorAll("[data-story] .sv-attachment-name")].flatMap((name) => {
      const last = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
      while (last.nextNode());
      const range = document.createRange();
      range.selectNodeContents(last.currentNode);
      const [text, box] = [range.getBoundingClientRect(), name.getBoundingClientRect()];
      if (box.width === 0) return [];
      const isIn = text.left >= box.left - 1 && text.right <= box.right + 1 && text.bottom <= box.bottom + 3;
      return [{ name: name.textContent, isIn, lines: Math.round(box.height / text.height) }];
    }),
  );

const named = (lines: readonly Line[], isFault: (line: Line) => boolean) =>
  lines.filter((line) => isFault(line) && !wideByThemselves.test(line.story));

function linesOf(page: Page): Promise<readonly Line[]> {
  return page.evaluate((width) => {
    const pen = document.createElement("canvas").getContext("2d")!;
    const range = document.createRange();
    const lines: Line[] = [];

    const isTitle = (element: Element) => element.matches(".sv-empty-title, .sv-error-title, .sv-records-none > p");
    const isCut = (element: Element): boolean => {
      for (let box: Element | null = element; box && !box.matches("[data-story]"); box = box.parentElement) {
        if (getComputedStyle(box).textOverflow === "ellipsis") return true;
      }
      return false;
    };
    const isOnlyReadAloud = (element: Element): boolean => {
      for (let box: Element | null = element; box && !box.matches("[data-story]"); box = box.parentElement) {
        if (getComputedStyle(box).clipPath === "inset(50%)") return true;
      }
      return false;
    };
    const isOutside = (text: Text, parent: Element): boolean => {
      if (parent.closest("pre, .sv-scroll-box") || isCut(parent)) return false;
      range.selectNodeContents(text);
      return [...range.getClientRects()].some(({ left, right }) => left < -1 || right > width + 1);
    };
    const brokenIn = (text: Text, parent: Element): string[] => {
      if (parent.closest("pre, code, textarea, option")) return [];
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(parent);
      pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      const widest = isTitle(parent) ? Infinity : width * 0.4;
      const words = [...text.data.matchAll(/(?<![\w./-])\p{L}+(?![\w./-]*[\w/-])/gu)];
      return words.flatMap(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const bottoms = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        return bottoms.size > 1 && pen.measureText(word).width < widest ? [word] : [];
      });
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const parent = text.parentElement!;
      const story = parent.closest("[data-story]")?.getAttribute("data-story");
      if (!story || isOnlyReadAloud(parent)) continue;
      const words = `${text.data.trim().slice(0, 40)} (${parent.className})`;
      lines.push({
        story,
        words,
        isTitle: isTitle(parent),
        isOutside: isOutside(text, parent),
        broken: brokenIn(text, parent),
      });
    }
    return lines;
  }, phone.width);
}

describe("text of 200 % in a narrow panel of a wide window", () => {
  // The rows of a timeline have 268 px of it, beside its edges and scrollbars.
  const panel = 360;
  let rows: Page;
  beforeAll(async () => {
    const { html, htmlWithHost } = await drawStories();
    rows = await (
      await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce" })
    ).newPage();
    await rows.setContent(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>body{margin:0}section *{content-visibility:visible!important}</style></head><body><div style="inline-size:${panel}px;font:1rem/1.5 sans-serif">${html}${htmlWithHost}</div></body></html>`,
    );
    await putSheets(rows, [sheets["styles.css"]]);
  });

  it("leaves the name of each step the width of some letters and the height of four lines", async () => {
    const names = await rows.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-story] .sv-timeline .sv-tool-name")].flatMap((name) => {
        const { width, height } = name.getBoundingClientRect();
        if (name.getClientRects().length === 0) return [];
        const { fontSize, lineHeight } = getComputedStyle(name);
        const words = document.createRange();
        words.selectNodeContents(name);
        const isWhole = words.getClientRects().length === 1;
        const story = name.closest("[data-story]")!.getAttribute("data-story");
        const place = `${story}: ${name.textContent} ${Math.round(width)} × ${Math.round(height)}`;
        const isNarrow = !isWhole && width < 4 * Number.parseFloat(fontSize);
        return [{ place, isFault: isNarrow || height > 4.1 * Number.parseFloat(lineHeight) }];
      }),
    );
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter(({ isFault }) => isFault).map(({ place }) => place)).toEqual([]);
  });

  it("breaks no word in the title of an empty place or of a fault", async () => {
    const titles = named(await linesOf(rows), ({ isTitle }) => isTitle);
    expect(titles.length).toBeGreaterThan(20);
    expect(titles.filter(({ broken }) => broken.length > 0)).toEqual([]);
  });

  it("leaves the words of a conversation that isn't available whole in a place of 280 px", async () => {
    const lines = await rows.evaluate(() => {
      document.body.insertAdjacentHTML(
        "beforeend",
        `<div id="place" style="inline-size:280px"><div class="sv-root sv-empty sv-missing"><h2 class="sv-empty-title"><span>This </span><span>conversation</span><span> isn't available</span></h2></div></div>`,
      );
      const counts = [...document.querySelectorAll("#place span")].map((word) => word.getClientRects().length);
      document.querySelector("#place")?.remove();
      return counts;
    });
    expect(lines[1]).toBe(1);
  });

  it("has the picture of a file at the beginning of its row", async () => {
    const starts = await rows.evaluate((panel) => {
      // Without room for the words beside it.
      const page = document.body.firstElementChild as HTMLElement;
      page.style.inlineSize = "240px";
      const found = [...document.querySelectorAll("[data-story] .sv-attachment")].flatMap((row) => {
        const [outer, picture] = [row, row.querySelector(".sv-attachment-picture")!].map((one) =>
          one.getBoundingClientRect(),
        );
        return outer!.width > 0 ? [picture!.left - outer!.left] : [];
      });
      page.style.inlineSize = `${panel}px`;
      return found;
    }, panel);
    expect(starts.length).toBeGreaterThan(10);
    expect(Math.max(...starts)).toBeLessThan(16);
  });

  it("keeps the extension of a file whose name is cut", async () => {
    const ends = await endsOfNames(rows);
    expect(ends.length).toBeGreaterThan(30);
    expect(ends.filter(({ isIn }) => !isIn)).toEqual([]);
  });

  it("lays no part of a step over another, and none beside the panel", async () => {
    const faults = await rows.evaluate((panel) => {
      const parts = ".sv-tool-summary > *, .sv-disclosure-head > *, .sv-step-line > *, .sv-disclosure-button > *";
      const seen = [...document.querySelectorAll(`[data-story] .sv-timeline :is(${parts})`)].filter(
        (part) => !part.matches(".sv-visually-hidden") && part.getBoundingClientRect().width > 0,
      );
      return seen.flatMap((part) => {
        const box = part.getBoundingClientRect();
        const story = part.closest("[data-story]")!.getAttribute("data-story");
        const others = [...part.parentElement!.children].filter((other) => other !== part && seen.includes(other));
        const isOver = others.some((other) => {
          const { left, right, top, bottom } = other.getBoundingClientRect();
          return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
        });
        return isOver || box.right > panel + 1 ? [`${story}: ${part.className} ${part.textContent}`] : [];
      });
    }, panel);
    expect(faults.filter((line) => !wideByThemselves.test(line.split(":")[0] ?? ""))).toEqual([]);
  });
});

describe("text of 200 % on a phone", () => {
  it("is set in the page", async () => {
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    expect(await page.locator("section").count()).toBeGreaterThan(180);
  });

  it("leaves every control in the page", async () => {
    const outside = await page.evaluate((width) => {
      const isScrolled = (element: Element) => element.closest("pre, table, .sv-visually-hidden, dialog") !== null;
      return [...document.querySelectorAll("section :is(button, a, input, textarea, select)")].flatMap((control) => {
        const { left, right, width: own } = control.getBoundingClientRect();
        if (own < 2 || isScrolled(control) || (left >= 0 && right <= width)) return [];
        const name = control.closest("[data-story]")?.getAttribute("data-story") ?? "";
        return [`${name}: ${control.className} ${control.getAttribute("aria-label") ?? control.textContent}`];
      });
    }, phone.width);
    expect(outside.filter((line) => !wideByThemselves.test(line.split(":")[0] ?? ""))).toEqual([]);
  });

  it("shows the name of each file to its end, on several lines", async () => {
    const ends = await endsOfNames(page);
    expect(ends.length).toBeGreaterThan(30);
    expect(ends.filter(({ isIn }) => !isIn)).toEqual([]);
    expect(Math.max(...ends.map(({ lines }) => lines))).toBeGreaterThan(1);
  });

  it("leaves every line of text in the page", () => {
    expect(named(measured, ({ isOutside }) => isOutside)).toEqual([]);
  });

  it("breaks no word that takes less than two fifths of the width, and none of a title of an empty place or a fault", () => {
    expect(named(measured, ({ broken }) => broken.length > 0)).toEqual([]);
  });

  it("ends the lines of a command and of code at spaces, and copies the text unchanged", async () => {
    const read = await page.evaluate(() => {
      const range = document.createRange();
      const wide = (element: Element) => element.getBoundingClientRect().width;
      const linesOf = (element: Element, from: number, length: number) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const [tops, widths] = [new Set<number>(), [] as number[]];
        let at = 0;
        for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
          const [start, end] = [Math.max(0, from - at), Math.min(text.data.length, from + length - at)];
          at += text.data.length;
          if (start >= end) continue;
          range.setStart(text, start);
          range.setEnd(text, end);
          for (const box of range.getClientRects()) {
            tops.add(Math.round(box.top));
            widths.push(box.width);
          }
        }
        return { count: tops.size, width: widths.reduce((sum, width) => sum + width, 0) };
      };
      return [...document.querySelectorAll('pre[data-code="code"], .sv-machines-command > code')].map((element) => {
        const text = element.textContent;
        const words = [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const { count, width } = linesOf(element, index, word.length);
          return count > 1 && width < wide(element) * 0.9 ? [word] : [];
        });
        getSelection()!.selectAllChildren(element);
        return { text, copied: getSelection()!.toString(), words };
      });
    });
    expect(read.length).toBeGreaterThan(2);
    expect(read.flatMap(({ words }) => words)).toEqual([]);
    expect(read.map(({ copied }) => copied.trimEnd())).toEqual(read.map(({ text }) => text.trimEnd()));
  });

  it("leaves the picture of a step, a notice and a message that was not sent beside its words", async () => {
    const alone = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          ":is(.sv-tool-summary, .sv-delivery, .sv-delivery-words, .sv-list-notice, .sv-queue-notice, .sv-goal-refused, .sv-attachments-beyond, .sv-connection) > .sv-icon",
        ),
      ].flatMap((picture) => {
        const words = picture.nextElementSibling?.getBoundingClientRect();
        const { bottom, width } = picture.getBoundingClientRect();
        const story = picture.closest("[data-story]")?.getAttribute("data-story");
        return words && width > 0 && words.top >= bottom ? [`${story}: ${picture.parentElement?.textContent}`] : [];
      }),
    );
    expect(await page.locator(".sv-delivery .sv-icon").count()).toBeGreaterThan(0);
    expect(await page.locator(".sv-list-notice .sv-icon").count()).toBeGreaterThan(0);
    expect(alone).toEqual([]);
  });

  it("shows a picture beside the middle of the first line of its words, however many lines these have", async () => {
    const found = await page.evaluate(() =>
      [...document.querySelectorAll("[data-story] :is(.sv-icon, .sv-spinner)")].flatMap((picture) => {
        const words = picture.nextElementSibling;
        const box = picture.getBoundingClientRect();
        // With a title of its own above the text, the picture belongs to both; a card's is beside all of its facts.
        if (!words?.textContent || box.width === 0 || picture.closest(".sv-error, .sv-attachment")) return [];
        const range = document.createRange();
        range.selectNodeContents(document.createTreeWalker(words, NodeFilter.SHOW_TEXT).nextNode()!);
        const [first] = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (!first || first.top >= box.bottom) return [];
        const off = Math.round(Math.abs((box.top + box.bottom - first.top - first.bottom) / 2));
        const story = picture.closest("[data-story]")!.getAttribute("data-story");
        const place = `${story}: ${picture.parentElement!.className} ${words.textContent.slice(0, 30)} ${off}`;
        return [{ place, isOff: off > first.height * 0.3 }];
      }),
    );
    expect(found.length).toBeGreaterThan(150);
    expect(found.filter(({ isOff }) => isOff).map(({ place }) => place)).toEqual([]);
  });

  it("leaves two thirds of the window beside a notice of the queue", async () => {
    const heights = await page.evaluate(() =>
      [...document.querySelectorAll(".sv-queue-notice")].map((notice) => notice.getBoundingClientRect().height),
    );
    expect(heights.length).toBeGreaterThan(2);
    expect(Math.max(...heights)).toBeLessThan(phone.height / 3);
  });

  it("leaves room between the name and the value of a fact", async () => {
    const touching = await page.evaluate(() =>
      [...document.querySelectorAll(".sv-notice-body dt")].flatMap((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        const value = name.nextElementSibling!.getBoundingClientRect();
        const words = range.getBoundingClientRect();
        const isBeside = value.top < words.bottom;
        return isBeside && value.left - words.right < 8 ? [name.textContent] : [];
      }),
    );
    expect(await page.locator(".sv-notice-body dt").count()).toBeGreaterThan(0);
    expect(touching).toEqual([]);
  });

  it("draws the box of a task in the size of its text", async () => {
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("li[data-task] > input")].map((box) => {
        const text = Number.parseFloat(getComputedStyle(box.parentElement!).fontSize);
        return box.getBoundingClientRect().width / text;
      }),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.min(...sizes)).toBeGreaterThan(1);
  });

  it("moves a control of a host to the next line before it is squeezed", async () => {
    const squeezed = "min-inline-size:0;font:inherit";
    await page.setContent(
      `<!doctype html><meta charset="utf-8"><div class="sv-root"><div class="sv-composer-bar"><div class="sv-composer-tools"><button style="${squeezed};white-space:nowrap">Web search</button><select style="${squeezed}"><option>Thorough</option></select></div></div></div>`,
    );
    await putSheets(page, [sheets["styles.css"]]);
    const [search, model] = await Promise.all(["button", "select"].map((name) => page.locator(name).boundingBox()));
    expect(model!.y).toBeGreaterThan(search!.y);
    expect(model!.width).toBeGreaterThan(150);
  });

  it("moves the buttons of a search and of a new name below the field together, at its end", async () => {
    const done = () => undefined;
    const parts = [
      createElement(SessionSearch, {
        search: "",
        onSearch: done,
        archived: false,
        onArchived: done,
        found: "",
        onNew: done,
      }),
      createElement(RenameForm, { title: "May invoices", onSave: async () => undefined, onLeave: done }),
    ];
    const html = parts.map((part) => renderToStaticMarkup(createElement("div", { className: "sv-root" }, part)));
    await page.setContent(`<!doctype html><meta charset="utf-8"><div style="${stage}">${html.join("")}</div>`);
    await putSheets(page, [sheets["styles.css"]]);
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll(".sv-root > *")].map((row) => {
        const { right } = row.getBoundingClientRect();
        const boxes = [...row.querySelectorAll("button")].map((button) => button.getBoundingClientRect());
        const field = row.querySelector("input")!.getBoundingClientRect();
        const isBelow = boxes.every(({ top }) => top >= field.bottom);
        return {
          isBelow,
          tops: new Set(boxes.map(({ top }) => top)).size,
          toEnd: right - Math.max(...boxes.map((box) => box.right)),
        };
      }),
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ isBelow: true, tops: 1 });
    for (const { toEnd } of rows) expect(toEnd).toBeLessThan(24);
  });

  it("leaves the sign-in of the example product in the page", async () => {
    const form = renderToStaticMarkup(createElement(SignInPage, { onSignIn: async () => null }));
    const styles = ["theme", "base", "pages"].map((name) => readFileSync(join(host, `styles/${name}.css`), "utf8"));
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>${styles.join("")}</style>${form}`);
    const outside = await page.evaluate(() => {
      const { left, right } = document.querySelector("form")!.getBoundingClientRect();
      return [...document.querySelectorAll("form :is(p, label, span, small, input, button)")].flatMap((part) => {
        const box = part.getBoundingClientRect();
        return box.left < left || box.right > right ? [part.outerHTML.slice(0, 80)] : [];
      });
    });
    expect(await page.locator("form").count()).toBe(1);
    expect(outside).toEqual([]);
  });
});
