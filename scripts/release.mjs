/**
 * `npm run release`: raises the version, moves the changes into it, builds, tests, packs, checks the packages,
 * commits and tags. It publishes and pushes nothing: its last lines explain how. `-- --dry-run` prints the version
 * and its changes.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packAll } from "./pack.mjs";
import { root } from "./prepare.mjs";
import { changesetEntry, nextVersion, releasedChangelog, unreleasedEntries, withVersion } from "./release-plan.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const write = (path, text) => writeFileSync(join(root, path), text);
const run = (program, ...args) => execFileSync(program, args, { cwd: root, stdio: "inherit" });
const bin = (name) => join(root, "node_modules/.bin", name);

const manifests = ["package.json", "sdk/package.json", "service/package.json", "examples/host/package.json"];
const current = JSON.parse(read("package.json")).version;
const files = readdirSync(join(root, ".changeset"))
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => `.changeset/${name}`);
const sets = files.map((file) => changesetEntry(file, read(file)));
const changelog = read("CHANGELOG.md");
const entries = [...sets.map(({ entry }) => entry), ...unreleasedEntries(changelog)];
const version = nextVersion(
  current,
  entries,
  sets.map(({ bump }) => bump),
);
console.log(`${current} → ${version}, ${entries.length} changes.`);
if (process.argv.includes("--dry-run")) {
  console.log(entries.join("\n"));
  process.exit(0);
}
if (execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }) !== "") {
  console.error("Commit your changes first: a release consists of what is committed.");
  process.exit(1);
}

for (const path of manifests) write(path, withVersion(read(path), current, version));
write("service/src/version.ts", read("service/src/version.ts").replace(`"${current}"`, `"${version}"`));
write("CHANGELOG.md", releasedChangelog(changelog, version, new Date().toISOString().slice(0, 10), entries));
for (const file of files) rmSync(join(root, file));
run("npm", "install", "--package-lock-only", "--no-audit", "--no-fund");
run(process.execPath, "scripts/openapi.mjs");
run(process.execPath, "scripts/build.mjs");
run(process.execPath, "scripts/api.mjs");
run(process.execPath, "scripts/test.mjs");
const tarballs = packAll(join(root, "packages"));
for (const tarball of Object.values(tarballs)) run(bin("publint"), "--strict", tarball);
run(
  "git",
  "add",
  "-A",
  "--",
  ...manifests,
  "package-lock.json",
  "CHANGELOG.md",
  ".changeset",
  "service",
  "docs",
  "etc",
);
run("git", "commit", "-m", `release: ${version}`);
run("git", "tag", "-a", `v${version}`, "-m", `Version ${version}`);
console.log(`Tagged v${version}. To publish:\n  git push --follow-tags`);
for (const tarball of Object.values(tarballs)) console.log(`  npm publish --access public ${tarball}`);
