import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ToolRendererProps } from "../../src/components/message-timeline/timeline-context.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { deletion, toolCall } from "./row-items.js";

describe("the row of a call whose decision was accepted and is not in the log yet", () => {
  it.each([
    ["approve", "running", []],
    ["reject", "waiting", []],
    ["approve", "approved", [{ ...deletion, id: "call-8", state: { name: "pending" } }]],
  ] as const)("never reads as complete: %s, then %s", (decision, state, others) => {
    const call = toolCall("acme__delete_everything", { callId: "call-7", output: null });
    const states: string[] = [];
    const Own = ({ state: shown }: ToolRendererProps) => {
      states.push(shown);
      return null;
    };
    const accepted = { name: "accepted", response: { kind: "approval", decision } } as const;
    render(
      <TimelineView
        timeline={[call]}
        pending={[{ ...deletion, state: accepted }, ...others]}
        components={{ tools: { acme__delete_everything: Own } }}
      />,
    );
    expect(new Set(states)).toEqual(new Set([state]));
  });
});
