import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  changesetEntry,
  nextVersion,
  releasedChangelog,
  unreleasedEntries,
  withVersion,
} from "../../scripts/release-plan.mjs";

const changelog = `# Changelog

## Unreleased

- Fixed: one thing
  on two lines.
- Added: another.

## 0.1.0

- Fixed: an old thing.
`;

const changeset = (text: string, name = "@service/sdk", bump = "minor") => `---\n"${name}": ${bump}\n---\n\n${text}\n`;

describe("a release", () => {
  it("reads the entries below Unreleased with their continuation lines", () => {
    expect(unreleasedEntries(changelog)).toEqual(["- Fixed: one thing\n  on two lines.", "- Added: another."]);
    expect(unreleasedEntries("# Changelog\n\n## Unreleased\n\n- Fixed: the last.\n")).toEqual(["- Fixed: the last."]);
    expect(() => unreleasedEntries("# Changelog\n")).toThrow('no section "## Unreleased"');
  });

  it("refuses an entry without a kind, and finds none in the changelog", () => {
    const unnamed = changelog.replace("- Added: another.", "- Another\n  of two lines.");
    expect(() => unreleasedEntries(unnamed)).toThrow('"- Another" in CHANGELOG.md must begin with one of Breaking,');
    const own = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
    expect(unreleasedEntries(own).every((entry) => /^- [A-Z][a-z]+: ./.test(entry))).toBe(true);
  });

  it("reads a changeset", () => {
    expect(changesetEntry("a.md", changeset("Added: a thing\nof two lines."))).toEqual({
      entry: "- Added: a thing\n  of two lines.",
      bump: "minor",
    });
  });

  it.each([
    [changeset("Added: a thing.", "@service/react"), 'a.md must name "@service/sdk"'],
    [changeset("A thing."), "a.md must begin with one of Breaking, Security, Added"],
  ])("refuses a changeset of another form: %j", (text, why) => {
    expect(() => changesetEntry("a.md", text)).toThrow(why);
  });

  it.each([
    ["0.1.0", ["- Fixed: a."], [], "0.1.1"],
    ["0.1.3", ["- Fixed: a.", "- Added: b."], [], "0.2.0"],
    ["0.1.3", ["- Breaking: a."], [], "0.2.0"],
    ["1.2.3", ["- Breaking: a."], [], "2.0.0"],
    ["1.2.3", ["- Deprecated: a."], [], "1.3.0"],
    ["1.2.3", ["- Fixed: a."], ["major"], "2.0.0"],
    ["1.2.3", ["- Security: a."], ["patch"], "1.2.4"],
  ] as const)("raises %s by %j and %j to %s", (current, entries, bumps, version) => {
    expect(nextVersion(current, entries, bumps)).toBe(version);
  });

  it("is refused without a change", () => {
    expect(() => nextVersion("0.1.0", [])).toThrow("nothing to release");
  });

  it("lists its changes by kind, and begins an empty Unreleased", () => {
    expect(releasedChangelog(changelog, "0.2.0", "2026-01-02", unreleasedEntries(changelog))).toBe(`# Changelog

## Unreleased

## 0.2.0 (2026-01-02)

- Added: another.
- Fixed: one thing
  on two lines.

## 0.1.0

- Fixed: an old thing.
`);
  });

  it("raises a manifest and its siblings, and nothing else", () => {
    const manifest = '{ "version": "0.1.0", "dependencies": { "@service/sdk": "0.1.0", "other": "0.1.0" } }';
    expect(withVersion(manifest, "0.1.0", "0.2.0")).toBe(
      '{ "version": "0.2.0", "dependencies": { "@service/sdk": "0.2.0", "other": "0.1.0" } }',
    );
  });
});
