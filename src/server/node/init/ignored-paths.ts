/** Finds the paths that a `.gitignore` lacks. Pure. */

/** Returns the paths that no line of this `.gitignore` names. Understands `*`; skips lines with `!`. */
export function missingPaths(gitignore: string, paths: readonly string[]): readonly string[] {
  const patterns = gitignore
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\//, "").replace(/\/$/, ""))
    .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("!"));
  return paths.filter((path) => !patterns.some((pattern) => matches(pattern, path)));
}

function matches(pattern: string, path: string): boolean {
  const source = pattern.split(/\*+/).map((text) => text.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(`^${source.join(".*")}$`).test(path);
}

/** The text that adds the paths to the end of this `.gitignore`. */
export function linesFor(gitignore: string, paths: readonly string[]): string {
  const gap = gitignore === "" ? "" : gitignore.endsWith("\n") ? "\n" : "\n\n";
  return `${gap}# Added by service-sdk init\n${paths.map((path) => `${path}\n`).join("")}`;
}
