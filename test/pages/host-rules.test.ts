import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch } from "../journeys/support/browser.js";
import { drawStories } from "./drawn-stories.js";
import { tailwind } from "./resets.js";
import { bundleSheets, putSheets, type Sheets } from "./sheets.js";

/** One of each element of a host's own page. */
const hostPage = `<h1>Title</h1><h3>Third</h3><p hidden>Hidden</p><p dir="rtl">Text <a href="#a">link</a> <b>b</b> <code>code</code> <q>q</q></p>
<ul><li>One</li></ul><ol><li>Two</li></ol><dl><dt>T</dt><dd>D</dd></dl><pre>pre</pre><blockquote>quote</blockquote><hr>
<table><thead><tr><th>H</th></tr></thead><tbody><tr><td>C</td></tr></tbody></table><fieldset><legend>L</legend>
<label>Name <input placeholder="name"></label><input type="checkbox" checked><textarea></textarea><select><option>1</option></select>
<button>Press</button><progress value="1" max="2"></progress></fieldset><svg width="20" height="20" fill="red"><path d="M0 0h9v9z"/></svg>
<img alt="" width="9" height="9"><details><summary>More</summary>x</details><form><time>now</time></form><div tabindex="0" class="card">d</div>`;

let browser: Browser;
let page: Page;
let sheets: Sheets;
const names = ["styles.css", "styles.layer.css"] as const;

beforeAll(async () => {
  [browser, sheets] = await Promise.all([launch(), bundleSheets()]);
  page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
});
afterAll(() => browser?.close());

