import type { Browser, Page } from "playwright";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InstallReview } from "../../src/components/integrations/install-review.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { preview } from "../../stories/integration-fixtures.js";
import { userMessage } from "../components/row-items.js";
import { launch } from "../journeys/support/browser.js";
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
