import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { DecisionList } from "../../../src/components/decisions/decision-list.js";
import type {
  Approval,
  Decision,
  DecisionResponse,
  DecisionState,
  QuestionSet,
} from "../../../src/components/decisions/decision-types.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

const approval = (id: string, state: DecisionState = { name: "pending" }): Approval => ({
  kind: "approval",
  id,
  turnId: "t",
  name: `tool_${id}`,
  arguments: { amount: 12, urgent: true },
  state,
});
const question = (
  more: Partial<QuestionSet["request"]> = {},
  state: DecisionState = { name: "pending" },
): QuestionSet => ({
  kind: "question",
  id: "q",
  turnId: "t",
  state,
  request: {
    id: "q",
    allowSkip: true,
    expiresAt: null,
    questions: [
      { id: "colour", kind: "single_select", prompt: "Which colour?", options: [{ id: "r", label: "Red" }] },
      { id: "why", kind: "text", prompt: "Why?", helpText: "In a word." },
    ],
    ...more,
  },
});
type Respond = (id: string, response: DecisionResponse) => Promise<void>;
const responder = () => vi.fn<Respond>(async () => undefined);
const show = (decisions: readonly Decision[], onRespond: Respond = responder(), onAllDecided?: () => void) => (
  <DecisionList decisions={decisions} onRespond={onRespond} onAllDecided={onAllDecided} />
);

