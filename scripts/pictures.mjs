/**
 * Takes pictures of the main states: the stories below, in light, dark, right-to-left and at 360 px, into
 * pictures/out. They assert nothing. `npm run pictures -- word` takes those whose id contains the word; `--keep` uses
 * the existing Storybook build
 */
import { spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright";
import { ensureChromium } from "./chromium.mjs";
import { giveUp, root } from "./prepare.mjs";

const built = join(root, "storybook-static");
const out = join(root, "pictures/out");
const words = process.argv.slice(2).filter((word) => word !== "--keep");

if (!process.argv.includes("--keep")) {
  const { status } = spawnSync(join(root, "node_modules/.bin/storybook"), ["build", "--quiet", "--disable-telemetry"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) giveUp("Storybook could not be built; its reason is above.");
}

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const server = createServer((request, response) => {
  const path = join(built, normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
  if (!path.startsWith(built) || !existsSync(path)) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
  createReadStream(path).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;

const variants = [
  { name: "light", globals: "theme:light;direction:ltr", width: 900 },
  { name: "dark", globals: "theme:dark;direction:ltr", width: 900 },
  { name: "rtl", globals: "theme:light;direction:rtl", width: 900 },
  { name: "phone", globals: "theme:light;direction:ltr", width: 360 },
];

/** One story for each state: empty, typical and busy. */
const mainStates = [
  "conversation-chatconversation--no-messages-yet",
  "conversation-chatconversation--answer-complete",
  "conversation-chatconversation--history-loading",
  "conversation-chatconversation--answer-streaming",
  "conversation-chatconversation--messages-queued",
  "conversation-chatconversation--approval-needed",
  "conversation-chatconversation--several-approvals-needed",
  "conversation-chatconversation--questions-from-the-agent",
  "conversation-chatconversation--approved-by-another-person",
  "conversation-chatconversation--message-sending",
  "conversation-chatconversation--message-not-sent",
  "conversation-chatconversation--sending-result-unknown",
  "conversation-chatconversation--answer-failed",
  "conversation-chatconversation--answer-stopped",
  "conversation-chatconversation--reconnecting",
  "conversation-chatconversation--offline",
  "conversation-chatconversation-out-of-reach--agent-unreachable",
  "conversation-chatconversation-out-of-reach--not-available",
  "conversation-chatconversation--connection-closed",
  "conversation-chatconversation--signed-out",
  "conversation-sessionconversation--answer-with-steps",
  "conversation-sessionconversation--not-available",
  "timeline-messagetimeline--timeline-and-composer-apart",
  "timeline-timelineview--answer-with-collapsed-steps",
  "timeline-timelineview--steps-in-progress",
  "timeline-timelineview--answer-streaming",
  "timeline-timelineview--answer-failed",
  "timeline-timelineview--answer-stopped",
  "timeline-timelineview--delivery-states",
  "timeline-timelineview--long-conversation",
  "decisions-decisionlist--several-requests",
  "decisions-questionform--several-questions",
  "composer-composerview--messages-queued",
  "panels-queuepanel--several-messages",
  "panels-queuepanel--edit-failed",
  "panels-goalbanner--goal-active",
  "panels-goalbanner--goal-paused",
  "panels-sessionlist--several-conversations",
  "panels-sessionlist--conversations-need-attention",
  "panels-sessionlist--delete-confirmation",
  "panels-memorypanel--several-memories",
  "panels-memorypanel--delete-all-confirmation",
  "composer-attachmenttray--every-state",
  "timeline-messageattachments--picture-and-file",
  "primitives-connectionstatus--offline",
  "primitives-connectionstatus--waiting-to-retry",
  "primitives-markdown--all-elements",
  "primitives-states--error-with-retry",
];
const { entries } = JSON.parse(readFileSync(join(built, "index.json"), "utf8"));
const missing = mainStates.filter((id) => !Object.hasOwn(entries, id));
if (missing.length > 0)
  giveUp(`There is no story ${missing.join(", ")}. Name the one that took its place in scripts/pictures.mjs.`);
const stories = mainStates.filter((id) => words.length === 0 || words.some((word) => id.includes(word)));
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
/** Runs in the page: whether the story is ready, or the reason why not. */
const isPlayed = () => {
  const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__;
  return ["storyRendered", "storyThrewException", "storyErrored", "playFunctionThrewException"].some((event) =>
    channel?.last(event),
  );
};

mkdirSync(out, { recursive: true });
for (const id of stories) {
  for (const { name, globals, width } of variants) {
    const page = await browser.newPage({ viewport: { width, height: 720 } });
    await page.goto(`${address}/iframe.html?id=${id}&viewMode=story&globals=${globals}`);
    await page.waitForFunction(isPlayed, undefined, { timeout: 120_000 });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(out, `${id}--${name}.png`), animations: "disabled" });
    await page.close();
  }
}
await browser.close();
server.close();
console.log(`${stories.length * variants.length} pictures of ${stories.length} stories are in pictures/out.`);
