import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { ToolRendererProps } from "../../src/components/message-timeline/timeline-context.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns } from "../../src/testing/scripted-turn.js";
import { doors } from "../timeline/rows-of-doors.js";

/** A turn that asks for two refunds and is cancelled after one approval; with a question, that one is answered first. */
function stopped(withQuestion = false) {
  const log = eventLog();
  const script = scriptTurns(log);
  const turnId = script.create("Refund both");
  script.start(turnId);
  const ids = [1, 2].map((order) => script.callTool(turnId, "refund", { order }));
  script.requireApproval(
    turnId,
    ids.map((id) => ({ id, name: "refund" })),
  );
  if (withQuestion) {
    const asked = script.ask(turnId, [{ id: "q", kind: "text", prompt: "Why?" }]);
    script.answer(turnId, asked, { outcome: "answered", answers: [{ questionId: "q", values: ["Broken"] }] });
  }
  script.decide(turnId, ids[0] ?? "", "approve");
  script.cancel(turnId);
  return log.events;
}

describe.each(Object.entries(doors))("calls of a cancelled turn that waited, through the door %s", (_door, rowsOf) => {
  it("read and sound as stopped, and not as done", async () => {
    const { container } = render(<TimelineView timeline={rowsOf(stopped())} pending={[]} />);
    await userEvent.click(screen.getByRole("button", { name: /^Stopped/ }));
    const calls = screen.getAllByRole("button", { name: /refund/i });
    expect(calls).toHaveLength(2);
    for (const call of calls) expect(call).toHaveAccessibleName(/Stopped$/);
    expect(container).not.toHaveTextContent("Done");
    expect([...container.querySelectorAll("[data-tool]")].map((row) => row.getAttribute("data-state"))).toEqual([
      "cancelled",
      "cancelled",
    ]);
  });

  it("have the state cancelled in a host's own renderer", () => {
    const Own = ({ state }: ToolRendererProps) => <p>{state}</p>;
    render(<TimelineView timeline={rowsOf(stopped())} components={{ tools: { refund: Own } }} />);
    expect(screen.getAllByText("cancelled")).toHaveLength(2);
  });

  it("are stopped in the line of their steps, also where an answer divides the turn", () => {
    const { container } = render(<TimelineView timeline={rowsOf(stopped(true))} pending={[]} />);
    expect(screen.getByRole("button", { name: /^Stopped.*2 steps/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Worked/ })).toBeNull();
    expect(container.querySelector('[data-outcome="complete"]')).toBeNull();
  });
});

describe("a subtask of a cancelled turn that waited", () => {
  it("reads as stopped, and not as started", async () => {
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.create("Look into it");
    script.start(turnId);
    const id = script.callTool(turnId, "session_create", { initialMessage: "Count the stock" });
    script.requireApproval(turnId, [{ id, name: "session_create" }]);
    script.cancel(turnId);
    const { container } = render(<TimelineView timeline={doors.session(log.events)} pending={[]} />);
    await userEvent.click(screen.getByRole("button", { name: /^Stopped/ }));
    expect(screen.queryByText("Started a subtask")).toBeNull();
    expect(screen.getByText("Starting a subtask")).toBeVisible();
    expect(container.querySelector('[data-kind="worker"]')).toHaveAttribute("data-state", "cancelled");
    expect(screen.getByText("stopped")).toBeVisible();
  });
});
