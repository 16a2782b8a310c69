import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../src/styles");
const read = (file: string) => readFileSync(join(folder, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const files = readdirSync(folder).filter((file) => file.endsWith(".css"));
const rules = files.filter((file) => !["index.css", "look.css", "layered.css", "tokens.css"].includes(file));

/** Splits a list of selectors at its own commas. */
function splitList(text: string): readonly string[] {
  let depth = 0;
  const parts = [""];
  for (const sign of text) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** The selectors of a sheet, stops of animations left out. */
const selectorsOf = (css: string): readonly string[] =>
  [...css.matchAll(/(?:^|[{};])\s*([^@{};]+?)\s*\{/g)]
    .flatMap(([, list = ""]) => splitList(list))
    .filter((selector) => !/^(to|from|\d+%)$/.test(selector));

/** Removes each `:where(…)`, which weighs nothing. */
function withoutWhere(selector: string): string {
  const at = selector.indexOf(":where(");
  if (at < 0) return selector;
  let depth = 0;
  for (let index = at + 6; index < selector.length; index += 1) {
    if (selector[index] === "(") depth += 1;
    if (selector[index] === ")") depth -= 1;
    if (depth === 0) return withoutWhere(selector.slice(0, at) + selector.slice(index + 1));
  }
  throw new Error(`The selector ${selector} is not closed.`);
}

interface Declaration {
  readonly place: string;
  readonly selector: string;
  readonly property: string;
  readonly value: string;
}

/** The declarations of a sheet in order, without those for print and forced colours, which are meant to win. */
function declarationsOf(file: string, css = read(file), isOff = false): readonly Declaration[] {
  const found: Declaration[] = [];
  let rest = css;
  for (let open = rest.indexOf("{"); open >= 0; open = rest.indexOf("{")) {
    const head = rest.slice(0, open).split(/[;}]/).at(-1)!.trim();
    let depth = 1;
    let end = open + 1;
    for (; depth > 0; end += 1) depth += rest[end] === "{" ? 1 : rest[end] === "}" ? -1 : 0;
    const body = rest.slice(open + 1, end - 1);
    if (head.startsWith("@"))
      found.push(...declarationsOf(file, body, isOff || /print|forced-colors|keyframes/.test(head)));
    else if (!isOff) {
      for (const [, property = "", value = ""] of body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g))
        for (const selector of splitList(head)) found.push({ place: file, selector, property, value: value.trim() });
    }
    rest = rest.slice(end);
  }
  return found;
}

describe("the style sheets", () => {
  it("set nothing for a place that a later rule for every place sets otherwise: both weigh one class", () => {
    const imported = [...read("look.css").matchAll(/@import "\.\/([^"]+)"/g)].map(([, file = ""]) => file);
    const all = imported.flatMap((file) => declarationsOf(file));
    expect(all.length).toBeGreaterThan(2_000);
    const last = new Map(all.map((each, at) => [`${each.selector} ${each.property}`, { ...each, at }]));
    const lost = all.filter(({ selector, property, value }, at) => {
      const [subject, place] = selector.split(":where(");
      const later = place === undefined ? undefined : last.get(`${subject} ${property}`);
      return later !== undefined && later.at > at && later.value !== value;
    });
    expect(lost).toEqual([]);
  });

  it("give every rule the weight of one class and an element of the kit as its subject", () => {
    const selectors = rules.flatMap((file) => selectorsOf(read(file)));
    expect(selectors.length).toBeGreaterThan(300);
    const ours = /^(\.sv-[a-z-]+|\[class\^="sv-"\])(::[a-z-]+)?$/;
    expect(selectors.filter((selector) => !ours.test(withoutWhere(selector)))).toEqual([]);
  });

  it("give each animation a name of its own, as the last one of a name replaces the others", () => {
    const names = rules.flatMap((file) => [...read(file).matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name));
    expect(names.length).toBeGreaterThan(4);
    expect(names).toEqual([...new Set(names)]);
  });

  it("give a menu, which is a popover, a height of its own: WebKit gives a grid that of the view", () => {
    expect(read("menu.css")).toMatch(/^\s*\.sv-menu \{[^}]*\bdisplay: grid;[^}]*\bblock-size: auto;/);
  });

  it("give the variables no weight, so that any rule of a host sets them", () => {
    const selectors = selectorsOf(read("tokens.css"));
    expect(selectors.length).toBeGreaterThan(5);
    expect(selectors.filter((selector) => withoutWhere(selector) !== "")).toEqual([]);
  });

  it("name a layer only in the sheet for layers, which imports the same files", () => {
    expect(files.filter((file) => read(file).includes("@layer"))).toEqual(["layered.css"]);
    const imports = (file: string) => [...read(file).matchAll(/@import "([^"]+)"/g)].map(([, name]) => name);
    expect(imports("layered.css")).toEqual(imports("index.css"));
    expect(new Set(imports("look.css"))).toEqual(new Set(rules.map((file) => `./${file}`)));
    expect(read("layered.css").trim()).toMatch(/^@layer theme, base, service, components, utilities;/);
  });

  it("answer a pointer above an element only where a pointer can hover: a finger would leave the state behind", () => {
    const always = (file: string) =>
      read(file).replace(/@media \(hover: hover\)[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
    const hovered = rules.flatMap((file) =>
      selectorsOf(always(file)).filter((selector) => selector.includes(":hover")),
    );
    // What a finger leaves behind shows the actions of the tapped message.
    const own = `.sv-message[data-role="user"]:not([data-other], :hover, :focus, :focus-within)`;
    const kept = ".sv-kept > .sv-message:not(:hover, :focus, :focus-within)";
    const before = '.sv-group:has(+ * > .sv-turn) > [data-role="assistant"]:not(:hover, :focus, :focus-within)';
    expect(hovered.map((selector) => selector.replaceAll(/\s+/g, " "))).toEqual([
      ".sv-message-actions:where(.sv-message:hover > *)",
      `.sv-message-actions:where( ${own} > :not(:has(> .sv-delivery)), ${kept} > *, ${before} > * )`,
    ]);
    expect(rules.map(read).join("").split(":hover").length).toBeGreaterThan(15);
  });

  it("ask the window for its width only where the whole window is meant: a conversation may be narrower than its window", () => {
    const asked = rules.flatMap((file) =>
      [...read(file).matchAll(/@media([^{]*\b(?:min|max)-width\b[^{]*|[^{]*\bwidth\s*[<>][^{]*)\{/g)].map(
        ([, query = ""]) => `${file}: ${query.trim()}`,
      ),
    );
    expect(asked).toEqual([
      "attachments.css: (max-width: 30rem)",
      "attachments.css: (max-width: 30rem) and (max-height: 40rem)",
      "attachments.css: (max-width: 20rem)",
      "attachments.css: (max-width: 16rem)",
      "automations.css: (max-width: 30rem)",
      "composer.css: (pointer: coarse), (max-width: 16rem)",
      "conversation.css: (max-width: 16rem), (max-width: 20rem) and (max-height: 32rem)",
      "conversation.css: (max-height: 32rem), (max-width: 16rem)",
      "decision-room.css: (min-width: 18.01rem)",
      "decision-room.css: (min-width: 20.01rem)",
      "decision-room.css: (max-width: 16rem), (max-width: 20rem) and (max-height: 32rem)",
      "goal.css: (max-width: 30rem) and (min-height: 22rem)",
      "integrations.css: (max-width: 20rem), (max-height: 32rem)",
      "lists.css: (max-width: 30rem)",
      "panels.css: (max-width: 30rem)",
      "states.css: (max-width: 16rem), (max-height: 28rem)",
      "states.css: (max-width: 16rem)",
      "states.css: (max-width: 30rem)",
      "timeline.css: (max-width: 20rem)",
    ]);
  });

  it("use no left or right, load no resource, and have !important for hidden elements alone", () => {
    const css = files.map(read).join("\n").replace("display: none !important;", "display: none;");
    expect(css).not.toMatch(/(?:^|[\s;{])(?:margin|padding|border|inset)?-?(?:left|right)\s*:/);
    expect(css).not.toMatch(/text-align:\s*(?:left|right)|float:/);
    expect(css).not.toMatch(/url\(|!important/);
  });
});

describe("the style sheets of the stories", () => {
  it("take no `light-dark()`, which the build of Storybook lowers to variables that the theme of the toolbar never sets", () => {
    const root = join(import.meta.dirname, "../..");
    const sheets = ["stories", ".storybook"].flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".css"))
        .map((file) => join(room, file)),
    );
    expect(sheets.length).toBeGreaterThan(5);
    expect(sheets.filter((file) => readFileSync(join(root, file), "utf8").includes("light-dark("))).toEqual([]);
  });
});
