/** The example of a story's own source: its imports from the kit, and everything up to the story itself. */
export function exampleOf(source: string): string {
  const imports = source.match(/^import \{[^}]*\} from "@service\/react";$/m)?.[0] ?? "";
  const example = source.slice(source.indexOf("/**"), source.indexOf("const meta"));
  return `${imports}\n\n${example.trim()}`;
}
