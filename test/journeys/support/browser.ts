import { randomUUID } from "node:crypto";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright";
import { browserPath, chromiumPath } from "../../support/browser-path.js";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Real Chromium, started with nothing that would reach for a network. */
export function launch(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: [...args, ...more] });
}

let shared: Promise<Browser> | undefined;

/** The browser of this process. Its test files share it, close only their contexts, and it ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launch().then((browser) => browser.on("disconnected", () => (shared = undefined)));
  return shared;
}

/** Launches Chromium with the back/forward cache, which Playwright disables by default and the headless shell lacks. */
export function launchWithPageCache(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...args, "--enable-features=BackForwardCache"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
}

export type UserId = "ana" | "ben" | "chloe" | "dai";

/** Fails the test that left an error in the page: an exception, or a console error that no network fault explains. */
export function watchForErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource|net::ERR_/.test(message.text()))
      errors.push(message.text());
  });
  return errors;
}

/** Signs in with a request of the page's browser, and opens the page at `path` if it is given. */
export async function signIn(page: Page, hostUrl: string, user: UserId, path?: string): Promise<void> {
  const answer = await page.request.post(`${hostUrl}/auth/sign-in`, { data: { user, password: "demo" } });
  if (!answer.ok()) throw new Error(`The host does not sign ${user} in: ${answer.status()}`);
  if (path === undefined) return;
  await page.goto(hostUrl + path);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

/** Begins a conversation of the signed-in person with the message "Hello", as its page would. */
export async function sayHello(page: Page, hostUrl: string, conversation: string): Promise<void> {
  const me = (await (await page.request.get(`${hostUrl}/auth/me`)).json()) as { readonly csrfToken: string };
  const answer = await page.request.post(`${hostUrl}/api/chat`, {
    headers: { "x-service-conversation": conversation, "x-csrf-token": me.csrfToken },
    data: { message: "Hello", clientEventId: randomUUID() },
  });
  // The response is a stream that ends with the answer.
  if (!answer.ok()) throw new Error(`The host does not take a message: ${answer.status()} ${await answer.text()}`);
}

/** Signs in through the page itself. */
export async function signInByHand(page: Page, hostUrl: string, user: UserId, path = "/"): Promise<void> {
  await page.goto(hostUrl + path);
  await page.locator(`input[name=user][value=${user}]`).check();
  await page.getByLabel("Password").fill("demo");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

export async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } });
  // As long as `expect.poll` looks: a busy machine fails nothing.
  context.setDefaultTimeout(30_000);
  return context;
}
