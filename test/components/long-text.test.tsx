import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CodeBlock } from "../../src/components/code-block/code-block.js";
import { Markdown } from "../../src/components/markdown/markdown.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { userMessage } from "./row-items.js";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
const fenced = (count: number) => `\`\`\`ts\n${lines(count)}\n\`\`\`\n`;
const button = () => screen.queryByRole("button", { name: /^Show/ });
/** The text that is not hidden. */
const shown = (selector: string) => {
  const copy = document.querySelector(selector)!.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll("[hidden], button")) hidden.remove();
  return copy.textContent.trimEnd();
};

describe("a message of 10,000 lines", () => {
  it('shows its first lines and "Show all", and folds again', () => {
    render(<TimelineView timeline={[userMessage(lines(10_000))]} />);
    expect(shown(".sv-bubble")).toBe(lines(20));
    fireEvent.click(button()!);
    expect(shown(".sv-bubble")).toBe(lines(10_000));
    expect(button()).toHaveTextContent("Show less");
    fireEvent.click(button()!);
    expect(shown(".sv-bubble")).toBe(lines(20));
  });

  it("opens when the browser's find finds a hidden line", () => {
    render(<TimelineView timeline={[userMessage(lines(10_000))]} />);
    const rest = document.querySelector('[hidden="until-found"]')!;
    expect(rest).toHaveTextContent("line 9999");
    fireEvent(rest, new Event("beforematch", { bubbles: true }));
    expect(shown(".sv-bubble")).toBe(lines(10_000));
  });

  it("stays open when its row is drawn again", () => {
    const timeline = [userMessage(lines(10_000))];
    const { rerender } = render(<TimelineView timeline={timeline} />);
    fireEvent.click(button()!);
    rerender(<TimelineView timeline={[]} />);
    rerender(<TimelineView timeline={timeline} />);
    expect(shown(".sv-bubble")).toBe(lines(10_000));
  });
});

describe("a message of one very long line", () => {
  const cut = () => document.querySelector(".sv-bubble .sv-cut");

  it("folds after a word, and marks the cut", () => {
    render(<TimelineView timeline={[userMessage("words ".repeat(20_000))]} />);
    expect(shown(".sv-bubble")).toBe(`${"words ".repeat(415)}words`);
    expect(cut()).not.toBeNull();
    fireEvent.click(button()!);
    expect(cut()).toBeNull();
    expect(shown(".sv-bubble")).toBe("words ".repeat(20_000).trimEnd());
  });

  it("folds within a word that is longer than a line", () => {
    render(<TimelineView timeline={[userMessage(`The key is ${"x".repeat(20_000)}`)]} />);
    expect(shown(".sv-bubble")).toHaveLength(2_500);
    expect(cut()).not.toBeNull();
  });

  it("marks no cut between two lines", () => {
    render(<TimelineView timeline={[userMessage(lines(10_000))]} />);
    expect(cut()).toBeNull();
  });
});

it("shows a message whole where little would be hidden", () => {
  render(<TimelineView timeline={[userMessage(lines(30))]} />);
  expect(shown(".sv-bubble")).toBe(lines(30));
  expect(button()).toBeNull();
});

describe.each([
  ["a complete code block of an answer", (count: number) => <Markdown text={fenced(count)} />],
  ["CodeBlock", (count: number) => <CodeBlock code={lines(count)} language="ts" />],
])("%s", (_name, block) => {
  it("shows its first lines when it has 1,000, and all on demand", () => {
    render(block(1_000));
    expect(shown("code")).toBe(lines(40));
    fireEvent.click(button()!);
    expect(shown("code")).toBe(lines(1_000));
  });

  it("is whole with 60 lines", () => {
    render(block(60));
    expect(shown("code")).toBe(lines(60));
    expect(button()).toBeNull();
  });
});

it("leaves code open that grew before the reader's eyes", () => {
  const { rerender } = render(<Markdown text={"```ts\nline 1\n"} streaming />);
  rerender(<Markdown text={`\`\`\`ts\n${lines(1_000)}`} streaming />);
  expect(button()).toBeNull();
  rerender(<Markdown text={fenced(1_000)} />);
  expect(shown("code")).toBe(lines(1_000));
  expect(button()).toHaveTextContent("Show less");
});

it("colours only the lines that are shown", async () => {
  const asked: string[] = [];
  const highlight = (code: string) => {
    asked.push(code);
    return [{ text: code, kind: "keyword" as const }];
  };
  render(<CodeBlock code={lines(1_000)} language="ts" highlight={highlight} />);
  await screen.findByText(/line 40/, { selector: "[data-token]" });
  expect(asked.map((code) => code.trimEnd())).toEqual([lines(40)]);
});
