import { randomUUID } from "node:crypto";
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launch, newContext, signIn } from "./support/browser.js";
import { ConversationPage, type ViewName } from "./support/conversation-page.js";
import { expectPageTellsTheLog, placeOf } from "./support/log.js";
import {
  startHost,
  startService,
  temporaryFolder,
  type RunningHost,
  type RunningService,
} from "./support/processes.js";

let browser: Browser;
let folder: ReturnType<typeof temporaryFolder>;
let service: RunningService;
let host: RunningHost;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

beforeEach(async () => {
  folder = temporaryFolder();
  service = await startService({ dataDir: folder.path });
  host = await startHost(service);
});
afterEach(async () => {
  await host.stop();
  await service.kill();
  folder.remove();
});

describe.each<{ view: ViewName; user: "ana" | "chloe" }>([
  { view: "chat", user: "ana" },
  { view: "session", user: "chloe" },
])("in the $view view, $user can", ({ view, user }) => {
  it("kill and restart the service in the middle of an answer: history is there, and the turn reaches its end", async () => {
    const context = await newContext(browser);
    const chat = new ConversationPage(await context.newPage());
    const id = `restart-${randomUUID()}`;
    await signIn(chat.page, host.url, user);
    await chat.open(host.url, id, "chat");
    await chat.send("/say Before the restart.");
    await expect.poll(() => chat.transcript.innerText()).toContain("Before the restart.");
    await chat.settled();
    if (view === "session") await chat.open(host.url, id, view);

    await chat.send("/long 2000 60");
    await expect.poll(async () => (await chat.rows().last().innerText()).length).toBeGreaterThan(100);
    const { port } = new URL(service.url);
    await service.kill();
    service = await startService({ dataDir: folder.path, port: Number(port) });

    await chat.stopButton.waitFor({ state: "hidden", timeout: 30_000 });
    const events = await expectPageTellsTheLog(chat, service, await placeOf(chat.page, id));
    expect(events.find(({ type }) => type === "turn.failed")?.payload).toMatchObject({
      code: "worker_lost",
      retryable: true,
    });
    expect(await chat.transcript.innerText()).toContain("Before the restart.");

    await chat.send("/say After the restart.");
    await expect.poll(() => chat.transcript.innerText(), { timeout: 20_000 }).toContain("After the restart.");
    await chat.settled();
    await expectPageTellsTheLog(chat, service, await placeOf(chat.page, id));
    await context.close();
  });
});
