/**
 * The tag as `Intl` accepts it: "en-US" for "en_US" and "en_US.UTF-8", as other platforms write a locale. Undefined for
 * text that is no tag of BCP 47, for which each formatter of `Intl` throws.
 */
export function knownLocale(tag: string | undefined): string | undefined {
  const [name = ""] = (tag ?? "").split(/[.@]/);
  try {
    return Intl.getCanonicalLocales(name.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}
