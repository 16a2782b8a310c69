import type { Browser, Page } from "playwright";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { InstallReview } from "../../src/components/integrations/install-review.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { preview } from "../../stories/integration-fixtures.js";
import { userMessage } from "../components/row-items.js";
import { launch } from "../journeys/support/browser.js";
import { drawStories } from "./drawn-stories.js";
import { bundleSheets, putSheets } from "./sheets.js";

/** English sentences in a page that runs the other way, as of a product without a catalogue in its language. */
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launch();
  page = await (await browser.newContext()).newPage();
});
afterAll(() => browser?.close());

async function show(element: ReactElement): Promise<void> {
  await page.setContent(
    `<!doctype html><html dir="rtl"><meta charset="utf-8"><div class="sv-root" style="inline-size:60rem">${renderToStaticMarkup(element)}</div>`,
  );
  await putSheets(page, [(await bundleSheets())["styles.css"]]);
}

/** Left edges of texts. */
const leftOf = (words: string) =>
  page.getByText(words, { exact: true }).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left;
  });

describe("two English sentences in a page from right to left", () => {
  it("of a message that was refused are in their order", async () => {
    const error = "You can only read this conversation.";
    const message = userMessage("Hello", { delivery: { state: "failed", error, isRefused: true } });
    await show(createElement(TimelineView, { timeline: [message] }));
    expect(await leftOf("Not sent.")).toBeLessThan(await leftOf(error));
  });

  it("of an integration that replaces another are in their order", async () => {
    const step = { name: "review" as const, preview: { ...preview, installed: { id: "i1", instanceVersion: 1 } } };
    const done = () => undefined;
    await show(createElement(InstallReview, { step, onCheckAgain: done, onInstall: done, onBack: done }));
    expect(await leftOf("Requests go to api.orders.example.")).toBeLessThan(
      await leftOf("This replaces the integration you already have."),
    );
  });
});

/** Sentences of the kit whose last or first mark is at the wrong end, as the page's direction moved it. */
const turned = () =>
  page.evaluate(() => {
    const range = document.createRange();
    const boxOf = (text: Text, at: number) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect();
    };
    const isTurned = (text: Text, first: number, second: number) => {
      const [one, other] = [boxOf(text, first), boxOf(text, second)];
      return one.width > 0 && Math.abs(one.top - other.top) < 3 && one.left > other.left;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faults: string[] = [];
    let sentences = 0;
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const parent = text.parentElement!;
      const isKits = parent.className.startsWith("sv-") && !parent.closest(".sv-visually-hidden, pre, code, .sv-md");
      if (!isKits || parent.matches("textarea, option")) continue;
      const words = text.data.trimEnd();
      const end = /[A-Za-z][.!?…:]+$/.exec(words);
      const head = /^[\d(“"]+\s*(?=[A-Za-z])/.exec(words);
      if (!end && !head) continue;
      sentences += 1;
      const isFault =
        (end && isTurned(text, end.index, words.length - 1)) || (head && isTurned(text, 0, head[0].length));
      const story = parent.closest("[data-story]")?.getAttribute("data-story");
      if (isFault) faults.push(`${story}: ${words.slice(-60)} (${parent.parentElement!.className})`);
    }
    return { sentences, faults };
  });

describe("the stories in a page from right to left", () => {
  it("keep the first and the last mark of each English sentence at its end", async () => {
    const { html, htmlWithHost } = await drawStories();
    await page.setContent(
      `<!doctype html><html dir="rtl"><meta charset="utf-8"><style>section *{content-visibility:visible!important}</style>${html}${htmlWithHost}`,
    );
    await putSheets(page, [(await bundleSheets())["styles.css"]]);
    const { sentences, faults } = await turned();
    expect(sentences).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  });

  it("leaves room between the picture of a fault below the composer and its words", async () => {
    await show(createElement("div", { className: "sv-root sv-composer" }, createElement(LongMessage)));
    const [picture, words] = await Promise.all(
      [".sv-composer-note > .sv-icon", ".sv-composer-note > .sv-part"].map((part) => page.locator(part).boundingBox()),
    );
    expect(picture!.x - (words!.x + words!.width)).toBeGreaterThan(3);
  });
});

function LongMessage(): ReactElement {
  const idle = { sendMessage: async () => undefined, stop: async () => undefined };
  return createElement(ComposerView, { composer: idle, defaultValue: "Where should we meet?", maxLength: 10 });
}
