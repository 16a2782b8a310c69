import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ToolRendererProps } from "../../src/components/message-timeline/timeline-context.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { agentMessage, deletion, toolCall, userMessage } from "./row-items.js";

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

describe("a call whose decision is pending", () => {
  const asked = { ...deletion, state: { name: "pending" } } as const;
  const session = { settled: groupTimeline([userMessage("Go"), toolCall("search")]), live: [], pending: [asked] };
  const dots = (container: HTMLElement) => container.querySelector(".sv-thinking");

  it("shows nothing as in progress, with the decisions of a hook's result", () => {
    const { container, rerender } = render(<TimelineView timeline={session} isRunning />);
    expect(dots(container)).toBe(null);
    rerender(<TimelineView timeline={{ ...session, pending: [] }} isRunning />);
    expect(dots(container)).not.toBe(null);
  });

  it("shows nothing as in progress while the answer is sent, and until the log has it", () => {
    const response = { kind: "approval", decision: "approve" } as const;
    const { container, rerender } = render(<TimelineView timeline={session} isRunning />);
    const found = (["submitting", "accepted"] as const).map((name) => {
      rerender(<TimelineView timeline={session} isRunning pending={[{ ...asked, state: { name, response } }]} />);
      return dots(container);
    });
    expect(found).toEqual([null, null]);
    const settled = { name: "settled", outcome: "approve", here: true } as const;
    rerender(<TimelineView timeline={session} isRunning pending={[{ ...asked, state: settled }]} />);
    expect(dots(container)).not.toBe(null);
  });

  it("shows one sign once it runs: that of its row, whatever is below it", () => {
    const call = toolCall("acme__delete_everything", { callId: "call-7", output: null, status: "running" });
    const rows = [userMessage("Go"), call, agentMessage("Meanwhile:"), toolCall("search")];
    const view = (live: typeof rows) => ({ settled: [], live: groupTimeline(live), pending: [] });
    const { container, rerender } = render(<TimelineView timeline={view(rows)} isRunning />);
    expect(dots(container)).toBe(null);
    rerender(<TimelineView timeline={view(rows.filter((row) => row !== call))} isRunning />);
    expect(dots(container)).not.toBe(null);
  });

  it("counts the decisions that the view is given before those of the result", () => {
    const { container, rerender } = render(<TimelineView timeline={session} isRunning pending={[]} />);
    expect(dots(container)).not.toBe(null);
    rerender(<TimelineView timeline={{ ...session, pending: [] }} isRunning pending={[asked]} />);
    expect(dots(container)).toBe(null);
  });
});