async function open(html: string): Promise<void> {
  await page.setContent(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${html}</body></html>`,
  );
}

const styleOf = (selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);

describe.each(names)("on a host's page, %s", (name) => {
  it("changes no computed style of any element, focused ones included", async () => {
    await open(hostPage);
    const read = () =>
      page.evaluate(() =>
        [...document.documentElement.querySelectorAll("*:not(head, head *)")]
          .flatMap((element) => {
            if (element instanceof HTMLElement && element.tabIndex >= 0) element.focus();
            return ["", "::before", "::after", "::marker", "::placeholder"].map((part) => {
              const style = getComputedStyle(element, part);
              return [...style].map(
                (property) => `${element.tagName}${part} ${property}: ${style.getPropertyValue(property)}`,
              );
            });
          })
          .flat(),
      );
    await page.keyboard.press("Tab");
    await putSheets(page, []);
    const without = await read();
    await putSheets(page, [sheets[name]]);
    const changed = (await read()).filter((line, at) => line !== without[at]);
    expect(without.length).toBeGreaterThan(10_000);
    expect(changed).toEqual([]);
  });

  it("changes no style of a host's element within the kit's but what it inherits", async () => {
    const { htmlWithHost } = await drawStories();
    await open(htmlWithHost);
    // Neither inherited properties, nor those that depend on the containing box.
    const own = [
      ["margin-block-start", "margin-inline-start", "padding-block-start", "padding-inline-start", "background-color"],
      [
        "border-block-start-style",
        "border-start-start-radius",
        "box-shadow",
        "box-sizing",
        "outline-style",
        "position",
      ],
      [
        "float",
        "flex-grow",
        "flex-shrink",
        "opacity",
        "overflow-x",
        "appearance",
        "text-decoration-line",
        "unicode-bidi",
      ],
      ["vertical-align", "transition-duration", "z-index"],
    ].flat();
    const read = () =>
      page.evaluate(
        (own) =>
          [...document.querySelectorAll('section *:not([class^="sv-"]):not(svg *)')].flatMap((element) => {
            if (element instanceof HTMLElement && element.tabIndex >= 0) element.focus();
            const style = getComputedStyle(element);
            return own.map(
              (property) => `${element.outerHTML.slice(0, 60)} ${property}: ${style.getPropertyValue(property)}`,
            );
          }),
        own,
      );
    await page.keyboard.press("Tab");
    await putSheets(page, []);
    const without = await read();
    await putSheets(page, [sheets[name]]);
    const changed = (await read()).filter((line, at) => line !== without[at]);
    expect(without.length).toBeGreaterThan(300);
    expect(changed).toEqual([]);
  });

  it("keeps hidden elements out of sight under a class of the host, and lets the browser find folded text", async () => {
    await open(
      '<div class="app"><span class="sv-part" hidden>Keys</span><span class="sv-rest" hidden="until-found">Rest</span></div>',
    );
    await putSheets(page, [sheets[name], ".app * { display: block }"]);
    expect(await styleOf(".sv-part", "display")).toBe("none");
    expect([await styleOf(".sv-rest", "display"), await styleOf(".sv-rest", "content-visibility")]).toEqual([
      "block",
      "hidden",
    ]);
  });

  it("fades no fieldset: Chromium paints a legend above the box, so the fade would hide it", async () => {
    await open((await drawStories()).html);
    await putSheets(page, [sheets[name], "section * { animation-duration: 1s !important }"]);
    const fading = await page.evaluate(() =>
      [...document.querySelectorAll("section *")]
        .filter((element) => getComputedStyle(element).animationName.includes("sv-more"))
        .map(({ tagName }) => tagName),
    );
    expect(fading).toContain("DIV");
    expect(fading).not.toContain("FIELDSET");
  });

  it("takes a variable that a host sets, before the sheet and after it", async () => {
    await open('<div class="sv-root"><button class="sv-button" data-variant="primary">Go</button></div>');
    const own = ".sv-root { --sv-accent: rgb(1, 2, 3); }";
    for (const texts of [
      [own, sheets[name]],
      [sheets[name], own],
    ]) {
      await putSheets(page, texts);
      expect(await styleOf(".sv-button", "background-color")).toBe("rgb(1, 2, 3)");
    }
  });

  it("derives the hovered button and the soft ground from an accent of the host", async () => {
    await open(
      '<div data-theme="light"><div class="sv-root"><button class="sv-button" data-variant="primary">Go</button></div></div>',
    );
    const own =
      ".sv-root { --sv-accent: rgb(200, 0, 0); --sv-surface: white } .sv-root { background: var(--sv-accent-soft) }";
    await putSheets(page, [sheets[name], own]);
    const channels = async (selector: string) =>
      (await styleOf(selector, "background-color")).match(/[\d.]+/g)?.map(Number) ?? [];
    const [softRed = 0, softGreen = 0, softBlue = 0] = await channels(".sv-root");
    expect(softRed).toBeGreaterThan(softBlue);
    expect(softGreen).toBe(softBlue);
    await page.locator(".sv-button").hover();
    const [red = 0, green, blue] = await channels(".sv-button");
    expect(red).toBeGreaterThan(0);
    expect([green, blue]).toEqual([0, 0]);
    await page.mouse.move(0, 600);
  });

  it("takes the corners of buttons from a variable", async () => {
    await open(
      '<div class="sv-root"><button class="sv-button">Go</button><button class="sv-round-button">Up</button><button class="sv-button sv-jump">Down</button></div>',
    );
    await putSheets(page, [sheets[name], ".sv-root { --sv-radius-button: 3px; }"]);
    for (const button of [".sv-button", ".sv-round-button", ".sv-jump"]) {
      expect(await styleOf(button, "border-start-start-radius")).toBe("3px");
    }
  });

  it("is overridden by a later class of the host", async () => {
    await open(
      '<div class="sv-root"><p class="sv-bubble mine">Hello</p><button class="sv-button mine" data-variant="primary">Go</button></div>',
    );
    await putSheets(page, [sheets[name], ".mine { background: rgb(1, 2, 3); padding: 33px; }"]);
    for (const part of [".sv-bubble", ".sv-button"]) {
      expect(await styleOf(part, "background-color")).toBe("rgb(1, 2, 3)");
      expect(await styleOf(part, "padding-inline-start")).toBe("33px");
    }
  });
});

describe("in a host's box that takes its width from its contents", () => {
  const timeline = '<div class="sv-root sv-timeline"><div class="sv-timeline-viewport">Hello</div></div>';
  const widthIn = async (styles: string, html: string) => {
    await open(`<div style="${styles};block-size:300px"><div id="chat" style="block-size:100%">${html}</div></div>`);
    await putSheets(page, [sheets["styles.css"]]);
    return page.locator("#chat").evaluate((chat) => chat.getBoundingClientRect().width);
  };

  it.each(["sv-conversation", "sv-message-timeline"])(
    "%s is as wide as its column, and no wider than the box",
    async (root) => {
      const conversation = `<div class="sv-root ${root}">${timeline}</div>`;
      expect(await widthIn("display:flex;inline-size:1000px", conversation)).toBe((46 + 3) * 16);
      expect(await widthIn("display:flex;inline-size:360px", conversation)).toBe(360);
      expect(await widthIn("display:grid;justify-items:start;inline-size:360px", conversation)).toBe(360);
    },
  );

  it("the foot of a conversation has the edges of its rows, however wide it is", async () => {
    await open(
      `<div id="box" style="block-size:300px"><div class="sv-root sv-conversation"><div class="sv-conversation-head"><p class="sv-goal">Goal</p></div><div class="sv-root sv-timeline"><div class="sv-timeline-viewport"><div class="sv-timeline-content"><div class="sv-shelf"><div class="sv-box"><p class="sv-part">Hello</p></div></div></div></div></div><div class="sv-conversation-foot"><div class="sv-composer">Write</div></div></div></div>`,
    );
    await putSheets(page, [sheets["styles.css"]]);
    for (const width of [300, 479, 480, 481, 500, 700, 1200]) {
      const edges = await page.evaluate((width) => {
        document.getElementById("box")!.style.inlineSize = `${width}px`;
        return [".sv-goal", ".sv-part", ".sv-composer"].map((part) => {
          const { left, right } = document.querySelector(part)!.getBoundingClientRect();
          return `${left}–${right}`;
        });
      }, width);
      expect(new Set(edges).size, `at ${width} px`).toBe(1);
    }
  });
});

describe("with Tailwind 4, styles.layer.css", () => {
  it("gives way to utilities, to rules in no layer and to variables in any layer, in either order", async () => {
    await open('<div class="sv-root"><p class="sv-bubble p-8 bg-black own">Hello</p></div>');
    const host = "@layer base { .sv-root { --sv-radius-large: 7px; } } .own { border-end-end-radius: 3px; }";
    const theirs = await tailwind(["p-8", "bg-black"]);
    const ours = sheets["styles.layer.css"];
    for (const texts of [
      [theirs, ours],
      [ours, theirs],
    ]) {
      await putSheets(page, [host.slice(host.indexOf(".own")), ...texts, host]);
      expect(await styleOf(".sv-bubble", "padding-inline-start")).toBe("32px");
      expect(await styleOf(".sv-bubble", "background-color")).toBe("rgb(0, 0, 0)");
      expect(await styleOf(".sv-bubble", "border-start-start-radius")).toBe("7px");
      expect(await styleOf(".sv-bubble", "border-end-end-radius")).toBe("3px");
      expect(await styleOf(".sv-bubble", "overflow-wrap")).toBe("anywhere");
    }
  });
});
