import { describe, expect, it } from "vitest";
import { isOwnProp, oneOf, readableProps, seededArgs } from "../../stories/prop-table.js";

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

describe("the controls of a story", () => {
  const described = {
    __docgenInfo: {
      props: {
        streaming: { tsType: { name: "boolean" }, description: "Whether it grows. @default false" },
        sendKey: { tsType: { name: "SendKey" }, description: 'The key. @default "auto": Enter' },
        headingLevel: { tsType: { name: "union", raw: "1 | 2 | 3" }, description: "Its level. @default 3" },
        label: { tsType: { name: "string" }, description: 'Its name. @default the catalogue\'s "Copy"' },
        reason: { tsType: { name: "string" }, description: "A reason. @default none" },
        restoreKey: { tsType: { name: "string" }, description: "A key. @default none" },
        open: { tsType: { name: "boolean" }, description: "Whether it is open. @default uncontrolled" },
        onSend: { tsType: { name: "signature" }, description: "Called. @default none" },
      },
    },
  };
  const { __docgenInfo } = described;
  const names = Object.fromEntries(Object.keys(__docgenInfo.props).map((name) => [name, { name }]));
  const controls = readableProps({
    component: described,
    argTypes: { ...names, sendKey: { name: "sendKey", ...oneOf(["auto", "enter"]) } },
  } as never);
  const seededBy = (initialArgs: Readonly<Record<string, unknown>>) =>
    seededArgs({ argTypes: controls, initialArgs } as never);

  it("begin at the defaults of the props", () => {
    expect(seededBy({})).toMatchObject({ streaming: false, sendKey: "auto", headingLevel: 3, label: "Copy" });
  });

  it("are above the props without one, and below those that are required", () => {
    const required = { name: "onSend", type: { name: "function", required: true } };
    const { onSend: _, ...others } = names;
    const ordered = readableProps({ component: described, argTypes: { ...others, onSend: required } } as never);
    expect(Object.keys(ordered).slice(0, 2)).toEqual(["onSend", "streaming"]);
    expect(Object.keys(ordered).slice(-2)).toEqual(["restoreKey", "open"]);
  });

  it("keep the story's own args", () => {
    expect(seededBy({ streaming: true })).not.toHaveProperty("streaming");
  });

  it("leave out props without a control or a known value", () => {
    expect(Object.keys(seededBy({})).toSorted()).toEqual(["headingLevel", "label", "sendKey", "streaming"]);
    expect(controls["restoreKey"]?.control).toBe(false);
  });

  it("are not in the code of a story while they have the default", () => {
    seededBy({});
    expect(isOwnProp(false, "streaming")).toBe(false);
    expect(isOwnProp(true, "streaming")).toBe(true);
  });
});
