/**
 * Packs the packages as they are published: `dist`, README, licence, and a package.json without what only this
 * repository needs (source conditions, scripts, workspaces, development dependencies), and the documents for users. `node scripts/pack.mjs <folder>`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");

// The whole staging folder is packed, so `files` is not needed.
const ownOnly = ["scripts", "workspaces", "devDependencies", "overrides", "allowScripts", "files"];

const docs = ["docs", "docs/api"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`),
);

/** Documents that are packed: everything for a user of the packages. Decisions and notes for contributors stay out. */
const pages = ["README.md", "CHANGELOG.md", "SECURITY.md", "llms.txt", ...docs];
const files = ["LICENSE", "docs/deploy", "docs/openapi.json"];

/** A page without the links to files that are not packed. */
const publishedPage = (page) =>
  readFileSync(join(root, page), "utf8").replace(
    /\[([^\]]+)\]\((?!https?:|#)([^)#]+)[^)]*\)/g,
    (link, text, target) => {
      const file = join(dirname(page), target);
      return [...pages, ...files].some((packed) => file === packed || file.startsWith(`${packed}/`)) ? link : text;
    },
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
    for (const file of files) cpSync(join(root, file), join(staging, file), { recursive: true });
    for (const page of pages) {
      mkdirSync(dirname(join(staging, page)), { recursive: true });
      writeFileSync(join(staging, page), publishedPage(page));
    }
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
