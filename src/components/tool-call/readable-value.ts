// budget: one reader whose shapes are tried one after the other
import { cutText } from "../../foundation/cut-text.js";
import { visibleText } from "../../foundation/visible-text.js";
import { filesOf, type FileView } from "../../timeline/file-view.js";
import { plainTerminalText } from "./terminal-text.js";

/**
 * A tool's input or output in a readable form. JSON in a string is parsed, and a tool protocol's result is split into its
 * parts. A program's output, changes to a file and pictures are recognised. Objects become named values or a table.
 * Anything else is shown as indented JSON.
 */
export type ReadableValue =
  /** `of` is only for arguments: a text, list or object without content. Absent for null. */
  | { readonly kind: "empty"; readonly of?: "text" | "list" | "object" }
  | { readonly kind: "text"; readonly text: string }
  /** A command, or a file's text. */
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "terminal"; readonly text: string; readonly exitCode?: number | undefined }
  | { readonly kind: "diff"; readonly text: string }
  | { readonly kind: "fields"; readonly fields: ReadableFields }
  | { readonly kind: "list"; readonly items: readonly ReadableValue[] }
  | { readonly kind: "table"; readonly columns: readonly string[]; readonly rows: readonly (readonly FieldValue[])[] }
  | {
      readonly kind: "image";
      readonly image: ReadableImage;
      /** Whether it shows a computer's screen. */
      readonly isScreen?: boolean | undefined;
    }
  | { readonly kind: "file"; readonly file: FileView }
  | { readonly kind: "parts"; readonly parts: readonly ReadableValue[] }
  | { readonly kind: "json"; readonly text: string };

export type ReadableFields = readonly (readonly [name: string, value: FieldValue | ReadableValue])[];

export type FieldValue = string | number | boolean | null;

/** A picture in the value itself, as base64, or at an address. */
export type ReadableImage = { readonly mediaType: string; readonly data: string } | { readonly url: string };

/** A field with more text than this, or with several lines, is a text of its own (characters). */
const longField = 400;
/** A value nested deeper than this is shown as JSON; the values around it are not. */
const deepest = 5;
const mostFields = 100;
/** Limit for the arguments of an approval: each is shown by itself, to be seen before Approve. */
const mostArguments = 1_000;
const mostItems = 50;
const mostColumns = 6;
const mostRows = 100;

/**
 * The kind of the value, where the caller has it. `arguments`: of an approval. Every field is shown under a label
 * of its own and every text unchanged; nothing is decomposed, joined or omitted.
 */
export type ReadAs = "terminal" | "arguments";

export function readValue(value: unknown, as?: ReadAs, depth = 0): ReadableValue {
  // A text within arguments stays a text, also one that looks like JSON: what would run takes it as it is.
  const isText = typeof value === "string" && !(as === "arguments" && depth > 0);
  const parsed = isText ? parseStructure(value) : value;
  if (parsed === undefined || parsed === null) return { kind: "empty" };
  if (parsed === "") return emptyOf("text", as);
  if (typeof parsed === "string") return readText(parsed, as);
  if (typeof parsed !== "object") return { kind: "text", text: stringify(parsed) };
  return readObject(parsed, as, depth);
}

function readObject(parsed: object, as: ReadAs | undefined, depth: number): ReadableValue {
  if (Object.keys(parsed).length === 0) return emptyOf(Array.isArray(parsed) ? "list" : "object", as);
  return (
    (as === "arguments" ? undefined : readKnown(parsed, depth)) ??
    readTable(parsed, as) ??
    readList(parsed, as, depth) ??
    readFields(parsed, as, depth) ?? { kind: "json", text: stringify(parsed) }
  );
}

function emptyOf(kind: "text" | "list" | "object", as: ReadAs | undefined): ReadableValue {
  return as === "arguments" ? { kind: "empty", of: kind } : { kind: "empty" };
}

/** A known shape. Other fields of the value may be omitted. */
function readKnown(value: object, depth: number): ReadableValue | undefined {
  return (
    readCallOutput(value, depth) ??
    readFile(value) ??
    readPicture(value) ??
    readParts(value, depth) ??
    readCommand(value) ??
    readTerminal(value) ??
    readDiff(value)
  );
}

/** A short summary of the value, for the line of a folded call; undefined without one. */
export function briefValue(value: unknown): string | undefined {
  const read = readValue(value);
  // For a diff, the changed file; for a command, itself.
  const named = read.kind === "parts" ? read.parts[0] : read;
  if (named?.kind === "terminal" || (named?.kind === "text" && read === named)) return firstLine(named.text);
  return named?.kind === "fields" ? briefField(named.fields) : undefined;
}

/** Fields about how a call runs, not about its subject. */
const settings = /^(?:ms|.*(?:timeout|format|encoding|locale|timezone)|units?|mode|version)$/i;
/** Fields whose number is the subject of a call. */
const subject = /(?:id|number|order|amount|count|year)$/i;

