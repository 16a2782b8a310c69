/**
 * The format of `test/mutations/*.txt`: a line `Runs: --project <name> <files> [-t <pattern>]`, then one or more
 * edits, each with a part `Code:` and a part `Becomes:`. Code is whole lines that occur once in the tree, in any
 * file: comments and white space do not count, so an edit survives rewording, formatting and moved files.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const sourceFiles = /^(src|sdk|service\/src|examples\/host\/src|scripts|docs\/deploy)\/.*\.(tsx?|mjs|css|conf)$/;

/** @throws {Error} where the text is no mutation; the message names it and what it lacks. */
export function readMutation(name, text) {
  const [, project, rest] = /^Runs: --project (\S+) (.+)$/m.exec(text) ?? [];
  if (!project) throw new Error(`${name} has no line "Runs: --project <name> <files>".`);
  const [files, pattern] = rest.split(" -t ");
  const edits = text
    .split(/^Code:\n/m)
    .slice(1)
    .map((part) => {
      const [code, becomes, ...more] = part.split(/^Becomes:\n?/m);
      if (becomes === undefined || more.length > 0 || flatten(code).text === "")
        throw new Error(`${name} has a part "Code:" that is empty or without one part "Becomes:".`);
      return { code, becomes };
    });
  if (edits.length === 0) throw new Error(`${name} has no part "Code:".`);
  return { name, project, files: files.split(" "), pattern, edits };
}

/** The tree's own code, without tests. `root` is a checkout, `place` where its files are read. @default `root` */
export function readSources(root, place = root) {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  return listed
    .split("\n")
    .filter((file) => sourceFiles.test(file) && existsSync(join(place, file)))
    .map((file) => sourceOf(file, readFileSync(join(place, file), "utf8")));
}

export function sourceOf(file, text) {
  return { file, text, flat: flatten(text) };
}

/** Where `code` occurs: the file and the range of its text. */
function placesOf(sources, code) {
  const wanted = flatten(code).text;
  return sources.flatMap(({ file, flat }) => {
    const places = [];
    for (let at = flat.text.indexOf(wanted); at >= 0; at = flat.text.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      if (flat.starts.has(at) && (flat.starts.has(end) || end === flat.text.length))
        places.push({ file, start: flat.offsets[at], end: flat.offsets[end - 1] + 1 });
    }
    return places;
  });
}

/** The text of one file with an edit applied, or the fault of the edit. */
export function applyEdit(sources, { code, becomes }) {
  const places = placesOf(sources, code);
  if (places.length !== 1) {
    const where = places.map(({ file }) => file).join(", ");
    const first = code.trim().split("\n")[0];
    return { fault: `its code stands ${places.length} times in the tree, not once: "${first}" ${where}`.trim() };
  }
  const [{ file, start, end }] = places;
  const { text } = sources.find((source) => source.file === file);
  return { file, text: text.slice(0, start) + becomes.trim() + text.slice(end) };
}

/** A text without comments and white space; `offsets` are the places of its characters, `starts` where a line begins. */
function flatten(source) {
  const characters = [];
  const offsets = [];
  const starts = new Set();
  let at = 0;
  for (const line of source.split("\n")) {
    const code = withoutComment(line);
    starts.add(characters.length);
    for (let index = 0; index < code.length; index += 1) {
      if (/\s/.test(code[index])) continue;
      characters.push(code[index]);
      offsets.push(at + index);
    }
    at += line.length + 1;
  }
  return { text: characters.join(""), offsets, starts };
}

/** A comment-like part of a string is dropped on both sides alike, so it causes no false match. */
function withoutComment(line) {
  return /^\s*(\/\/|\/\*|\*|\{\/\*|# )/.test(line) ? "" : line.replace(/\s(\/\/|\/\*) .*$/, "");
}
