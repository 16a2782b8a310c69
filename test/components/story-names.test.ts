import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { storyNameFromExport } from "storybook/internal/csf";
import { describe, expect, it } from "vitest";
import { plainTitle } from "../../stories/docs/plain-title.js";

const root = join(import.meta.dirname, "../..");
const files = readdirSync(join(root, "stories"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".stories.tsx"),
);

interface Named {
  readonly name: string;
  readonly source: string;
}

/** The stories of a file, each with its source up to the next one. */
function storiesOf(file: string): readonly Named[] {
  const parts = readFileSync(join(root, "stories", file), "utf8").split(/^export const /m);
  return parts.slice(1).map((source) => ({ name: /^\w+/.exec(source)?.[0] ?? "", source }));
}

const stories = files.flatMap(storiesOf);

describe("the name of a story", () => {
  it.each([
    ["MessagesQueued", "Messages queued"],
    ["DuringAnAnswer", "During an answer"],
    ["Dark", "Dark theme"],
    ["Phone", "Phone width"],
    ["RightToLeft", "Right to left"],
    ["NotAvailableInTheDark", "Not available, dark theme"],
    ["DetailsOpenOnAPhone", "Details open, phone width"],
    ["WideTableRightToLeft", "Wide table, right to left"],
  ])("of the export %s reads “%s”", (name, title) => {
    expect(plainTitle(storyNameFromExport(name))).toBe(title);
    expect(plainTitle(title)).toBe(title);
  });

  it("differs from that of each other story of its page", () => {
    expect(stories.length).toBeGreaterThan(500);
    const repeated = files.flatMap((file) => {
      const names = storiesOf(file).map(({ name }) => plainTitle(storyNameFromExport(name)));
      return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${file}: ${name}`);
    });
    expect(repeated).toEqual([]);
  });

  it("ends with the theme, the width or the direction that its globals set", () => {
    const globals = ({ source }: Named) => /globals: \{([^}]*)\}/.exec(source)?.[1] ?? "";
    const isMissing = (story: Named) =>
      (globals(story).includes('"dark"') && !story.name.endsWith("Dark")) ||
      (globals(story).includes('"rtl"') && !story.name.endsWith("RightToLeft")) ||
      (globals(story) === ' width: "360" ' && !story.name.endsWith("Phone"));
    expect(stories.filter(isMissing).map(({ name }) => name)).toEqual([]);
  });

  it("names the state, and never only that there is one", () => {
    const vague = /^(?:Filled|Empty|Failed|Pending|Refused|Waiting|Unknown|Settled|Answered|Live|Conflict|More|Menu)$/;
    const of = files.flatMap((file) => storiesOf(file).map(({ name }) => ({ file, name })));
    expect(of.filter(({ name }) => vague.test(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });
});
