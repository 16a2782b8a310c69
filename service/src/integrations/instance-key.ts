/** Unique key of an integration among those of one owner. It prefixes the names of its tools. */
export const maxInstanceKeyLength = 24;

/** Between an integration's key and the tool's own name. */
export const separator = "__";

/** Lower-case letters and digits with single hyphens between them. */
export const instanceKeyForm = /^(?=.{1,24}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** A prefix of tools as it is compared with others. One that differs in case or in `_` alone is taken for the same one. */
export function comparedPrefix(prefix: string): string {
  return prefix.toLowerCase().replaceAll("_", "-");
}

/** The key of an integration that is not given one, the same for the same title. */
export function instanceKeyOf(title: string): string {
  const key = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, maxInstanceKeyLength)
    .replace(/-+$/, "");
  return key === "" ? "integration" : key;
}

/** The wished key, or the first that is free with a number behind it. */
export function freeKey(wish: string, taken: readonly string[]): string {
  if (!taken.includes(wish)) return wish;
  for (let number = 2; ; number += 1) {
    const end = `-${number}`;
    const key = wish.slice(0, maxInstanceKeyLength - end.length).replace(/-+$/, "") + end;
    if (!taken.includes(key)) return key;
  }
}
