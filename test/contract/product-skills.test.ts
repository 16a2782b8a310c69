import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSkills } from "../../examples/host/src/server/skills.js";

describe("the example product's skills", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "skills-"));
    cpSync(join(import.meta.dirname, "../../examples/host/skills"), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("are the folders beside its code, whatever else an editor leaves there", () => {
    writeFileSync(join(folder, ".DS_Store"), "");
    mkdirSync(join(folder, ".vscode"));
    expect(readSkills(folder).map(({ name }) => name)).toEqual(["late-parcels", "refunds"]);
  });

  it("are refused at the start when a folder has none, which is named", () => {
    mkdirSync(join(folder, "returns"));
    expect(() => readSkills(folder)).toThrow("The folder returns among the skills has no SKILL.md.");
  });

  it("are refused at the start when one lacks a fact, which is named", () => {
    writeFileSync(join(folder, "refunds/SKILL.md"), "---\nname: refunds\n---\n\nSay when.\n");
    expect(() => readSkills(folder)).toThrow("The skill refunds/SKILL.md has no description");
  });
});
