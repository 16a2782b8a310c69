import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch } from "../journeys/support/browser.js";
import { drawStories, type DrawnStories } from "./drawn-stories.js";
import { differences, measure, type Measured } from "./measure.js";
import { readResets } from "./resets.js";
import { bundleSheets, putSheets, type Sheets } from "./sheets.js";

/** Those with a part of a host's, besides the live ones, which wait for their service with words of the host's. */
const storiesWithHost: readonly string[] = [
  "Decisions/ApprovalCard/OwnHeadingAndDetails",
  "Conversation/ChatConversation/Parts/OwnWordsAndParts",
  "Conversation/ChatConversation/Parts/ComposerWithOwnParts",
  "Composer/ComposerView/Slots/OwnToolButton",
  "Composer/ComposerView/Slots/ModelPicker",
  "Composer/ComposerView/Slots/DictatedText",
  "Composer/ComposerView/Slots/HeaderAndFooter",
  "Decisions/DecisionList/OwnApprovalCard",
  "Decisions/DecisionList/TextKeptAfterClosing",
  "Panels/InstallDialog/OpenedByKeyboard",
  "Primitives/Markdown/CodeAndFormulaPlugins",
  "Primitives/Markdown/IncompleteDiagram",
  "Conversation/NewSession/OwnParts",
  "Conversation/NewSession/BesideSessionList",
  "Primitives/States/EmptyConversationWithSuggestions",
  "Timeline/TimelineView/Collapsed steps/OwnToolStaysVisible",
  "Timeline/TimelineView/Messages/CodeWithSyntaxColours",
  "Timeline/TimelineView/Steps/OwnRendererForWaitingCall",
  "Timeline/TimelineView/OwnToolRenderer",
];

/** The font, colour and place that the stories inherit are given on an element that no reset reaches. */
const pinned =
  "position:absolute;inset:0 auto auto 0;width:900px;margin:0;padding:0;border:0;font:16px/1.5 sans-serif;color:#000;letter-spacing:normal;text-transform:none;text-align:start;cursor:auto;transition:none";
const page = (html: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>section{all:initial!important;display:block!important}section *{content-visibility:visible!important}</style></head><body><div id="stage" style="${pinned}">${html}</div></body></html>`;

let browser: Browser;
let opened: Page;
let stories: DrawnStories;
let resets: Readonly<Record<string, string>>;
let sheets: Sheets;

beforeAll(async () => {
  [browser, stories, resets] = await Promise.all([launch(), drawStories(), readResets()]);
  sheets = await bundleSheets();
  const context = await browser.newContext({ viewport: { width: 900, height: 700 }, reducedMotion: "reduce" });
  opened = await context.newPage();
  await opened.setContent(page(stories.html));
  // A page that takes the outline from whatever has the focus leaves the ring, which is a shadow: nothing has the focus here.
  await opened.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await putSheets(opened, [sheets["styles.css"]]);
  alone = await measure(opened);
});
afterAll(() => browser?.close());

let alone: Measured;

/** The elements that look otherwise with these sheets than with `styles.css` alone; of the first sections only, if so many are named. */
async function changedBy(texts: readonly string[], sections?: number): Promise<readonly string[]> {
  await putSheets(opened, texts);
  return differences(alone, await measure(opened, sections));
}

/**
 * Rules like `[type="button"]` have the weight of a class, like ours, so the later one wins. They set a control's
 * appearance and cursor; neither moves a box nor paints, as a control with its own background has no native look.
 */
const byAttribute = /appearance: |cursor: /;
const ofElements = (changes: readonly string[]) =>
  changes.filter((change) =>
    change
      .replace(/^[^{]*\{ | \}$/g, "")
      .split("; ")
      .some((each) => !byAttribute.test(each)),
  );

const names = ["Next.js", "Tailwind 4", "normalize", "Meyer", "Bootstrap reboot", "hostile"];

it("draws the stories of every component, and lists each with a host's elements", async () => {
  expect(Object.keys(resets)).toEqual(names);
  expect(stories.count).toBeGreaterThan(180);
  expect(await opened.locator("section *").count()).toBeGreaterThan(5_000);
  // A story added to this list has an element of the kit without a class, or includes a host's part.
  expect(
    stories.withHost.filter((name) => !/MessageTimeline|SessionConversation|ChatComposer|LiveSessions?$/.test(name)),
  ).toEqual(storiesWithHost);
});

describe("styles.css", () => {
  it("gives no list the marks of its depth", async () => {
    const marks = await opened
      .locator("section li")
      .evaluateAll((items) => [...new Set(items.map((item) => getComputedStyle(item).listStyleType))]);
    expect(marks.toSorted()).toEqual(["decimal", "disc", "none"]);
  });

  it.each(names)("looks the same on a page with this reset before it: %s", async (name) => {
    expect(ofElements(await changedBy([resets[name]!, sheets["styles.css"]]))).toEqual([]);
  });

  it.each(names)("looks the same on a page with this reset after it: %s", async (name) => {
    expect(ofElements(await changedBy([sheets["styles.css"], resets[name]!]))).toEqual([]);
  });
});

describe("styles.layer.css", () => {
  it("looks the same as styles.css", async () => {
    expect(await changedBy([sheets["styles.layer.css"]])).toEqual([]);
  });

  it("looks the same with Tailwind 4 before it and after it", async () => {
    const ours = sheets["styles.layer.css"];
    expect(await changedBy([resets["Tailwind 4"]!, ours])).toEqual([]);
    expect(await changedBy([ours, resets["Tailwind 4"]!])).toEqual([]);
  });

  it("gives way to each reset that lies in no layer", async () => {
    for (const name of names.filter((name) => name !== "Tailwind 4")) {
      expect((await changedBy([resets[name]!, sheets["styles.layer.css"]], 40)).length).toBeGreaterThan(10);
    }
  });
});
