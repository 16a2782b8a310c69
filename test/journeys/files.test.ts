import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright";
import { beforeEach, expect, inject, it } from "vitest";
import { sayHello, signIn } from "./support/browser.js";
import type { ConversationPage } from "./support/conversation-page.js";
import { placeOf } from "./support/log.js";
import { openVisits } from "./support/visits.js";

const hostUrl = inject("hostUrl");

const visit = openVisits();
let context: BrowserContext;
let page: Page;
let chat: ConversationPage;
let origins: Set<string>;

beforeEach(async () => {
  ({ context, page, chat } = await visit());
  origins = new Set();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener("securitypolicyviolation", (event) =>
      seen.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
});

/** A red dot, as small as a picture can be. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);

async function openSession(user: "ana" | "ben" = "ana"): Promise<string> {
  const id = `files-${randomUUID()}`;
  await signIn(page, hostUrl, user);
  await sayHello(page, hostUrl, id);
  const shown = await page.goto(`${hostUrl}/?conversation=${id}&view=session`);
  const { sessionId } = await placeOf(page, id);
  // Without it there would be nothing to violate.
  expect(shown?.headers()["content-security-policy"]).toMatch(/^default-src 'self'; img-src 'self' blob:; /);
  await page.getByRole("button", { name: "Attach files" }).waitFor();
  return sessionId;
}

const tray = () => page.getByRole("list", { name: /files? to send/ });
const row = (name: string) => tray().getByRole("listitem").filter({ hasText: name });
async function isReady(name: string): Promise<void> {
  await expect.poll(() => row(name).getAttribute("data-state")).toBe("ready");
}

/** As a paste and a drop bring files: the platform's own events, with real files in them. */
async function give(way: "paste" | "drop", name: string, type: string, base64: string): Promise<void> {
  await chat.composer.evaluate(
    (field, [event, filename, contentType, text]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], filename, { type: contentType }));
      const common = { bubbles: true, cancelable: true };
      const given =
        event === "paste"
          ? new ClipboardEvent("paste", { ...common, clipboardData: data })
          : new DragEvent("drop", { ...common, dataTransfer: data });
      field.dispatchEvent(given);
    },
    [way, name, type, base64] as const,
  );
}

it("files are chosen, pasted and dropped, sent along, shown, downloaded and kept over a reload, all on one origin", async () => {
  await openSession();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") });
  await give("paste", "shot.png", "image/png", png.toString("base64"));
  await give(
    "drop",
    "page.html",
    "text/html",
    Buffer.from("<script>document.title='owned'</script>").toString("base64"),
  );
  for (const name of ["plan.txt", "shot.png", "page.html"]) await isReady(name);
  expect(await row("shot.png").locator("img").getAttribute("src")).toMatch(/^blob:/);

  await chat.send("/file");
  await chat.settled();
  expect(await tray().count()).toBe(0);
  await expect.poll(() => chat.transcript.innerText()).toContain("plan.txt, text/plain, 8 bytes");

  await page.reload();
  await chat.composer.waitFor();
  const picture = chat.transcript.getByRole("img", { name: "Picture: shot.png" });
  await expect
    .poll(() =>
      picture.evaluate((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth),
    )
    .toBe(1);
  const saving = page.waitForEvent("download");
  await chat.transcript.getByRole("link", { name: "Download plan.txt" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("plan.txt");
  expect(readFileSync(await saved.path(), "utf8")).toBe("the plan");

  const html = await chat.transcript.getByRole("link", { name: "Download page.html" }).getAttribute("href");
  const answer = await page.request.get(new URL(html ?? "", hostUrl).href);
  expect(answer.headers()).toMatchObject({
    "content-type": "application/octet-stream",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });

  expect([...origins].filter((origin) => origin !== "null")).toEqual([new URL(hostUrl).origin]);
  expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
});

it("progress is shown while bytes go, and an upload can be stopped and begun again", async () => {
  await openSession();
  const cdp = await context.newCDPSession(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1 };
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", { ...network, uploadThroughput: 300_000 });
  await page.locator("input[type=file]").setInputFiles({
    name: "big.bin",
    mimeType: "application/octet-stream",
    buffer: Buffer.alloc(2_000_000, 7),
  });
  const share = () => row("big.bin").getByRole("progressbar").getAttribute("value").then(Number);
  await expect.poll(share).toBeGreaterThan(0.05);
  expect(await share()).toBeLessThan(1);
  await row("big.bin").getByRole("button", { name: "Stop uploading big.bin" }).click();
  await expect.poll(() => row("big.bin").getAttribute("data-state")).toBe("cancelled");
  await cdp.send("Network.emulateNetworkConditions", { ...network, uploadThroughput: -1 });
  await row("big.bin").getByRole("button", { name: "Upload big.bin again" }).click();
  await isReady("big.bin");
});

it("a file that is too large is refused before the upload, and one interrupted offline resumes by itself", async () => {
  await openSession("ben");
  const uploads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/files/uploads")) uploads.push(request.url());
  });
  await chat.composer.evaluate((field) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(52_428_801)], "film.mov", { type: "video/quicktime" }));
    field.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await expect.poll(() => row("film.mov").innerText()).toContain("Too large");
  expect(uploads).toEqual([]);
  await row("film.mov").getByRole("button", { name: "Remove film.mov" }).click();

  await context.setOffline(true);
  await page.locator("input[type=file]").setInputFiles(fileURLToPath(import.meta.url));
  await expect.poll(() => row("files.test.ts").getAttribute("data-state")).toBe("offline");
  await context.setOffline(false);
  await isReady("files.test.ts");
});

it("a picture that the agent made is shown from the host's own origin, and another person finds nothing there", async () => {
  const sessionId = await openSession();
  await chat.send("/image A hill");
  await chat.settled();
  const made = await page.evaluate(async (id) => {
    const answer = await fetch(`/api/service/v1/workspaces/current/sessions/${id}/events?limit=500`);
    const events = (await answer.json()) as { payload: { output?: { image?: { fileId?: string } } } }[];
    return events.map(({ payload }) => payload.output?.image?.fileId).find((fileId) => fileId !== undefined);
  }, sessionId);
  const address = `${hostUrl}/api/service/v1/workspaces/current/files/${made}/content?session=${sessionId}`;
  expect((await page.request.get(address)).headers()["content-type"]).toBe("image/bmp");
  const { page: bens } = await visit();
  await signIn(bens, hostUrl, "ben");
  expect((await bens.request.get(address)).status()).toBe(404);
});
