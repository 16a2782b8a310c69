/** The English of the reader's region: "en-DE" where the browser speaks German; undefined where it, or a server, speaks English. */
export function readersEnglish(): string | undefined {
  return englishOf((globalThis.navigator as Partial<Navigator> | undefined)?.language ?? "en");
}

/** Exported for tests. */
export function englishOf(language: string): string | undefined {
  if (/^en\b/.test(language)) return undefined;
  try {
    const { region } = new Intl.Locale(language).maximize();
    return region ? `en-${region}` : "en";
  } catch {
    // Not a tag of BCP 47, as "C" of a system without languages.
    return "en";
  }
}
