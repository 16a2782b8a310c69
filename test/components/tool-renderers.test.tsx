import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import type { ToolRendererProps } from "../../src/components/message-timeline/timeline-context.js";
import { agentMessage, toolCall, userMessage } from "./row-items.js";

const Leaf = ({ name }: ToolRendererProps) => <p data-testid="call">leaf {name}</p>;
const Whole = ({ name }: ToolRendererProps) => <p data-testid="call">whole {name}</p>;

/** The renderers for calls of two servers' tools with one leaf name; the kit's own row is not among it. */
function drawnBy(tools: Readonly<Record<string, typeof Leaf | undefined>>): readonly (string | null)[] {
  const timeline = [userMessage("Go"), toolCall("orders__find"), toolCall("crm__find"), agentMessage("Done")];
  render(<TimelineView timeline={timeline} components={{ tools }} />);
  return screen.queryAllByTestId("call").map(({ textContent }) => textContent);
}

describe("the renderer of a tool", () => {
  it("is the one of its whole name, before the one of its leaf name, in any order", () => {
    expect(drawnBy({ find: Leaf, orders__find: Whole })).toEqual(["whole orders__find", "leaf crm__find"]);
  });

  it("draws no other server's tool under a whole name", () => {
    expect(drawnBy({ orders__find: Whole })).toEqual(["whole orders__find"]);
  });

  it("is the kit's own for a whole name that is undefined", () => {
    expect(drawnBy({ find: Leaf, crm__find: undefined })).toEqual(["leaf orders__find"]);
  });
});
