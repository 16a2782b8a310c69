import type { ArgTypesEnhancer, StrictArgTypes } from "storybook/internal/types";

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
  const table = { type: { summary }, ...(byDefault && { defaultValue: { summary: byDefault } }) };
  return { name, description: meaning, table, ...controlFor(summary) };
}

/** Makes prop tables show whole types and defaults, like the source. */
export const readableProps: ArgTypesEnhancer = ({ component, argTypes }) => {
  const props = docgenOf(component);
  const entries = Object.entries(argTypes).map(([name, argType]) => {
    const prop = props?.[name];
    if (!prop) return [name, argType] as const;
    const row = rowOf(name, prop);
    return [name, { ...argType, ...row, table: { ...argType.table, ...row.table } }] as const;
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
