import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launch, newContext, watchForErrors } from "./browser.js";
import { ConversationPage } from "./conversation-page.js";

/** A person's own browser, at a page of the product. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly chat: ConversationPage;
}

/**
 * One browser for the tests of a file. The returned function opens a visit that is closed after the test; the test
 * fails if one of its pages had an error.
 */
export function openVisits(): () => Promise<Visit> {
  let browser: Browser;
  let open: { readonly context: BrowserContext; readonly errors: readonly string[] }[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    const ended = open;
    open = [];
    for (const { context } of ended) await context.close();
    expect(ended.flatMap(({ errors }) => errors)).toEqual([]);
  });
  return async () => {
    const context = await newContext(browser);
    const page = await context.newPage();
    open.push({ context, errors: watchForErrors(page) });
    return { context, page, chat: new ConversationPage(page) };
  };
}
