import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Markdown } from "../../src/components/markdown/markdown.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import type { AgentMessageItem } from "../../src/timeline/items.js";
import { agentMessage, userMessage } from "./row-items.js";

const ends = [
  "It is **very",
  "Run `npm",
  "See [the page](https://exam",
  "As follows:\n\n```ts\nconst a = 1",
  "- one\n- *two",
  "Title\n--",
];

const drawn = (text: string, facts: Partial<AgentMessageItem>) => {
  const { container, unmount } = render(<TimelineView timeline={[userMessage("Go"), agentMessage(text, facts)]} />);
  const { innerHTML } = container.querySelector(".sv-markdown")!;
  unmount();
  return innerHTML;
};

describe("an answer that was cut off", () => {
  it.each(ends)("is drawn as while it streamed: %j", (text) => {
    const last = drawn(text, { streaming: true });
    expect(drawn(text, { cutOff: true })).toBe(last);
  });

  it("shows no mark of a construct without an end", () => {
    expect(drawn("It is **very", { cutOff: true })).not.toContain("*");
    expect(drawn("It is **very", {})).toContain("*");
  });

  it("is complete for a browser's translation", () => {
    const { container } = render(<TimelineView timeline={[agentMessage("It is **very", { cutOff: true })]} />);
    const text = container.querySelector(".sv-markdown")!;
    expect(text.hasAttribute("translate")).toBe(false);
    expect(text.hasAttribute("data-streaming")).toBe(false);
  });

  it("is a property of the host's own component, too", () => {
    const Own = ({ text, streaming, cutOff }: { text: string; streaming?: boolean; cutOff?: boolean }) => (
      <p>{`${text} ${String(streaming)} ${String(cutOff)}`}</p>
    );
    render(<TimelineView timeline={[agentMessage("It", { cutOff: true })]} components={{ Markdown: Own as never }} />);
    expect(screen.getByText("It false true")).toBeDefined();
  });

  it("may be drawn by Markdown alone", () => {
    render(<Markdown text="It is **very" cutOff />);
    expect(screen.getByText("very").tagName).toBe("STRONG");
  });
});

describe("the reasoning that was cut off", () => {
  it("is drawn as while it streamed", async () => {
    const reasoning = { kind: "reasoning", id: "r", occurredAt: "2026-05-12T09:30:00Z", turnId: "t" } as const;
    const text = "Compare **both";
    const { container } = render(<TimelineView timeline={[{ ...reasoning, text, streaming: false, cutOff: true }]} />);
    await userEvent.click(screen.getByRole("button", { name: /^Reasoning/ }));
    expect(container.querySelector(".sv-markdown strong")?.textContent).toBe("both");
  });
});
