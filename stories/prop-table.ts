import type { ArgTypesEnhancer } from "storybook/internal/types";

interface DocgenProp {
  readonly tsType?: { readonly name: string; readonly raw?: string };
  readonly description?: string;
}

/** Makes prop tables show whole types and defaults, like the source. */
export const readableProps: ArgTypesEnhancer = ({ component, argTypes }) => {
  const props = (component as { __docgenInfo?: { props?: Record<string, DocgenProp> } } | undefined)?.__docgenInfo
    ?.props;
  const entries = Object.entries(argTypes).map(([name, argType]) => {
    const prop = props?.[name];
    if (!prop) return [name, argType] as const;
    const [meaning = "", byDefault] = (prop.description ?? "").split(/\s*@default\s+/);
    const summary = typeOf(prop);
    const table = { ...argType.table, type: { summary }, ...(byDefault && { defaultValue: { summary: byDefault } }) };
    return [name, { ...argType, description: meaning, table, ...controlFor(summary) }] as const;
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