describe("ApprovalCard", () => {
  it("shows what would run and with what, and approves it", async () => {
    const onRespond = responder();
    render(show([approval("a")], onRespond));
    const card = screen.getByRole("group", { name: "Allow tool_a?" });
    expect(within(card).getByText("amount")).toBeVisible();
    expect(within(card).getByText("yes")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    expect(onRespond).toHaveBeenCalledExactlyOnceWith("a", { kind: "approval", decision: "approve" });
  });

  it("rejects with a reason, after a second thought", async () => {
    const onRespond = responder();
    render(show([approval("a")], onRespond));
    await userEvent.click(screen.getByRole("button", { name: "Reject…" }));
    expect(screen.getByRole("textbox", { name: "Reason (optional)" })).toHaveFocus();
    await userEvent.keyboard(" ask first ");
    await userEvent.click(screen.getByRole("button", { name: "Reject" }));
    expect(onRespond).toHaveBeenCalledExactlyOnceWith("a", {
      kind: "approval",
      decision: "reject",
      message: "ask first",
    });
  });

  const given = { kind: "approval", decision: "approve" } as const;
  it.each<[DecisionState, string, boolean]>([
    [{ name: "submitting", response: given }, "Sending your answer…", false],
    [{ name: "accepted", response: given }, "Approved. The agent goes on in a moment.", false],
    [{ name: "settled", outcome: "approve", here: true }, "Approved", false],
    [{ name: "settled", outcome: "reject", here: false, by: { id: "b", name: "Ben" } }, "Rejected by Ben", false],
    [{ name: "settled", outcome: "approve", here: false }, "Approved by someone else", false],
    [{ name: "settled", outcome: "cancelled", here: false }, "No longer needed: the agent was stopped", false],
    [{ name: "expired" }, "The time to answer has passed", false],
    [{ name: "superseded" }, "No longer needed: the agent went on without it", false],
    [
      { name: "failed", response: given, error: new Error("No network.") },
      "Your answer did not get through. No network.",
      true,
    ],
    [
      { name: "unknown", response: given },
      "It is not known whether your answer arrived. Sending it again is safe.",
      true,
    ],
  ])("tells %j in words, and can be decided only where that makes sense", (state, words, open) => {
    render(show([approval("a", state)]));
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Approve" }) !== null).toBe(open);
  });
});

describe("QuestionForm", () => {
  it("says what is missing at the question, moves the focus there, and sends when it is there", async () => {
    const onRespond = responder();
    render(show([question()], onRespond));
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
    expect(onRespond).not.toHaveBeenCalled();
    expect(screen.getByRole("radio", { name: "Red" })).toHaveFocus();
    const why = screen.getByRole("textbox", { name: "Why?" });
    expect(why).toBeInvalid();
    expect(why).toHaveAccessibleDescription("In a word. Please answer this question.");
    await userEvent.click(screen.getByRole("radio", { name: "Other" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Your own answer" }), "Blue");
    await userEvent.type(why, "Calm");
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
    expect(onRespond).toHaveBeenCalledExactlyOnceWith("q", {
      kind: "question",
      submission: {
        outcome: "answered",
        answers: [
          { questionId: "colour", values: [], other: "Blue" },
          { questionId: "why", values: ["Calm"] },
        ],
      },
    });
  });

  it("works with the keyboard alone", async () => {
    const onRespond = responder();
    render(show([question()], onRespond));
    await userEvent.tab();
    await userEvent.keyboard(" ");
    await userEvent.tab();
    await userEvent.keyboard("Warm");
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    expect(onRespond).toHaveBeenCalledTimes(1);
  });

  it("keeps what was typed when the data is refreshed and when a send fails", async () => {
    const { rerender } = render(show([question()]));
    await userEvent.type(screen.getByRole("textbox", { name: "Why?" }), "Half a");
    rerender(show([question({ questions: [...question().request.questions] })]));
    const response = { kind: "question", submission: { outcome: "skipped" } } as const;
    rerender(show([question({}, { name: "submitting", response })]));
    rerender(show([question({}, { name: "failed", response, error: new Error("No.") })]));
    expect(screen.getByRole("textbox", { name: "Why?" })).toHaveValue("Half a");
  });

  it("skips only where the request allows it", async () => {
    const onRespond = responder();
    const { rerender } = render(show([question()], onRespond));
    await userEvent.click(screen.getByRole("button", { name: "Skip" }));
    expect(onRespond).toHaveBeenCalledExactlyOnceWith("q", { kind: "question", submission: { outcome: "skipped" } });
    rerender(show([question({ allowSkip: false })]));
    expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
  });

  it("tells the time that is left, in words that change with it", async () => {
    const clock = createManualClock(Date.parse("2026-05-12T09:30:00Z"));
    const asked = question({ expiresAt: "2026-05-12T09:32:00Z" });
    render(<DecisionList decisions={[asked]} onRespond={responder()} clock={clock} />);
    expect(screen.getByText(/2 min left/)).toBeVisible();
    clock.advance(90_000);
    expect(await screen.findByText(/30 s left/)).toBeVisible();
    clock.advance(30_000);
    expect(await screen.findByText(/^Answer by [^,]*$/)).toBeVisible();
    expect(clock.waiting).toBe(0);
  });
});

describe("DecisionList", () => {
  it("takes the focus to the next decision, and tells the host after the last", async () => {
    const onAllDecided = vi.fn<() => void>();
    const { rerender } = render(show([approval("a"), approval("b")], responder(), onAllDecided));
    expect(screen.getByText("2 requests wait for you")).toBeVisible();
    screen.getAllByRole("button", { name: "Approve" })[0]?.focus();
    const response = { kind: "approval", decision: "approve" } as const;
    rerender(show([approval("a", { name: "submitting", response }), approval("b")], responder(), onAllDecided));
    expect(screen.getByRole("heading", { name: "Allow tool_b?" })).toHaveFocus();
    rerender(show([approval("b", { name: "accepted", response })], responder(), onAllDecided));
    expect(onAllDecided).toHaveBeenCalledTimes(1);
  });

  it("leaves the focus alone when it was elsewhere", () => {
    const onAllDecided = vi.fn<() => void>();
    const { rerender } = render(show([approval("a")], responder(), onAllDecided));
    rerender(show([], responder(), onAllDecided));
    expect(onAllDecided).not.toHaveBeenCalled();
  });

  it("does not take the focus when a decision comes", () => {
    const { rerender } = render(
      <>
        <input aria-label="elsewhere" />
        {show([])}
      </>,
    );
    screen.getByRole("textbox", { name: "elsewhere" }).focus();
    rerender(
      <>
        <input aria-label="elsewhere" />
        {show([approval("a")])}
      </>,
    );
    expect(screen.getByRole("textbox", { name: "elsewhere" })).toHaveFocus();
  });

  it("lets a refused answer be told by the decision's own state, not by an unhandled rejection", async () => {
    const onRespond = vi.fn<Respond>(() => Promise.reject(new Error("No.")));
    render(show([approval("a")], onRespond));
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    expect(onRespond).toHaveBeenCalledTimes(1);
  });
});
