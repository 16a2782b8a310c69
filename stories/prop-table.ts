import type { SendKey, UseChatOptions } from "@service/react";
import type { ArgsEnhancer, ArgTypesEnhancer, InputType, StrictArgTypes } from "storybook/internal/types";

interface DocgenProp {
  readonly tsType?: { readonly name: string; readonly raw?: string };
  readonly description?: string;
}

const docgenOf = (component: unknown) =>
  (component as { readonly __docgenInfo?: { readonly props?: Record<string, DocgenProp> } } | undefined)?.__docgenInfo
    ?.props;

/** The rows of a component's table, for one that the page's stories do not draw. */
export function propsOf(component: unknown): StrictArgTypes {
  return Object.fromEntries(Object.entries(docgenOf(component) ?? {}).map(([name, prop]) => [name, rowOf(name, prop)]));
}

function rowOf(name: string, prop: DocgenProp) {
  const [meaning = "", byDefault] = (prop.description ?? "").split(/\s*@default\s+/);
  const summary = typeOf(prop);
  const table = {
    type: { summary },
    ...(byDefault && { defaultValue: { summary: byDefault } }),
    ...(meaning.includes("@deprecated") && { disable: true }),
  };
  return { name, description: meaning, table, ...controlOf(name, summary) };
}

/** The control of a prop whose type has a name: its table does not list the values of the name. */
export function oneOf(options: readonly string[]): InputType {
  return { control: { type: "select" }, options };
}

type WhenBusy = NonNullable<UseChatOptions["whenBusy"]>;

/** Choices of props whose types have a name. */
const choices: Readonly<Record<string, readonly (string | number)[]>> = {
  headingLevel: [2, 3, 4, 5],
  sendKey: ["auto", "enter", "mod-enter"] satisfies readonly SendKey[],
  whenBusy: ["queue", "steer", "reject"] satisfies readonly WhenBusy[],
};

/** The control of a prop with named examples, such as a decision in each of its states. */
export function oneExampleOf(examples: Readonly<Record<string, unknown>>): InputType {
  return { ...oneOf(Object.keys(examples)), mapping: examples };
}

/** Makes prop tables show whole types and defaults, like the source, without deprecated props. */
export const readableProps: ArgTypesEnhancer = ({ component, argTypes }) => {
  const props = docgenOf(component);
  const entries = Object.entries(argTypes).map(([name, argType]) => {
    const prop = props?.[name];
    if (!prop) return [name, argType] as const;
    const row = rowOf(name, prop);
    const { control, options } = argType;
    // Options are the story's own: a table has them from an inline union alone.
    const chosen = options !== undefined && row.control === false ? { control, options } : {};
    return [name, { ...argType, ...row, ...chosen, table: { ...argType.table, ...row.table } }] as const;
  });
  return Object.fromEntries(entries.toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)));
};

/** Required props come first in a table, then those that a reader can change. */
function rankOf({ type, control }: { readonly type?: unknown; readonly control?: unknown }): number {
  if ((type as { readonly required?: boolean } | undefined)?.required) return 0;
  return control === undefined || control === false ? 2 : 1;
}

/** Props that change nothing that a reader of the stories sees, or that a story sets once. */
const unseen = new Set("aria-label api keptAs open restoreKey sessionId showItem startedAt workspaceId".split(" "));

/** Every seeded value, by its prop. */
const seeded = new Map<string, Set<unknown>>();

/**
 * The first values of a story's controls: the defaults of its props. Text is not seeded in tests, which look for words
 * that are in no catalogue.
 */
export const seededArgs: ArgsEnhancer = ({ argTypes, initialArgs }) => {
  const args: Record<string, unknown> = {};
  for (const [name, { control, table, options }] of Object.entries(argTypes)) {
    const type = (control as { readonly type?: string } | false | undefined) || {};
    const value = valueOf(table?.defaultValue?.summary ?? "");
    if (name in initialArgs || type.type === undefined || value === undefined) continue;
    if (type.type === "text" && "__vitest_browser__" in globalThis) continue;
    if (options && !options.includes(value)) continue;
    args[name] = value;
    seeded.set(name, (seeded.get(name) ?? new Set()).add(value));
  }
  return args;
};

/** Whether a prop is in the code of a story: a default is not. */
export const isOwnProp = (value: unknown, name: string): boolean =>
  value !== undefined && !seeded.get(name)?.has(value);

/** A default as it is written in a docstring: a literal, with or without words behind it, or a text of the catalogue. */
function valueOf(byDefault: string): string | number | boolean | undefined {
  const [, text, word, number] = /^(?:the catalogue's )?"([^"]+)"|^(true|false)\b|^(\d+)$/.exec(byDefault.trim()) ?? [];
  if (text !== undefined) return text;
  if (word !== undefined) return word === "true";
  return number === undefined ? undefined : Number(number);
}

function typeOf({ tsType }: DocgenProp): string {
  const raw = tsType?.raw ?? tsType?.name ?? "unknown";
  return raw
    .replace(/\s+/g, " ")
    .replace(/^\| /, "")
    .replace(/ \| undefined\b/g, "");
}

function controlOf(name: string, type: string): ReturnType<typeof controlFor> {
  if (unseen.has(name)) return { control: false };
  const options = choices[name];
  return options ? { control: { type: "select" }, options } : controlFor(type);
}

function controlFor(
  type: string,
):
  | { control: false | { type: "text" | "boolean" } }
  | { control: { type: "select" }; options: readonly (string | number)[] } {
  if (type === "string") return { control: { type: "text" } };
  if (type === "boolean") return { control: { type: "boolean" } };
  const numbers = /^\d(?: \| \d)+$/.test(type) ? type.split(" | ").map(Number) : null;
  if (numbers) return { control: { type: "select" }, options: numbers };
  const words = type.match(/^"[^"]+"(?: \| "[^"]+")+$/) ? type.replaceAll('"', "").split(" | ") : null;
  return words ? { control: { type: "select" }, options: words } : { control: false };
}
