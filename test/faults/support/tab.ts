import type { BrowserContext, Page } from "playwright";
import { watchForErrors } from "../../journeys/support/browser.js";
import type { PlannedStep } from "./drawn-steps.js";
import type { Row, Shown } from "./reference.js";

/** Content of the page. */
export interface PageContent extends Shown {
  readonly status: string;
  readonly connection: string;
  readonly error: string | null;
  /** Nothing is pending here: nothing more will appear by itself. */
  readonly isAtRest: boolean;
}

/** Longest wait of a step for its moment (ms); a bad network may prevent it. */
const patience = 1_500;

/** One tab of a browser at the page of this suite. Buttons that are not there are not pressed. */
export class Tab {
  readonly page: Page;
  readonly errors: readonly string[];

  private constructor(page: Page) {
    this.page = page;
    this.errors = watchForErrors(page);
  }

  /**
   * The page itself is not loaded over the network, so that each of its requests meets the network's faults, the
   * first too.
   */
  static async open(context: BrowserContext, url: string, html: string): Promise<Tab> {
    const page = await context.newPage();
    const tab = new Tab(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*/page" }] });
    devtools.on("Fetch.requestPaused", ({ requestId }) => {
      const body = Buffer.from(html).toString("base64");
      const responseHeaders = [{ name: "content-type", value: "text/html; charset=utf-8" }];
      void devtools
        .send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body })
        .catch(() => {});
    });
    await page.goto(`${url}/page`);
    await tab.isDrawn();
    return tab;
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.isDrawn();
  }

  private async isDrawn(): Promise<void> {
    await this.page.waitForSelector("form", { state: "attached" });
  }

  async send(text: string, steers: boolean): Promise<void> {
    await this.page.evaluate(
      ([words, steer]) => {
        const form = document.querySelector("form") as HTMLFormElement;
        (form.elements.namedItem("text") as HTMLTextAreaElement).value = words;
        (form.elements.namedItem("steer") as HTMLInputElement).value = steer ? "yes" : "";
        form.requestSubmit();
      },
      [text, steers] as const,
    );
  }

  /** Whether there was one. */
  press(selector: string): Promise<boolean> {
    return this.page.evaluate((wanted) => {
      const button = document.querySelector<HTMLButtonElement>(wanted);
      button?.click();
      return button !== null;
    }, selector);
  }

  /** Fires the browser's `online` event. */
  async networkIsBack(): Promise<void> {
    await this.page.evaluate(() => dispatchEvent(new Event("online")));
  }

  /** Gives up after a moment. */
  async waitFor(moment: PlannedStep["when"]): Promise<void> {
    const selector = {
      "at-once": null,
      "answer-begun": "[data-state=streaming] p",
      "at-rest": "[data-shown*='\"live\"'][data-shown*='\"isRunning\":false']",
      asked: ".yes",
    }[moment];
    if (selector === null) return;
    await this.page.waitForSelector(selector, { state: "attached", timeout: patience }).catch(() => {});
  }

  async read(): Promise<PageContent> {
    const { rows, queue, decisions, ...shown } = await this.page.evaluate(readContent);
    const isOpen = (state: string | undefined) => state === "pending" || state === "failed" || state === "unknown";
    const open = decisions.filter(({ state }) => isOpen(state)).map(({ id }) => id);
    const isAtRest =
      !shown.isRestoring &&
      shown.connection === "live" &&
      shown.isRunning === open.length > 0 &&
      !decisions.some(({ state }) => state === "submitting" || state === "accepted") &&
      !rows.some(({ role, state }) => role === "user" && state !== undefined);
    return { rows, queue, open, isAtRest, ...shown };
  }
}

function readContent() {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const rows = all("#messages > li").map((row): Row => {
    const parts = [...row.querySelectorAll<HTMLElement>("p, code")].map((part) =>
      part.tagName === "P" ? (part.textContent ?? "") : `[${part.textContent} ${part.dataset["state"]}]`,
    );
    const { state = row.dataset["delivery"] } = row.dataset;
    const role = row.dataset["role"] === "user" ? "user" : "assistant";
    // A message that has arrived is as one that was always there.
    return state === undefined || state === "sent" ? { role, parts } : { role, state, parts };
  });
  const shown = JSON.parse(document.querySelector<HTMLElement>("[data-shown]")?.dataset["shown"] ?? "{}") as {
    readonly status: string;
    readonly connection: string;
    readonly error: string | null;
    readonly isRestoring: boolean;
    readonly isRunning: boolean;
  };
  return {
    ...shown,
    rows,
    queue: all("#queue > li").map(({ textContent }) => textContent ?? ""),
    decisions: all("#decisions > li").map(({ dataset }) => ({ id: dataset["id"] ?? "", state: dataset["state"] })),
  };
}
