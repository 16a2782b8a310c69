import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ConfirmQuestion } from "../../src/components/confirm-question.js";
import { QueuePanelView } from "../../src/components/queue-panel/queue-panel-view.js";

/** The second click of a double click: a browser gives it to the button that is there by then. */
const second = { detail: 2 };

it("a double click on a button that asks does not answer the question in its place", () => {
  const onConfirm = vi.fn<() => void>();
  render(
    <ConfirmQuestion question="Delete it?" confirm="Delete" keep="Keep" onConfirm={onConfirm} onLeave={() => {}} />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Delete" }), second);
  expect(onConfirm).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Delete" }), { detail: 1 });
  expect(onConfirm).toHaveBeenCalledOnce();
});

it("a double click on a queued message does nothing with the one that comes into its place", () => {
  const onSendNow = vi.fn(async () => undefined);
  const queue = ["a", "b"].map((id) => ({ turnId: id, text: id }));
  render(<QueuePanelView queue={queue} onSendNow={onSendNow} />);
  const send = () => screen.getByRole("button", { name: /^Interrupt and send now: b/ });
  fireEvent.click(send(), second);
  expect(onSendNow).not.toHaveBeenCalled();
  fireEvent.click(send(), { detail: 1 });
  expect(onSendNow).toHaveBeenCalledOnce();
});
