import type { SendKey } from "@service/react";
import type { ArgTypesEnhancer, InputType, StrictArgTypes } from "storybook/internal/types";

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
  return { name, description: meaning, table, ...controlFor(summary) };
}

/** The control of a prop whose type has a name: its table does not list what the name stands for. */
export function oneOf(options: readonly string[]): InputType {
  return { control: { type: "select" }, options };
}

export const sendKeys = oneOf(["auto", "enter", "mod-enter"] satisfies readonly SendKey[]);

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
  return Object.fromEntries(entries);
};

function typeOf({ tsType }: DocgenProp): string {
  const raw = tsType?.raw ?? tsType?.name ?? "unknown";
  return raw
    .replace(/\s+/g, " ")
    .replace(/^\| /, "")
    .replace(/ \| undefined\b/g, "");
}

function controlFor(
  type: string,
): { control: false | { type: "text" | "boolean" } } | { control: { type: "select" }; options: string[] } {
  if (type === "string") return { control: { type: "text" } };
  if (type === "boolean") return { control: { type: "boolean" } };
  const words = type.match(/^"[^"]+"(?: \| "[^"]+")+$/) ? type.replaceAll('"', "").split(" | ") : null;
  return words ? { control: { type: "select" }, options: words } : { control: false };
}
