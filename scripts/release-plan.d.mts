export function unreleasedEntries(changelog: string): string[];
export function changesetEntry(
  file: string,
  text: string,
): { entry: string; bump: "major" | "minor" | "patch" | "none" };
export function nextVersion(current: string, entries: readonly string[], bumps?: readonly string[]): string;
export function releasedChangelog(changelog: string, version: string, date: string, entries: readonly string[]): string;
export function withVersion(manifest: string, current: string, version: string): string;
