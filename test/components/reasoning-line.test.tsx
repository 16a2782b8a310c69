import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";

it("shows the beginning of reasoning without the marks of markdown", () => {
  const item = {
    kind: "reasoning",
    id: "r1",
    occurredAt: "2026-05-12T09:30:00Z",
    turnId: "t",
    streaming: false,
  } as const;
  render(<TimelineView timeline={[{ ...item, text: "**Reading** the `import`" }]} />);
  expect(document.querySelector(".sv-tool-brief")).toHaveTextContent("Reading the import");
});
