import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FindResult, ListResult } from "../../examples/host/src/client/order-cards.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import type { ToolCallItem } from "../../src/timeline/items.js";
import { toolCall, userMessage } from "./row-items.js";

const tools = { orders__find: FindResult, orders__list: ListResult };
const conversation = (name: string, more: Partial<ToolCallItem>) => (
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
    <TimelineView timeline={[userMessage("Go"), toolCall(name, { output: null, ...more })]} components={{ tools }} />
  </ServiceProvider>
);
const list = (more: Partial<ToolCallItem>) => conversation("orders__list", { arguments: {}, ...more });
const find = (id: unknown, more: Partial<ToolCallItem>) => conversation("orders__find", { arguments: { id }, ...more });

it("names a running list in the line that becomes its result", () => {
  const { rerender } = render(list({ status: "running" }));
  const line = screen.getByText("Reading orders…");
  rerender(list({ output: { structuredContent: { orders: [{}, {}, {}] } } }));
  expect(screen.getByText("Read 3 orders")).toBe(line);
});

it("names the order that is being read", () => {
  const { rerender } = render(find(1043, { status: "running" }));
  expect(screen.getByText("Reading order 1043…")).toBeVisible();
  // An input comes from outside.
  rerender(find({ $in: [] }, { status: "running" }));
  expect(screen.getByText("Reading the order…")).toBeVisible();
});

it("shows the kit's row of a call that had no result", () => {
  const { rerender } = render(list({ status: "failed" }));
  expect(document.querySelector(".sv-tool")).toHaveAttribute("data-state", "failed");
  rerender(find(1043, { status: "cancelled" }));
  expect(document.querySelector(".sv-tool")).toHaveAttribute("data-state", "cancelled");
});
