import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToolRendererProps } from "../../src/components/message-timeline/timeline-context.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { closing, lingering } from "../../src/components/message-timeline/use-work-fold.js";
import { picture } from "../../stories/row-fixtures.js";
import { agentMessage, toolCall, turnEnd, userMessage } from "./row-items.js";

beforeEach(() => {
  vi.useFakeTimers();
  const blobs = { createObjectURL: () => "blob:picture", revokeObjectURL: () => undefined };
  vi.stubGlobal("URL", Object.assign(class extends URL {}, blobs));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const report = { kind: "file", fileId: "f1", filename: "report.pdf", contentType: "application/pdf", sizeBytes: 1200 };
const image = { content: [{ type: "image", data: picture, mimeType: "image/png" }] };
const screenshot = { type: "computer_screenshot", image_url: `data:image/png;base64,${picture}` };
const turn = (...calls: readonly ReturnType<typeof toolCall>[]) => [
  userMessage("Go"),
  ...calls,
  turnEnd("complete"),
  agentMessage("Done"),
];
const foldLine = () => screen.queryByRole("button", { name: /^Worked/ });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe("what the agent wrote between its steps", () => {
  it("stays in the answer, in its place, while the steps are folded", () => {
    const before = agentMessage("I found your order. I would like to refund 20 euros.");
    render(<TimelineView timeline={turn(toolCall("find"), before as never, toolCall("refund"))} />);
    expect(foldLine()).toHaveAttribute("aria-expanded", "false");
    expect(foldLine()).toHaveTextContent("2 steps");
    expect(screen.queryByRole("button", { name: /refund/ })).toBeNull();
    const [kept, answer] = [screen.getByText(/^I found your order/), screen.getByText("Done")];
    expect(kept).toBeVisible();
    expect(kept.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("keeps its element, and a selection in it, when it begins a turn that ends", () => {
    const running = [userMessage("Go"), agentMessage("I will look for it."), toolCall("find"), toolCall("refund")];
    const { rerender } = render(<TimelineView timeline={running} isRunning />);
    const words = screen.getByText("I will look for it.");
    getSelection()?.selectAllChildren(words);
    rerender(<TimelineView timeline={[...running, turnEnd("complete"), agentMessage("Done")]} />);
    expect(getSelection()?.toString()).toBe("I will look for it.");
    // jsdom finds each later element in a selection.
    getSelection()?.removeAllRanges();
    expect(screen.getByRole("button", { name: /find/i })).toBeVisible();
    pass(lingering);
    pass(closing);
    expect(foldLine()).toHaveAttribute("aria-expanded", "false");
    expect(screen.getByText("I will look for it.")).toBe(words);
    expect(words.compareDocumentPosition(foldLine()!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("keeps its element when its turn ends without a step or an answer", () => {
    const running = [userMessage("Go"), agentMessage("I will look."), toolCall("find")];
    const { rerender } = render(<TimelineView timeline={running} isRunning />);
    const words = screen.getByText("I will look.");
    rerender(<TimelineView timeline={[...running, turnEnd("failed")]} />);
    expect(screen.getByText("I will look.")).toBe(words);
  });

  it("leaves the focus in a step after it when the turn ends", () => {
    const running = [userMessage("Go"), agentMessage("I will look."), toolCall("find"), toolCall("refund")];
    const { rerender } = render(<TimelineView timeline={running} isRunning />);
    const step = screen.getByRole("button", { name: /refund/i });
    step.focus();
    rerender(<TimelineView timeline={[...running, turnEnd("complete"), agentMessage("Done")]} />);
    pass(lingering);
    pass(closing);
    expect(step).toHaveFocus();
    expect(foldLine()).toHaveAttribute("aria-expanded", "true");
  });

  it("needs no line of its own", () => {
    render(<TimelineView timeline={turn(agentMessage("First this.") as never)} />);
    expect(foldLine()).toBeNull();
    expect(screen.getByText("First this.")).toBeVisible();
  });
});

describe("a file or picture that a call returned", () => {
  it("stays in the answer while the steps are folded", () => {
    render(
      <TimelineView
        timeline={turn(toolCall("draw", { output: image }), toolCall("write", { output: { file: report } }))}
      />,
    );
    expect(foldLine()).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByRole("button", { name: /draw/ })).toBeNull();
    expect(screen.getByAltText("Image from the tool")).toBeVisible();
    expect(screen.getByText("report.pdf")).toBeVisible();
  });

  it("is found in a result that is JSON in a string", () => {
    render(<TimelineView timeline={turn(toolCall("write", { output: JSON.stringify({ made: [report] }) }))} />);
    expect(screen.getByText("report.pdf")).toBeVisible();
  });

  it("is found beside the text of an answer that has both", () => {
    const output = { content: [{ type: "text", text: "Here it is." }], resources: [report], isError: false };
    render(<TimelineView timeline={turn(toolCall("write", { output }))} />);
    expect(screen.getByText("report.pdf")).toBeVisible();
  });

  it("is left to the step's details when it is a screenshot, an address elsewhere or part of a failed call", () => {
    render(
      <TimelineView
        timeline={turn(
          toolCall("look", { output: screenshot }),
          toolCall("fetch", { output: { content: [{ type: "image", url: "https://other.example/a.png" }] } }),
          toolCall("write", { output: { file: report }, status: "failed" }),
        )}
      />,
    );
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.queryByText(/blocked|report\.pdf/)).toBeNull();
  });

  it("is placed after its step and before the next one while the turn runs", () => {
    render(
      <TimelineView
        timeline={[userMessage("Go"), toolCall("draw", { output: image }), toolCall("search")]}
        isRunning
      />,
    );
    const [draw, search] = ["draw", "search"].map((name) =>
      screen.getByRole("button", { name: new RegExp(name, "i") }),
    );
    const shown = screen.getByAltText("Image from the tool");
    expect(draw!.compareDocumentPosition(shown)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(shown.compareDocumentPosition(search!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

function Counter({ name }: ToolRendererProps) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${name} pressed ${count}`}
    </button>
  );
}

describe("a tool with the host's own renderer", () => {
  it("stays in the answer, without a line that would open to nothing", () => {
    render(<TimelineView timeline={turn(toolCall("map"))} components={{ tools: { map: Counter } }} />);
    expect(screen.getByRole("button", { name: "map pressed 0" })).toBeVisible();
    expect(foldLine()).toBeNull();
  });

  it("has no line that would open to nothing after it waited for a person", () => {
    const own = { components: { tools: { refund: () => <p>Refund card</p> } } };
    const call = toolCall("refund", { output: null, status: "output-denied" });
    const { occurredAt } = call;
    const halt = { occurredAt, kind: "session-status", id: "s", status: "requires_action" } as const;
    render(<TimelineView timeline={turn(call, halt)} pending={[]} {...own} />);
    expect(screen.getByText("Refund card")).toBeVisible();
    expect(screen.queryByRole("button", { expanded: false })).toBeNull();
  });

  it("keeps its state and its focus while the turn settles and its steps fold", () => {
    const calls = [userMessage("Go"), toolCall("search"), toolCall("map"), toolCall("read_page")];
    const components = { tools: { shop__map: Counter, map: Counter } };
    const { rerender } = render(<TimelineView timeline={calls} isRunning components={components} />);
    const own = screen.getByRole("button", { name: /^map/ });
    own.focus();
    fireEvent.click(own);
    rerender(<TimelineView timeline={[...calls, turnEnd("complete"), agentMessage("Done")]} components={components} />);
    pass(lingering);
    pass(closing);
    expect(foldLine()).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByRole("button", { name: /read page/ })).toBeNull();
    expect(own).toHaveTextContent("map pressed 1");
    expect(own).toHaveFocus();
  });

  it("counts the folded steps alone, and names every part that its line opens", () => {
    const calls = turn(toolCall("search"), toolCall("map"), toolCall("read_page"));
    render(<TimelineView timeline={calls} components={{ tools: { map: Counter } }} />);
    expect(foldLine()).toHaveTextContent("2 steps");
    fireEvent.click(foldLine()!);
    const panels = foldLine()!.getAttribute("aria-controls")!.split(" ");
    expect(panels.map((id) => within(document.getElementById(id)!).getAllByRole("button").length)).toEqual([1, 1]);
  });

  it('is a step among others with placement "step"', () => {
    const tools = { map: { component: Counter, placement: "step" } } as const;
    render(<TimelineView timeline={turn(toolCall("map"))} components={{ tools }} />);
    expect(screen.queryByRole("button", { name: /^map/ })).toBeNull();
    fireEvent.click(foldLine()!);
    expect(screen.getByRole("button", { name: "map pressed 0" })).toBeVisible();
  });
});

describe("a placement without a renderer", () => {
  it('keeps the standard row in the answer with "inline"', () => {
    render(
      <TimelineView
        timeline={turn(toolCall("search"))}
        components={{ tools: { search: { placement: "inline" } }, ToolCall: Counter }}
      />,
    );
    expect(foldLine()).toBeNull();
    expect(screen.getByRole("button", { name: "search pressed 0" })).toBeVisible();
  });

  it('leaves files and pictures to the step\'s details with "step"', () => {
    render(
      <TimelineView
        timeline={turn(toolCall("draw", { output: image }))}
        components={{ tools: { draw: { placement: "step" } } }}
      />,
    );
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("leaves a call of the fallback renderer among the steps", () => {
    render(<TimelineView timeline={turn(toolCall("map"))} components={{ ToolCall: Counter }} />);
    expect(foldLine()).toHaveAttribute("aria-expanded", "false");
  });
});