/** The path or the query, or else the first text, or the number of what it is about. A bare number does not help. */
function briefField(fields: (ReadableValue & { readonly kind: "fields" })["fields"]): string | undefined {
  const flat = fields.filter((field): field is readonly [string, FieldValue] => isFlat(field[1]));
  const texts = flat.filter(
    ([name, field]) => typeof field === "string" && /\p{L}/u.test(field) && !settings.test(name),
  );
  const named =
    texts.find(([name]) => name === "path" || name === "query") ??
    texts[0] ??
    flat.find(([name]) => subject.test(name));
  return named && firstLine(String(named[1]));
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return visibleText(line.length > 80 ? `${cutText(line, 79)}…` : line);
}

function readText(text: string, as: ReadAs | undefined): ReadableValue {
  const image = as === undefined ? imageOf(text) : undefined;
  if (image) return { kind: "image", image };
  if (isDiff(text)) return { kind: "diff", text };
  if (as === "arguments") return { kind: "text", text };
  // oxlint-disable-next-line no-control-regex -- the character that begins a terminal's commands
  if (as === "terminal" || /\u001b\[/.test(text)) return { kind: "terminal", text: plainTerminalText(text) };
  return { kind: "text", text };
}

function isDiff(text: string): boolean {
  return /^(diff --git |--- .*\n\+\+\+ |@@ -\d)/m.test(text) && /^@@ -\d/m.test(text);
}

/** The body of a change without line numbers: each line is added, removed, kept or names a place. */
function isPatch(text: string): boolean {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.some((line) => /^[+-]/.test(line)) && lines.every((line) => /^(?:[+\- ]|@@|\*\*\* )/.test(line));
}

/** A computer's screenshot: `{type: "computer_screenshot", image_url}`, or the picture's bytes in `data`. */
function readPicture(value: object): ReadableValue | undefined {
  const { type, data, image_url: address = data, imageUrl = address } = value as Fields;
  if (type !== "computer_screenshot" || typeof imageUrl !== "string") return undefined;
  const image =
    imageOf(imageUrl) ?? (imageUrl === data ? { mediaType: "image/png", data: imageUrl } : { url: imageUrl });
  return { kind: "image", image, isScreen: true };
}

/** The picture in a `data:` address. */
function imageOf(text: string): ReadableImage | undefined {
  const [, mediaType, data] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/=\s]+)$/.exec(text) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}

type Fields = Readonly<Record<string, unknown>>;

/** The output of a provider's own call, such as `{type: "apply_patch_call_output", status, output}`, without its wrapping. */
function readCallOutput(value: object, depth: number): ReadableValue | undefined {
  const { type, id: _, call_id: __, status, ...rest } = value as Fields;
  if (typeof type !== "string" || !type.endsWith("_call_output") || depth > deepest) return undefined;
  const told: Fields = status === undefined || status === "completed" ? rest : { status, ...rest };
  if (Object.keys(told).length === 0) return { kind: "empty" };
  const { output, ...others } = told;
  return readValue(Object.keys(others).length === 0 ? output : told, undefined, depth + 1);
}

/** A file of the service, as messages name theirs. */
function readFile(value: object): ReadableValue | undefined {
  const [file] = filesOf([value]);
  return file && { kind: "file", file };
}

/** Fields about where and how a command runs. */
const surroundings = /^(?:machine|shell|cwd|work(?:ing)?[_-]?dir(?:ectory)?|env|description|timeout\w*)$/i;

/** A command for a shell, and where it runs. */
function readCommand(value: object): ReadableValue | undefined {
  const { command, ...rest } = value as Fields;
  if (typeof command !== "string" || !Object.keys(rest).every((name) => surroundings.test(name))) return undefined;
  const shown: ReadableValue = { kind: "terminal", text: `$ ${command}` };
  return Object.keys(rest).length === 0 ? shown : { kind: "parts", parts: [shown, readValue(rest, undefined, 1)] };
}

/** Output of a program, with or without its exit code. */
function readTerminal(value: object): ReadableValue | undefined {
  const { stdout, stderr, output, exitCode, exit_code: otherCode } = value as Fields;
  const code = exitCode ?? otherCode;
  const printed = [stdout ?? (typeof code === "number" ? output : undefined), stderr];
  const texts = printed.filter((text): text is string => typeof text === "string" && text !== "");
  if (typeof stdout !== "string" && typeof stderr !== "string" && texts.length === 0) return undefined;
  return {
    kind: "terminal",
    text: plainTerminalText(texts.join("\n")),
    ...(typeof code === "number" && { exitCode: code }),
  };
}

function readDiff(value: object): ReadableValue | undefined {
  const { diff, patch } = value as Fields;
  const text = diff ?? patch;
  if (typeof text !== "string" || !(isDiff(text) || isPatch(text))) return undefined;
  const rest = Object.entries(value).filter(([, field]) => field !== text);
  const changes: ReadableValue = { kind: "diff", text };
  if (rest.length === 0) return changes;
  return { kind: "parts", parts: [readValue(Object.fromEntries(rest), undefined, 1), changes] };
}

