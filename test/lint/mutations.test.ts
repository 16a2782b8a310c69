import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyEdit, readMutation, readSources, sourceOf } from "../../scripts/mutation-edits.mjs";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "test/mutations");
const mutations = readdirSync(folder).map((name) => readMutation(name, readFileSync(join(folder, name), "utf8")));
const sources = readSources(root);

describe("test/mutations", () => {
  it("edits code that occurs once in the tree", () => {
    const faults = mutations.flatMap(({ name, edits }) =>
      edits.flatMap((edit) => {
        const { fault } = applyEdit(sources, edit);
        return fault === undefined ? [] : [`${name}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  it("names tests that exist", () => {
    const tests = ["test", "service/test"].flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map((file) => `${place}/${file}`),
    );
    const missing = mutations.flatMap(({ name, files }) =>
      files.filter((word) => !tests.some((file) => file.includes(word))).map((word) => `${name}: ${word}`),
    );
    expect(missing).toEqual([]);
  });

  it("chooses tests by words of a title", () => {
    const texts = ["test", "service/test"].flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
        .map((file) => `${place}/${file}`)
        .filter((file) => /\.tsx?$/.test(file) && !file.includes("node_modules"))
        .map((file) => ({ file, strings: readFileSync(join(root, file), "utf8").match(/(?<=")[^"\n]+(?=")/g) ?? [] })),
    );
    const missing = mutations.flatMap(({ name, files, pattern }) => {
      const words = pattern?.replaceAll('"', "");
      // A suite may have its titles in a folder of its own.
      const titles = texts
        .filter(({ file }) => files.some((word) => file.startsWith(dirname(word))))
        .flatMap(({ strings }) => strings);
      // "%s" in a title becomes a row's name, so the words may end in one.
      const isTold = (title: string) =>
        new RegExp(words ?? "").test(title) || title.split("%s")[0]?.endsWith(words?.split(" of ")[0] + " of ");
      return words === undefined || titles.some(isTold) ? [] : [`${name}: ${words}`];
    });
    expect(missing).toEqual([]);
  });
});

describe("an edit", () => {
  const source = (text: string) => [sourceOf("src/a.ts", text)];

  it("is found whatever the comments, the white space and the line breaks", () => {
    const sources = source("/** Adds. */\nexport const add = (a: number, // one\n  b: number) => a + b;\n");
    const edit = {
      code: "export const add = (a: number, b: number) =>\n  a + b;",
      becomes: "export const add = () => 0;\n",
    };
    expect(applyEdit(sources, edit)).toEqual({ file: "src/a.ts", text: "/** Adds. */\nexport const add = () => 0;\n" });
  });

  it.each([
    ["twice", "run();\nrun();\n"],
    ["in the middle of a line alone", "await run();\n"],
    ["nowhere", "stop();\n"],
  ])("is refused when its code occurs %s", (_where, text) => {
    expect(applyEdit(source(text), { code: "run();", becomes: "" }).fault).toContain("in the tree, not once");
  });
});
