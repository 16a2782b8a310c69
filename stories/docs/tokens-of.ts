/** The tokens that the rules of these classes use, read from the kit's sheets. */
export function tokensOf(classes: readonly string[], sheets: readonly string[]): readonly string[] {
  const own = new RegExp(`\\.(${classes.join("|")})(?![a-z-])`);
  const used = sheets
    .flatMap((sheet) => [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)])
    .filter(([, selector = ""]) => own.test(selector))
    .flatMap(([, , body = ""]) => [...body.matchAll(/var\((--sv-[a-z-]+)/g)].map(([, name = ""]) => name));
  return [...new Set(used)].filter((name) => !/^--sv-(light|dark)$/.test(name)).toSorted();
}
