/**
 * Makes what a tool took and gave readable: JSON in a string is read, the text parts of a tool protocol's result are
 * joined, a flat object becomes named values. Anything else is shown as indented JSON.
 */
export type ReadableValue =
  | { readonly kind: "empty" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "fields"; readonly fields: readonly (readonly [name: string, value: FieldValue])[] }
  | { readonly kind: "json"; readonly text: string };

export type FieldValue = string | number | boolean | null;

/** A field with more text than this makes the whole value JSON (characters). */
const longField = 400;

export function readValue(value: unknown): ReadableValue {
  const parsed = typeof value === "string" ? parseStructure(value) : value;
  if (parsed === undefined || parsed === null || parsed === "") return { kind: "empty" };
  if (typeof parsed === "string") return { kind: "text", text: parsed };
  if (typeof parsed !== "object") return { kind: "text", text: stringify(parsed) };
  const text = textOfContent(parsed);
  if (text !== undefined) return readValue(text);
  const fields = Object.entries(parsed);
  if (fields.length === 0) return { kind: "empty" };
  return !Array.isArray(parsed) && fields.every(isFlat)
    ? { kind: "fields", fields }
    : { kind: "json", text: stringify(parsed) };
}

/** A few words of the value, for the line of a folded call; undefined when there is nothing short to say. */
export function briefValue(value: unknown): string | undefined {
  const read = readValue(value);
  if (read.kind === "text") return firstLine(read.text);
  if (read.kind !== "fields") return undefined;
  const named = read.fields.find(([, field]) => typeof field === "string" && field !== "") ?? read.fields[0];
  return named && firstLine(String(named[1]));
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function isFlat(field: readonly [string, unknown]): field is [string, FieldValue] {
  const value = field[1];
  if (typeof value === "string") return value.length <= longField;
  return value === null || typeof value === "number" || typeof value === "boolean";
}

function parseStructure(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // Arguments that still stream, or text that only looks like JSON.
    return text;
  }
}

/** `{content: [{type: "text", text}]}`, as the Model Context Protocol answers. */
function textOfContent(value: object): string | undefined {
  const content = Array.isArray(value) ? value : (value as { content?: unknown }).content;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const texts = content.map((part: unknown) => (part as { type?: unknown; text?: unknown } | null)?.text);
  return texts.every((text) => typeof text === "string") ? texts.join("\n\n") : undefined;
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return String(value);
  }
}
