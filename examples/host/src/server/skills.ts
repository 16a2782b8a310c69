import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SkillDefinition } from "@service/sdk/chat";

/**
 * The product's skills, stored in its own repository beside its code: `<folder>/<name>/SKILL.md`, each with front
 * matter; hidden folders are an editor's. They are read at the start, so that a mistake shows then and not to a
 * customer.
 *
 * @throws {Error} that names the file and the missing field.
 */
export function readSkills(folder: string): readonly SkillDefinition[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => parseSkill(readSkill(folder, name), `${name}/SKILL.md`));
}

function readSkill(folder: string, name: string): string {
  const path = join(folder, name, "SKILL.md");
  if (existsSync(path)) return readFileSync(path, "utf8");
  throw new Error(`The folder ${name} among the skills has no SKILL.md. Write one, or keep the folder elsewhere.`);
}

function parseSkill(text: string, file: string): SkillDefinition {
  const [, front = "", content = ""] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
  const facts = new Map(
    front.split(/\r?\n/).map((line) => {
      const [, name = "", value = ""] = /^(\w+):\s*"?(.*?)"?\s*$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  const fact = (name: string): string => {
    const value = facts.get(name);
    if (value) return value;
    throw new Error(`The skill ${file} has no ${name} between the lines of three hyphens at its head.`);
  };
  if (content.trim() === "") throw new Error(`The skill ${file} says nothing behind its head.`);
  return { name: fact("name"), description: fact("description"), version: fact("version"), content: content.trim() };
}