/** `{content: [{type: "text", text}, {type: "image", data, mimeType}]}`, as the Model Context Protocol answers. */
function readParts(value: object, depth: number): ReadableValue | undefined {
  const content = Array.isArray(value) ? value : (value as { content?: unknown }).content;
  if (!Array.isArray(content) || content.length === 0 || depth > deepest) return undefined;
  const parts = content.map(readPart);
  if (parts.includes(undefined)) return undefined;
  const found = joinTexts(parts as readonly (string | ReadableImage)[]).map((part): ReadableValue =>
    typeof part === "string" ? readValue(part, undefined, depth + 1) : { kind: "image", image: part },
  );
  const all = [...found, ...filesBeside(value)];
  return all.length === 1 ? all[0] : { kind: "parts", parts: all };
}

/** The files in the other fields of an answer, such as `resources`. */
function filesBeside(value: object): readonly ReadableValue[] {
  const others = Array.isArray(value) ? [] : Object.entries(value).filter(([name]) => name !== "content");
  return filesOf(others.flatMap(([, other]): unknown => other)).map((file) => ({ kind: "file", file }));
}

function readPart(part: unknown): string | ReadableImage | undefined {
  if (typeof part !== "object" || part === null) return undefined;
  const { text, type, data, mimeType, mediaType = mimeType, url, image_url: address = url } = part as Fields;
  if (typeof text === "string") return text;
  if (typeof type !== "string" || !type.includes("image")) return undefined;
  if (typeof data === "string" && typeof mediaType === "string") return { mediaType, data };
  const source = typeof address === "object" && address !== null ? (address as { url?: unknown }).url : address;
  return typeof source === "string" ? { url: source } : undefined;
}

function joinTexts(parts: readonly (string | ReadableImage)[]): (string | ReadableImage)[] {
  const joined: (string | ReadableImage)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") joined[joined.length - 1] = `${last}\n\n${part}`;
    else joined.push(part);
  }
  return joined;
}

function readTable(value: object, as: ReadAs | undefined): ReadableValue | undefined {
  if (!Array.isArray(value)) return undefined;
  // Files are shown each by itself.
  if (as !== "arguments" && filesOf(value).length > 0) return undefined;
  if (value.every(isFlat) && (as !== "arguments" || isDistinctInLine(value)))
    return { kind: "text", text: value.map(String).join(value.length > 8 ? "\n" : ", ") };
  if (value.length > mostRows || !value.every((row) => isPlain(row) && Object.values(row).every(isFlat)))
    return undefined;
  const columns = [...new Set(value.flatMap((row) => Object.keys(row as object)))];
  if (columns.length > mostColumns) return undefined;
  // A cell cannot show that its field is missing.
  const isWhole = columns.length > 0 && value.every((row) => Object.keys(row as object).length === columns.length);
  if (as === "arguments" && !isWhole) return undefined;
  const rows = (value as readonly Fields[]).map((row) => columns.map((name) => (row[name] ?? null) as FieldValue));
  return { kind: "table", columns, rows };
}

/** Whether no other list reads the same when it is joined by commas: a person decides by what it reads like. */
function isDistinctInLine(list: readonly FieldValue[]): boolean {
  const kind = typeof list[0];
  return list.every((one) => typeof one === kind && one !== null && /^(?!\s)[^,]+(?<!\s)$/.test(String(one)));
}

function readList(value: object, as: ReadAs | undefined, depth: number): ReadableValue | undefined {
  if (!Array.isArray(value) || value.length > mostItems || depth > deepest) return undefined;
  return { kind: "list", items: value.map((item) => readValue(item, as, depth + 1)) };
}

/** Each field by itself: one that is long or deep changes nothing about its neighbours. */
function readFields(value: object, as: ReadAs | undefined, depth: number): ReadableValue | undefined {
  const entries = Object.entries(value);
  const most = as === "arguments" && depth === 0 ? mostArguments : mostFields;
  if (Array.isArray(value) || entries.length > most || depth > deepest) return undefined;
  const fields = entries.map(([name, field]) => {
    if (isFlat(field)) return [name, field] as const;
    return [name, typeof field === "string" ? readText(field, as) : readValue(field, as, depth + 1)] as const;
  });
  return { kind: "fields", fields };
}

export function isFlat(value: unknown): value is FieldValue {
  if (typeof value === "string") return value.length <= longField && !value.includes("\n") && !value.includes("\u001b");
  return value === null || typeof value === "number" || typeof value === "boolean";
}

function isPlain(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseStructure(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const parsed: unknown = JSON.parse(text);
    return isNested(parsed) ? text : parsed;
  } catch {
    // Arguments that still stream, or text that only looks like JSON.
    return text;
  }
}

/** JSON, indented unless it is nested so deep that the indentation would exceed the content. */
export function stringify(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, isNested(value) ? 0 : 2) ?? "";
  } catch {
    // A ring, a big number, or more levels than the platform writes.
    return typeof value === "object" ? "{…}" : String(value as bigint);
  }
}

/** From here on values in values are no lines of their own (levels). */
const mostLevels = 64;

function isNested(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}
