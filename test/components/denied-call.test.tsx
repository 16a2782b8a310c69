import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import type { Denial } from "../../src/wire/protocol/decisions.js";
import { agentMessage, toolCall, turnEnd, userMessage } from "./row-items.js";

const denied = (denial: Denial) =>
  toolCall("refund", {
    status: "output-denied",
    denial,
    output: { isError: true, rejected: true, message: "Too much." },
  });
const show = (denial: Denial, ...more: ReturnType<typeof toolCall>[]) =>
  render(
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
      <TimelineView
        timeline={[userMessage("Go"), denied(denial), ...more, turnEnd("complete"), agentMessage("I did not.")]}
      />
    </ServiceProvider>,
  );
const openSteps = () => userEvent.click(screen.getByRole("button", { name: /^Worked/ }));

describe("a rejected call", () => {
  it.each([
    [{ actor: { id: "ana", name: "Ana" } }, "Rejected by you"],
    [{ actor: { id: "ben", name: "Ben" } }, "Rejected by Ben"],
    [{ actor: { id: "ben" } }, "Rejected"],
    [{}, "Rejected"],
  ])("names who rejected it: %j", async (denial, words) => {
    show(denial);
    await openSteps();
    expect(document.querySelector(".sv-tool-state")).toHaveTextContent(new RegExp(`^${words}$`));
    expect(document.querySelector(".sv-tool")).toHaveAttribute("data-state", "output-denied");
  });

  it("does not count as failed in the line of its turn", () => {
    show({}, toolCall("search", { status: "failed" }));
    expect(screen.getByRole("button", { name: /^Worked/ })).toHaveTextContent("2 steps · 1 failed · 1 rejected");
  });

  it("shows the reason, and not the agent's error in place of an output", async () => {
    show({ reason: "Too much." });
    await openSteps();
    await userEvent.click(screen.getByRole("button", { name: /refund/i }));
    expect(screen.getByText("Too much.")).toBeVisible();
    expect(screen.queryByText("isError")).toBeNull();
  });
});
