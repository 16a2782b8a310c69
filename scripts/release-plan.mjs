/** Computes a release from texts alone: its entries, its version and its part of the changelog. */
import parseChangeset from "@changesets/parse";

/** In the order of the changelog. */
const kinds = ["Breaking", "Security", "Added", "Changed", "Deprecated", "Removed", "Fixed"];

/** The entries below "Unreleased", each with its continuation lines. Throws for one without a kind. */
export function unreleasedEntries(changelog) {
  const [, section] = /^## Unreleased\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
  if (section === undefined) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  const entries = section
    .split(/^(?=- )/m)
    .map((text) => text.trim())
    .filter((text) => text.startsWith("- "));
  const unknown = entries.find((entry) => kindOf(entry) === undefined);
  if (unknown === undefined) return entries;
  throw new Error(
    `"${unknown.split("\n")[0]}" in CHANGELOG.md must begin with one of ${kinds.join(", ")} and a colon.`,
  );
}

/** The entry of a changeset's file. `file` is named in errors. */
export function changesetEntry(file, text) {
  const { releases, summary } = parseChangeset.default?.(text) ?? parseChangeset(text);
  if (releases.length !== 1 || releases[0].name !== "@service/sdk") {
    throw new Error(`${file} must name "@service/sdk" and nothing else: the packages have one version.`);
  }
  const entry = `- ${summary.trim().replaceAll("\n", "\n  ")}`;
  if (kindOf(entry) === undefined) throw new Error(`${file} must begin with one of ${kinds.join(", ")} and a colon.`);
  return { entry, bump: releases[0].type };
}

function kindOf(entry) {
  return kinds.find((kind) => entry.startsWith(`- ${kind}:`));
}

/**
 * The version after `current`. Before 1.0 a breaking change raises the minor version, and so does a new feature; after it,
 * the major one. `bumps` are those that changesets ask for.
 */
export function nextVersion(current, entries, bumps = []) {
  const [major, minor, patch] = current.split(".").map(Number);
  if (entries.length === 0) throw new Error("There is nothing to release: no changeset, and nothing below Unreleased.");
  const has = (...wanted) => entries.some((entry) => wanted.includes(kindOf(entry)));
  const isBreaking = bumps.includes("major") || has("Breaking");
  if (isBreaking && major > 0) return `${major + 1}.0.0`;
  const isMinor = isBreaking || bumps.includes("minor") || has("Added", "Changed", "Deprecated", "Removed");
  return isMinor ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** The changelog with the entries below a new version, by kind, and an empty "Unreleased". */
export function releasedChangelog(changelog, version, date, entries) {
  const listed = kinds.flatMap((kind) => entries.filter((entry) => kindOf(entry) === kind));
  const section = `## Unreleased\n\n## ${version} (${date})\n\n${listed.join("\n")}\n\n`;
  return changelog.replace(/^## Unreleased\n[^]*?(?=^## |$(?![^]))/m, () => section).trimEnd() + "\n";
}

/** A manifest's text with the new version, also where it names a sibling. */
export function withVersion(manifest, current, version) {
  return manifest
    .replace(`"version": "${current}"`, `"version": "${version}"`)
    .replaceAll(/("@service\/(?:react|sdk|embedded)": ")(\^?)([^"]+)"/g, (line, name, range, had) =>
      had === current ? `${name}${range}${version}"` : line,
    );
}
