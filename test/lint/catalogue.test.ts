import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { englishApiKeys } from "../../src/strings/api-key-messages.js";
import { englishAutomations } from "../../src/strings/automation-messages.js";
import type { CompleteMessages, Messages } from "../../src/strings/catalogue.js";
import { english } from "../../src/strings/english.js";
import { englishIntegrations } from "../../src/strings/integration-messages.js";
import { englishMachines } from "../../src/strings/machine-messages.js";
import { englishMemory } from "../../src/strings/memory-messages.js";
import { englishSchedules } from "../../src/strings/schedule-messages.js";

const root = join(import.meta.dirname, "../../src");
/** The code without its comments. */
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("strings"))
  .map((name) => ({
    name,
    text: readFileSync(join(root, name), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""),
  }));
/** The folder of components and the English strings of each family that is loaded apart. */
const apart: { readonly [K in Exclude<keyof CompleteMessages, keyof Messages>]: readonly [string, object] } = {
  apiKeys: ["api-keys", englishApiKeys],
  automations: ["automations", englishAutomations],
  integrations: ["integrations", englishIntegrations],
  machines: ["machines", englishMachines],
  memory: ["memory", englishMemory],
  schedules: ["scheduled-tasks", englishSchedules],
};
/** They draw words that a family gives them. */
const shared = ["components/owner-choice.tsx", "components/record-section.tsx", "components/secret-record.tsx"];
/** The code that reads the catalogue. */
const readers = files.map(({ text }) => text).filter((text) => /useStrings|Messages/.test(text));

/** Whether some file names the area and, as a property, a part of a pattern or a key, the entry. */
function isUsed(area: string, entry: string): boolean {
  const named = new RegExp(`(?:\\.\\s*|\\{[^{}=]*?\\b|["'])${entry}\\b`);
  return readers.some((text) => new RegExp(`\\b${area}\\b`).test(text) && named.test(text));
}

/** The names of entries that no file reads, at every depth; those of a table that is indexed by a value are all used. */
function unused(entries: object, files: readonly string[]): readonly string[] {
  return Object.entries(entries).flatMap(([entry, value]: [string, unknown]) => {
    const named = new RegExp(`(?:\\.\\s*|\\{[^{}=]*?\\b|["'])${entry}\\b`);
    if (!files.some((text) => named.test(text))) return [entry];
    const isIndexed = files.some((text) => new RegExp(`\\b${entry}(?: as [^)]*\\))?\\[`).test(text));
    if (isIndexed || typeof value !== "object" || value === null) return [];
    return unused(value, files).map((inner) => `${entry}.${inner}`);
  });
}

/** The text of strings and templates, without comments and without the values in templates. */
function literalsOf(source: string): readonly string[] {
  const parts: string[] = [];
  let code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  for (let before = ""; before !== code;) {
    before = code;
    code = code.replace(/\$\{([^{}]*)\}/g, (_, value: string) => (parts.push(value), ""));
  }
  return [code, ...parts]
    .flatMap((part) => part.match(/`[^`]*`|"[^"\n]*"|'[^'\n]*'/g) ?? [])
    .map((text) => text.slice(1, -1));
}

describe("the catalogue", () => {
  it.each(Object.entries(english).filter(([area]) => area !== "errors"))(
    "has no entry that nothing uses in %s",
    (area, entries) => {
      expect(Object.keys(entries).filter((entry) => !isUsed(area, entry))).toEqual([]);
    },
  );

  it.each([
    ["English", /[„‘’"]/, (file: string) => !file.startsWith("de/")],
    ["German", /[”‘’"]/, (file: string) => file.startsWith("de/")],
  ])("quotes names in %s with the language's quotation marks, and code as it is typed", (_, others, isOwn) => {
    const folder = join(root, "strings");
    const own = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && isOwn(file),
    );
    expect(own.length).toBeGreaterThan(7);
    const quoted = own.flatMap((file) => literalsOf(readFileSync(join(folder, file), "utf8")));
    expect(quoted.length).toBeGreaterThan(50);
    const code = ['"42"', '{"total": 3}'];
    const left = quoted.map((text) => code.reduce((rest, one) => rest.replace(one, ""), text));
    expect(left.filter((text) => others.test(text))).toEqual([]);
  });

  it("reports a failed attempt in one voice: “We couldn’t …” in English, “Wir konnten …” in German", () => {
    const english = /\bWe (?:can't|cannot|could not|were unable|are unable)\b/;
    const german = /(?:Server|Adresse) (?:ist nicht erreichbar|konnte nicht)/;
    const stories = join(root, "../stories");
    const places = ["strings", "wire"].map((folder) => join(root, folder)).concat(stories);
    const sources = places.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(join(folder, file), "utf8")),
    );
    const sentences = sources.flatMap(literalsOf);
    expect(sentences.filter((text) => text.startsWith("We couldn't"))).not.toEqual([]);
    expect(sentences.filter((text) => english.test(text) || german.test(text))).toEqual([]);
  });

  it("has no sentence of a failure that the code never shows", () => {
    const sentences = Object.values(english.errors).filter((value) => typeof value === "string");
    expect(sentences.length).toBeGreaterThan(5);
    expect(sentences.filter((sentence) => !files.some(({ text }) => text.includes(sentence)))).toEqual([]);
  });

  it.each(Object.values(apart))("has no entry that nothing uses in %s, which is loaded apart", (folder, words) => {
    const own = files.filter(({ name }) => name.startsWith(`components/${folder}/`) || shared.includes(name));
    expect(
      unused(
        words,
        own.map(({ text }) => text),
      ),
    ).toEqual([]);
  });

  it("is read by more than a few files, so that the test looks at something", () => {
    expect(readers.length).toBeGreaterThan(50);
    expect(isUsed("composer", "neverWritten")).toBe(false);
  });
});

describe("a link that opens a new tab", () => {
  it("announces it wherever it is drawn", () => {
    const files = readdirSync(join(root, "components"), { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".tsx"),
    );
    const silent = files.filter((file) => {
      const text = readFileSync(join(root, "components", file), "utf8");
      const opened = text.match(/target="_blank"/g)?.length ?? 0;
      const announced = text.match(/title=\{[^\n]*(?:newTab|opensInNewTab)/g)?.length ?? 0;
      return opened > announced;
    });
    expect(silent).toEqual([]);
  });
});
