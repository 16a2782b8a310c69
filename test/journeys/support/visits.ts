import type { BrowserContext, Page } from "playwright";
import { afterEach, expect } from "vitest";
import { newContext, sharedBrowser, watchForErrors } from "./browser.js";
import { ConversationPage } from "./conversation-page.js";

/** A person's own browser, at a page of the product. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly chat: ConversationPage;
}

/** The returned function opens a visit that is closed after the test; the test fails if one of its pages had an error. */
export function openVisits(): () => Promise<Visit> {
  let open: { readonly context: BrowserContext; readonly errors: readonly string[] }[] = [];
  afterEach(async () => {
    const ended = open;
    open = [];
    for (const { context } of ended) await context.close();
    expect(ended.flatMap(({ errors }) => errors)).toEqual([]);
  });
  return async () => {
    const context = await newContext(await sharedBrowser());
    const page = await context.newPage();
    open.push({ context, errors: watchForErrors(page) });
    return { context, page, chat: new ConversationPage(page) };
  };
}
