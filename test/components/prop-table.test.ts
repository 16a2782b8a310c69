import { expect, it } from "vitest";
import { oneOf, readableProps } from "../../stories/prop-table.js";

const component = {
  __docgenInfo: {
    props: {
      state: { tsType: { name: "ToolCallState" }, description: "State of the call." },
      variant: { tsType: { name: "union", raw: '"icon" | "text" | undefined' }, description: "Its look." },
      input: { tsType: { name: "unknown" }, description: "Its arguments. @default none" },
      arguments: { tsType: { name: "unknown" }, description: "The old name. @deprecated Use `input`. @default none" },
    },
  },
};
const argTypes = Object.fromEntries(Object.keys(component.__docgenInfo.props).map((name) => [name, { name }]));
const rows = readableProps({
  component,
  argTypes: { ...argTypes, state: { name: "state", ...oneOf(["a", "b"]) } },
} as never);

it("gives props with a few words a select", () => {
  expect(rows["state"]).toMatchObject({ control: { type: "select" }, options: ["a", "b"] });
  expect(rows["variant"]).toMatchObject({ control: { type: "select" }, options: ["icon", "text"] });
});

it("hides deprecated props", () => {
  expect(rows["arguments"]?.table).toHaveProperty("disable", true);
  expect(rows["input"]?.table).not.toHaveProperty("disable");
});
