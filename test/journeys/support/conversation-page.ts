import type { Locator, Page } from "playwright";

export type ViewName = "chat" | "session";

/** One conversation as a person sees and uses it, in either view; found by role and name, as a screen reader would. */
export class ConversationPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get composer(): Locator {
    return this.page.getByRole("textbox", { name: "Message", exact: true });
  }

  get transcript(): Locator {
    return this.page.getByRole("region", { name: "Conversation", exact: true });
  }

  get stopButton(): Locator {
    return this.page.getByRole("button", { name: "Stop", exact: true });
  }

  /** Opens a conversation in the product, in one of its two views. */
  async open(hostUrl: string, conversation: string, view: ViewName): Promise<void> {
    await this.page.goto(`${hostUrl}/?conversation=${conversation}&view=${view}`);
    await this.composer.waitFor();
  }

  /** Sends, and waits until the message's turn has started. */
  async send(...lines: readonly string[]): Promise<void> {
    const started = this.transcript.locator("article[data-role=user]:not([data-state])");
    const before = await started.count();
    await this.sendBehind(...lines);
    await started.nth(before).waitFor();
  }

  /** Sends while an answer runs, so that the message waits. */
  async sendBehind(...lines: readonly string[]): Promise<void> {
    await this.composer.fill(lines.join("\n"));
    await this.composer.press("Enter");
  }

  /** The rows of messages, in the order they are shown. */
  rows(): Locator {
    return this.transcript.locator("article[data-role]");
  }

  /** Makes every message a row, including far ones that are plain text. @returns a function that undoes it */
  async bringNear(): Promise<() => Promise<void>> {
    const size = this.page.viewportSize();
    const far = this.transcript.locator(".sv-shelf[data-text], .sv-box[data-text]");
    if (!size || (await far.count()) === 0) return async () => {};
    await this.page.setViewportSize({ ...size, height: 20_000 });
    await far.first().waitFor({ state: "detached" });
    return async () => this.page.setViewportSize(size);
  }

  toolRow(name: string): Locator {
    return this.transcript.locator(`[data-tool="${name}"]`);
  }

  /** Waits until no answer is under way. */
  async settled(): Promise<void> {
    await this.stopButton.waitFor({ state: "hidden" });
  }

  /** Opens every folded turn, so that what it did can be read. */
  async unfold(): Promise<void> {
    const folds = this.transcript.locator(".sv-turn > [aria-expanded=false]");
    while ((await folds.count()) > 0) await folds.first().click();
  }

  /** The line above the composer with the number of waiting messages. */
  waiting(text: string): Locator {
    return this.page.locator(".sv-queue").getByText(text);
  }

  /** Its card asks until it is decided. @param name the tool's, as its row shows it; the card begins it with a capital letter */
  approval(name: string): Locator {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    const named = this.page.getByRole("group", { name: new RegExp(`^(Approve “${title}”\\?.*|${title})$`) });
    // The row of the call has that name, too.
    return this.page.locator(".sv-decision").and(named);
  }

  /** A refund as the product asks for it, with the amount and the order. */
  refund(): Locator {
    return this.page.getByRole("group", { name: /^Refund €\d+\.\d\d for order \d{4}\?$/ });
  }

  question(): Locator {
    return this.page.getByRole("group", { name: /^The agent has (a|\d+) questions?$/ });
  }
}
