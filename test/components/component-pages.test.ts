import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { componentDocs, pageOf } from "../../stories/docs/component-docs.js";
import { tokensOf } from "../../stories/docs/tokens-of.js";
import { usageOf } from "../../stories/docs/usage.js";
import { readTokens } from "../../stories/pages/read-tokens.js";

const root = join(import.meta.dirname, "../..");
const read = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(root, folder, name), "utf8"));
const sources = read("src/components", /\.tsx$/).join("\n");
const sheets = read("src/styles", /(?<!tokens)\.css$/);
const titles = read("stories", /\.stories\.tsx$|\.mdx$/).flatMap((text) =>
  [...text.matchAll(/title[:=]\s*"[^"/]+\/([^"/]+)"/g)].map(([, page = ""]) => page),
);

describe("component pages", () => {
  it("exist for every public component", () => {
    expect(Object.values(pageOf).filter((page) => !titles.includes(page))).toEqual([]);
    const described = new Set(Object.values(pageOf).filter((page) => page !== "Getting started"));
    expect(Object.keys(componentDocs).toSorted()).toEqual([...described].toSorted());
  });

  it.each(Object.entries(componentDocs))("describe %s in every section", (page, doc) => {
    expect(doc.when.length).toBeGreaterThan(40);
    expect(usageOf(page)).toContain('from "@service/react"');
    const classes = Object.keys(doc.parts);
    expect(classes.filter((name) => !new RegExp(`\\b${name}(?![a-z-])`).test(sources))).toEqual([]);
    expect(tokensOf(classes, sheets).length).toBeGreaterThan(page === "Announcer" ? -1 : 0);
    expect(doc.accessibility.length).toBeGreaterThan(0);
    expect(doc.keys.length).toBeGreaterThan(page === "Announcer" ? -1 : 0);
  });
});

describe("written pages", () => {
  it("list every variable that can be set, with its usual value", () => {
    const sheet = readFileSync(join(root, "src/styles/tokens.css"), "utf8");
    const declared = new Set([...sheet.matchAll(/(--sv-[a-z-]+):/g)].map(([, name = ""]) => name));
    for (const inner of ["light", "dark", "scheme", "sheet"]) declared.delete(`--sv-${inner}`);
    const tokens = readTokens(sheet);
    expect(tokens.map(({ name }) => name).toSorted()).toEqual([...declared].toSorted());
    expect(tokens).toContainEqual({ name: "--sv-on-accent", values: ["#ffffff", "#131a33"] });
    expect(tokens).toContainEqual({ name: "--sv-target", values: ["2rem"] });
    expect(tokens).toContainEqual({ name: "--sv-fast", values: ["120ms"] });
  });

  it("have no table in Markdown, which MDX shows as text", () => {
    const pages = read("stories", /\.mdx$/);
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.filter((text) => /^\|/m.test(text.replace(/^```[\s\S]*?^```/gm, "")))).toEqual([]);
  });
});
