import { join } from "node:path";
import { build } from "esbuild";
import type { Locator, Page } from "playwright";

export type AiSdkVersion = 6 | 7;

const built = new Map<AiSdkVersion, Promise<string>>();

/** The page with one version of the client in it; made once. */
function bundle(version: AiSdkVersion): Promise<string> {
  const known = built.get(version) ?? make(version);
  built.set(version, known);
  return known;
}

async function make(version: AiSdkVersion): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    conditions: ["browser"],
    define: { "process.env.NODE_ENV": '"production"' },
    ...(version === 7 && { alias: { ai: "ai-7", "@ai-sdk/react": "@ai-sdk/react-7" } }),
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>AI SDK</title><div id="root"></div><script type="module" src="/ai-sdk.js"></script></html>';

/** A conversation in the page that was written for the AI SDK's client, on the host's own origin. */
export class AiSdkPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** @param search further words of the address: `own-chat` gives the hook a `Chat` that the page made */
  async open(hostUrl: string, conversation: string, version: AiSdkVersion, search = ""): Promise<void> {
    const script = await bundle(version);
    await this.page.route("**/ai-sdk", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await this.page.route("**/ai-sdk?*", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await this.page.route("**/ai-sdk.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
    // The client looks for an answer to resume; a send before that look may lose its status to it.
    const looked = this.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/stream"));
    await this.page.goto(`${hostUrl}/ai-sdk?conversation=${conversation}&${search}`);
    await this.shown();
    await (await looked).finished();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.shown();
  }

  async send(...lines: readonly string[]): Promise<void> {
    await this.page.getByLabel("Message").fill(lines.join("\n"));
    await this.press("Send");
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).click();
  }

  /** Waits for one of the client's own four words. */
  async status(status: "ready" | "submitted" | "streaming" | "error"): Promise<void> {
    await this.page.locator(`output[data-status=${status}]`).waitFor({ state: "attached" });
  }

  get error(): Promise<string> {
    return this.page.locator("output").innerText();
  }

  messages(role?: "user" | "assistant"): Locator {
    return this.page.locator(role === undefined ? "article" : `article[data-role=${role}]`);
  }

  /** The newest answer. */
  get answer(): Locator {
    return this.messages("assistant").last();
  }

  tool(name: string, state?: string): Locator {
    const named = this.page.getByRole("region", { name, exact: true });
    return state === undefined ? named : named.and(this.page.locator(`[data-state=${state}]`));
  }

  /** The texts of the newest answer, part by part, in the client. */
  async texts(): Promise<readonly string[]> {
    return this.answer.locator("p").evaluateAll((parts) => parts.map(({ textContent }) => textContent ?? ""));
  }

  private async shown(): Promise<void> {
    await this.page.locator("main").waitFor();
  }
}
