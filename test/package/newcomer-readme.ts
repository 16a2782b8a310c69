import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./support.js";

const readme = readFileSync(join(root, "README.md"), "utf8");

const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "protocol.md");

/** Pages with code for files, in addition to the README. */
const pages = [...guides.map((name) => `docs/${name}`), "stories/pages/getting-started.mdx"].map((page) =>
  readFileSync(join(root, page), "utf8"),
);

/** The code blocks by file name: the `title` of the fence. */
export const blocks: ReadonlyMap<string, string> = new Map(
  [readme, ...pages]
    .flatMap((text) => [...text.matchAll(/^```tsx? title="([^"]+)"\n(.*?)^```/gms)])
    .map(([, title = "", code = ""]) => [title, code]),
);

/** Blocks without a file's name, which must compile all the same, under names of their own. */
export const untitled: ReadonlyMap<string, string> = new Map(
  [...readme.matchAll(/^```(tsx?)\n(.*?)^```/gms)].map(([, kind = "", code = ""], at) => [
    `example-${at}.${kind}`,
    code,
  ]),
);

/** @throws {Error} when there is no such block. */
export function block(title: string): string {
  const code = blocks.get(title);
  if (code === undefined) throw new Error(`No page has a block titled ${title}.`);
  return code;
}

/** The commands under a heading, without their comments. */
export function commandsOf(heading: string): readonly string[] {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The README has no section "${heading}".`);
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, lines = ""]) => lines.split("\n"))
    .map((line) => line.replace(/\s+#.*$/, ""))
    .filter((line) => line !== "");
}

/** The packages that the commands under a heading install. */
export function packagesOf(heading: string): readonly string[] {
  return commandsOf(heading)
    .filter((line) => line.startsWith("npm install "))
    .flatMap((line) => line.split(/\s+/).slice(2))
    .filter((word) => !word.startsWith("-"));
}

/** The arguments after `npx` and the tool's name in the last command under a heading that runs it. */
export function argumentsOf(heading: string, tool: string): readonly string[] {
  const line = commandsOf(heading).findLast((text) => text.startsWith(`npx ${tool} `));
  if (line === undefined) throw new Error(`Nothing under "${heading}" runs ${tool}.`);
  return line.split(/\s+/).slice(2);
}
