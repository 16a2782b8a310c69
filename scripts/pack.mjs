/**
 * Packs the packages as they are published: `dist`, README, licence, and a package.json without what only this
 * repository needs (source conditions, scripts, workspaces, development dependencies), and the pages that the README leads
 * to. `node scripts/pack.mjs <folder>`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");

// Of the staging folder all is packed, so no `files` need say what.
const ownOnly = ["scripts", "workspaces", "devDependencies", "overrides", "allowScripts", "files"];

/** What a user of the packages reads. */
const pages = [
  "LICENSE",
  "CHANGELOG.md",
  "SECURITY.md",
  "docs/guide.md",
  "docs/protocol.md",
  "docs/deploy.md",
  "docs/deploy",
];

/** The README without links to what is only in this repository: decisions, and how to work on it. */
const publishedReadme = () =>
  readFileSync(join(root, "README.md"), "utf8").replace(
    /\[([^\]]+)\]\((?!https?:|#)([^)#]+)[^)]*\)/g,
    (link, text, file) => (pages.includes(file) ? link : text),
  );

function published(manifest) {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([name]) => !ownOnly.includes(name)));
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([name, target]) => {
      if (typeof target === "string") return [name, target];
      const { "service-source": _, ...conditions } = target;
      return [name, conditions];
    }),
  );
  return { ...kept, exports };
}

/** Gives the path of each tarball by package name. */
export function packAll(folder) {
  mkdirSync(folder, { recursive: true });
  const tarballs = {};
  for (const place of [".", "sdk", "service"]) {
    const from = join(root, place);
    const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
    const staging = mkdtempSync(join(tmpdir(), "pack-"));
    cpSync(join(from, "dist"), join(staging, "dist"), { recursive: true });
    for (const file of pages) cpSync(join(root, file), join(staging, file), { recursive: true });
    writeFileSync(join(staging, "README.md"), publishedReadme());
    writeFileSync(join(staging, "package.json"), `${JSON.stringify(published(manifest), null, 2)}\n`);
    const out = execFileSync("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", resolve(folder)], {
      cwd: staging,
      encoding: "utf8",
    });
    const report = JSON.parse(out);
    const entry = Array.isArray(report) ? report[0] : Object.values(report)[0];
    tarballs[manifest.name] = join(resolve(folder), entry.filename);
    rmSync(staging, { recursive: true, force: true });
  }
  return tarballs;
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  console.log(Object.values(packAll(process.argv[2] ?? "packages")).join("\n"));
}
