/** Types of a GraphQL schema: arguments as JSON Schema, results as selections. Both are bounded. */
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  getNamedType,
  type GraphQLInputType,
  type GraphQLOutputType,
} from "graphql";
import { isInherited, type SchemaBudget } from "./bounded-schema.js";
import { cleanText } from "./clean-text.js";
import { limits } from "./surface.js";

const scalars: Readonly<Record<string, string>> = {
  String: "string",
  ID: "string",
  Int: "integer",
  Float: "number",
  Boolean: "boolean",
};

export function inputSchemaOf(
  type: GraphQLInputType,
  budget: SchemaBudget,
  above: readonly string[] = [],
): Record<string, unknown> {
  budget.nodes -= 1;
  if (isNonNullType(type)) return inputSchemaOf(type.ofType, budget, above);
  if (budget.nodes <= 0 || above.length >= limits.schemaDepth) return {};
  if (isListType(type)) return { type: "array", items: inputSchemaOf(type.ofType, budget, above) };
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name }) => name);
    return { type: "string", ...(values.length <= 64 && { enum: values }) };
  }
  if (!isInputObjectType(type)) return scalars[type.name] === undefined ? {} : { type: scalars[type.name] };
  if (above.includes(type.name)) return { type: "object" };
  const fields = Object.values(type.getFields()).filter(({ name }) => !isInherited(name));
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.slice(0, 64).map((field) => {
        const description = cleanText(field.description, 200);
        const schema = inputSchemaOf(field.type, budget, [...above, type.name]);
        return [field.name, description === "" ? schema : { ...schema, description }];
      }),
    ),
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
  };
}

/** Most fields that a query selects, and most levels below the first. */
const most = { fields: 60, depth: 2 } as const;

/** A selection of the plain fields of a type, and of those below it; empty for a type without fields. */
export function selectionOf(type: GraphQLOutputType, budget = { fields: most.fields as number }, depth = 0): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  if (!isObjectType(named) && !isInterfaceType(named)) return " { __typename }";
  const parts: string[] = [];
  for (const field of Object.values(named.getFields())) {
    const isLeaf = isLeafType(getNamedType(field.type));
    if (budget.fields <= 0 || field.args.some(isRequiredArgument) || (!isLeaf && depth >= most.depth)) continue;
    budget.fields -= 1;
    parts.push(field.name + selectionOf(field.type, budget, depth + 1));
  }
  return ` { ${parts.length === 0 ? "__typename" : parts.join(" ")} }`;
}
