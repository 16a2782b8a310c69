// budget: both cards, their list and every state of a decision
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApprovalCard } from "../../../src/components/decisions/approval-card.js";
import { DecisionList } from "../../../src/components/decisions/decision-list.js";
import type {
  Approval,
  Decision,
  DecisionResponse,
  DecisionState,
  QuestionSet,
} from "../../../src/components/decisions/decision-types.js";
import { ServiceProvider } from "../../../src/hooks/service-provider.js";
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
  it("asks in the host's words alone where it has them", () => {
    const props = { approval: approval("a"), onApprove: vi.fn<() => void>(), onReject: vi.fn<() => void>() };
    const { rerender } = render(<ApprovalCard {...props} />);
    expect(screen.getByText("The agent waits until you decide.")).toBeVisible();
    rerender(<ApprovalCard {...props} heading="Refund €24.50?" approveLabel="Refund" />);
    expect(screen.queryByText("The agent waits until you decide.")).toBeNull();
    screen.getByRole("button", { name: "Refund" }).click();
    expect(props.onApprove).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["orders__delete_order", "Uses “orders”"],
    ["evil__delete_order", "Uses “evil”"],
    ["x__orders__delete_order", "Uses “x__orders”"],
    ["or\u00ADders__delete_order", "Uses “or[U+00AD]ders”"],
  ])("says whose tool %s is, also beside words of the host", (name, source) => {
    const props = { onApprove: vi.fn<() => void>(), onReject: vi.fn<() => void>() };
    const { rerender } = render(<ApprovalCard approval={{ ...approval("a"), name }} {...props} />);
    expect(screen.getByText("Approve “Delete order”?")).toBeVisible();
    expect(screen.getByText(source)).toBeVisible();
    rerender(<ApprovalCard approval={{ ...approval("a"), name }} heading="Delete?" {...props} />);
    expect(screen.getByText(source)).toBeVisible();
    rerender(<ApprovalCard approval={{ ...approval("a"), name: "delete_order" }} {...props} />);
    expect(screen.queryByText(/^Uses/)).toBeNull();
  });

  it("has a warning sign and no primary button for a dangerous call, until it is over", () => {
    const props = { onApprove: vi.fn<() => void>(), onReject: vi.fn<() => void>(), tone: "danger" } as const;
    const icon = () => document.querySelector(".sv-decision-title .sv-icon")!.getAttribute("data-icon");
    const { rerender } = render(<ApprovalCard {...props} approval={approval("a")} />);
    expect(icon()).toBe("alert");
    expect(document.querySelector('[data-variant="primary"]')).toBeNull();
    screen.getByRole("button", { name: "Approve" }).click();
    expect(props.onApprove).toHaveBeenCalledTimes(1);
    rerender(<ApprovalCard {...props} approval={approval("a", { name: "settled", outcome: "approve", here: true })} />);
    expect(icon()).toBe("shield");
  });

  it("shows what would run and with what, and approves it", async () => {
    const onRespond = responder();
    render(show([approval("a")], onRespond));
    const card = screen.getByRole("group", { name: "Approve “Tool a”?" });
    expect(within(card).getByText("Amount")).toBeVisible();
    expect(within(card).getByText("yes")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    expect(onRespond).toHaveBeenCalledExactlyOnceWith("a", { kind: "approval", decision: "approve" });
  });

  it("shows its position among several", () => {
    render(show([approval("a"), approval("b"), approval("c", { name: "superseded" })]));
    expect(screen.getAllByRole("group").map((card) => card.textContent?.match(/\d of \d/)?.[0])).toEqual([
      "1 of 2",
      "2 of 2",
      undefined,
    ]);
  });

  it("marks only an approval as approved", () => {
    const outcomes = ["approve", "reject", "answered", "skipped", "expired", "cancelled"] as const;
    const settled = outcomes.map((outcome) => approval(outcome, { name: "settled", outcome, here: true }));
    const response = { kind: "approval", decision: "reject" } as const;
    const { container } = render(show([...settled, approval("sent", { name: "accepted", response })]));
    const marked = [...container.querySelectorAll(".sv-decision-outcome > [data-icon=check]")];
    expect(marked.map((mark) => mark.parentElement?.textContent)).toEqual(["Approved", "Answered"]);
  });

  it("names the reader when the reader decided in another window", () => {
    const state = { name: "settled", outcome: "approve", here: false, by: { id: "ana", name: "Ana" } } as const;
    const seenBy = (user: string) => (
      <ServiceProvider identity={{ tenant: "acme", user }}>{show([approval("a", state)])}</ServiceProvider>
    );
    const { rerender } = render(seenBy("ana"));
    expect(screen.getByText("Approved by you in another window")).toBeVisible();
    rerender(seenBy("ben"));
    expect(screen.getByText("Approved by Ana")).toBeVisible();
  });

  it("clears the reason's field when it is removed", async () => {
    const { unmount } = render(show([approval("a")]));
    await userEvent.click(screen.getByRole("button", { name: "Reject…" }));
    const reason = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Reason (optional)" });
    await userEvent.keyboard("because of Ana");
    unmount();
    await Promise.resolve();
    expect([reason.value, reason.parentElement]).toEqual(["", null]);
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

  it("gives the button that rejects another look than that of Approve", async () => {
    render(show([approval("a")]));
    await userEvent.click(screen.getByRole("button", { name: "Reject…" }));
    const button = screen.getByRole("button", { name: "Reject" });
    expect(button).toHaveAttribute("data-tone", "danger");
    expect(button).not.toHaveAttribute("data-variant");
  });

  it("returns from the reason to its buttons with Escape, and keeps the reason", async () => {
    const onRespond = responder();
    render(show([approval("a")], onRespond));
    await userEvent.click(screen.getByRole("button", { name: "Reject…" }));
    await userEvent.keyboard("ask first{Escape}");
    expect(screen.getByRole("button", { name: "Reject…" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("textbox", { name: "Reason (optional)" })).toHaveValue("ask first");
    expect(onRespond).not.toHaveBeenCalled();
  });

  const given = { kind: "approval", decision: "approve" } as const;
  it.each<[DecisionState, string, boolean]>([
    [{ name: "submitting", response: given }, "Sending…", false],
    [{ name: "accepted", response: given }, "Approved. Continuing…", false],
    [{ name: "settled", outcome: "approve", here: true }, "Approved", false],
    [{ name: "settled", outcome: "reject", here: false, by: { id: "b", name: "Ben" } }, "Rejected by Ben", false],
    [{ name: "settled", outcome: "approve", here: false }, "Approved in another window", false],
    [{ name: "settled", outcome: "cancelled", here: false }, "No longer needed: the agent was stopped", false],
    [{ name: "expired" }, "Time to answer ran out", false],
    [{ name: "superseded" }, "No longer needed: the agent stopped waiting for it", false],
    [
      { name: "failed", response: given, error: new Error("No network.") },
      "Couldn't send your answer. No network.",
      true,
    ],
    [
      { name: "unknown", response: given },
      "We couldn't confirm your answer was sent. You can safely send it again.",
      true,
    ],
  ])("describes %j in words, and can be decided only where that makes sense", (state, words, open) => {
    render(show([approval("a", state)]));
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Approve" }) !== null).toBe(open);
  });
});

describe("QuestionForm", () => {
  const next = () => userEvent.click(screen.getByRole("button", { name: "Next" }));
  const answer = () => userEvent.click(screen.getByRole("button", { name: "Answer" }));

  it("shows that answers are on their way in the place of its buttons", () => {
    const response = { kind: "question", submission: { outcome: "skipped" } } as const;
    render(show([question({}, { name: "submitting", response })]));
    const [field, sending] = [screen.getByRole("radio", { name: "Red" }), screen.getByText("Sending…")];
    expect(field.compareDocumentPosition(sending)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  });

  it("asks one question a page, and names a missing answer before the next one", async () => {
    const onRespond = responder();
    render(show([question()], onRespond));
    expect(screen.getByText("Question 1 of 2")).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Why?" })).toBeNull();
    await next();
    expect(screen.getByRole("radio", { name: "Red" })).toHaveFocus();
    expect(screen.getByRole("group", { name: "Which colour?" })).toHaveAccessibleDescription(
      "Question 1 of 2 Answer this question.",
    );
    expect(screen.getByText("Answer this question.").previousElementSibling).toHaveAttribute("data-icon", "alert");
    await userEvent.click(screen.getByRole("radio", { name: "Other" }));
    await next();
    const own = screen.getByRole("textbox", { name: "Your own answer" });
    expect(own).toHaveFocus();
    expect(own).toBeInvalid();
    expect(own).toHaveAccessibleDescription("Enter your answer, or choose another option.");
    expect(screen.getByRole("radio", { name: "Red" })).toBeValid();
    expect(screen.queryByText("Answer this question.")).toBeNull();
    await userEvent.type(own, "Blue");
    await next();
    const why = screen.getByRole("textbox", { name: "Why?" });
    expect(why).toHaveFocus();
    expect(why).toBeValid();
    await answer();
    expect(onRespond).not.toHaveBeenCalled();
    expect(why).toBeInvalid();
    expect(why).toHaveAccessibleDescription("Question 2 of 2 In a word. Answer this question.");
    await userEvent.type(why, "Calm");
    await answer();
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

  it("takes a double click on Next as one press, as the next page has its button there", async () => {
    const questions = ["First?", "Second?", "Third?"].map((prompt) => ({
      id: prompt,
      kind: "text" as const,
      prompt,
      required: false,
    }));
    render(show([question({ questions })]));
    await userEvent.dblClick(screen.getByRole("button", { name: "Next" }));
    expect(screen.getByText("Question 2 of 3")).toBeVisible();
    await next();
    expect(screen.getByText("Question 3 of 3")).toBeVisible();
  });

  it("removes the field for an own answer when an option is chosen instead", async () => {
    render(show([question()]));
    await userEvent.click(screen.getByRole("radio", { name: "Other" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Your own answer" }), "Blue");
    await userEvent.click(screen.getByRole("radio", { name: "Red" }));
    expect(screen.queryByRole("textbox", { name: "Your own answer" })).toBeNull();
    expect(screen.getByRole("radio", { name: "Red" })).toBeChecked();
  });

  it("returns to earlier answers, and forward again", async () => {
    render(show([question()]));
    await userEvent.click(screen.getByRole("radio", { name: "Red" }));
    await next();
    await userEvent.keyboard("Half a");
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByRole("radio", { name: "Red" })).toBeChecked();
    expect(screen.getByRole("radio", { name: "Red" })).toHaveFocus();
    await next();
    expect(screen.getByRole("textbox", { name: "Why?" })).toHaveValue("Half a");
  });

  it("works with the keyboard alone", async () => {
    const onRespond = responder();
    render(show([question()], onRespond));
    await userEvent.tab();
    await userEvent.keyboard(" {Enter}");
    await userEvent.keyboard("Warm");
    // In visual order, with the forward action last.
    for (const name of ["Back", "Skip all 2", "Answer"]) {
      await userEvent.tab();
      expect(screen.getByRole("button", { name })).toHaveFocus();
    }
    await userEvent.keyboard("{Enter}");
    expect(onRespond).toHaveBeenCalledTimes(1);
  });

  const why = question().request.questions.slice(1);
  const typed = () => screen.getByRole("textbox", { name: "Why?" });

  it("keeps typed text after a refresh and after a failed send", async () => {
    const { rerender } = render(show([question({ questions: why })]));
    await userEvent.type(typed(), "Half a");
    rerender(show([question({ questions: [...why] })]));
    const response = { kind: "question", submission: { outcome: "skipped" } } as const;
    rerender(show([question({ questions: why }, { name: "submitting", response })]));
    rerender(show([question({ questions: why }, { name: "failed", response, error: new Error("No.") })]));
    expect(typed()).toHaveValue("Half a");
  });

  it("keeps typed text through a remount for this person only, until it is settled", async () => {
    const as = (user: string, asked: QuestionSet | null) => (
      <ServiceProvider identity={{ tenant: "acme", user }}>{asked && show([asked])}</ServiceProvider>
    );
    const asked = question({ questions: why });
    const { rerender } = render(as("ana", asked));
    await userEvent.type(typed(), "Half a");
    rerender(as("ana", null));
    rerender(as("ana", asked));
    expect(typed()).toHaveValue("Half a");
    rerender(as("ana", question({ questions: why }, { name: "settled", outcome: "answered", here: true })));
    rerender(as("ana", asked));
    expect(typed()).toHaveValue("");
    await userEvent.type(typed(), "A secret");
    rerender(as("ben", asked));
    expect(typed()).toHaveValue("");
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("secret");
  });

  it("skips only where the request allows it", async () => {
    const onRespond = responder();
    const { rerender } = render(show([question()], onRespond));
    await userEvent.click(screen.getByRole("button", { name: "Skip all 2" }));
    expect(onRespond).toHaveBeenCalledExactlyOnceWith("q", { kind: "question", submission: { outcome: "skipped" } });
    rerender(show([question({ allowSkip: false })]));
    expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
  });

  it("asks before a skip that loses answers, and gives the focus back", async () => {
    const onRespond = responder();
    render(show([question()], onRespond));
    await userEvent.click(screen.getByRole("radio", { name: "Red" }));
    await next();
    await userEvent.keyboard("Half a");
    await userEvent.click(screen.getByRole("button", { name: "Skip all 2" }));
    expect(onRespond).not.toHaveBeenCalled();
    expect(screen.getByRole("group", { name: "Skip without sending your answers?" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Keep answering" }));
    expect(screen.getByRole("button", { name: "Skip all 2" })).toHaveFocus();
    expect(typed()).toHaveValue("Half a");
    await userEvent.keyboard("{Enter}");
    await userEvent.click(screen.getByRole("button", { name: "Skip all 2" }));
    expect(onRespond).toHaveBeenCalledExactlyOnceWith("q", { kind: "question", submission: { outcome: "skipped" } });
  });

  it("skips at once where only a choice of the shown question is lost", async () => {
    const onRespond = responder();
    render(show([question()], onRespond));
    await userEvent.click(screen.getByRole("radio", { name: "Red" }));
    await userEvent.click(screen.getByRole("button", { name: "Skip all 2" }));
    expect(onRespond).toHaveBeenCalledTimes(1);
  });

  it("shows the remaining time, in words that change with it", async () => {
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

  it("shows the day of a limit that is on another one", () => {
    const clock = createManualClock(Date.parse("2026-05-12T09:30:00Z"));
    const asked = question({ expiresAt: "2026-05-14T12:30:00Z" });
    render(<DecisionList decisions={[asked]} onRespond={responder()} clock={clock} />);
    expect(screen.getByText(/^Answer by Thursday, May 14, 2026.*, 2 d 3 h left$/)).toBeVisible();
  });
});

describe("DecisionList", () => {
  it("moves the focus to the next decision, and notifies the host after the last", async () => {
    const onAllDecided = vi.fn<() => void>();
    const { rerender } = render(show([approval("a"), approval("b")], responder(), onAllDecided));
    expect(screen.getByText("2 requests need your input")).toBeVisible();
    screen.getAllByRole("button", { name: "Approve" })[0]?.focus();
    const response = { kind: "approval", decision: "approve" } as const;
    rerender(show([approval("a", { name: "submitting", response }), approval("b")], responder(), onAllDecided));
    expect(screen.getByRole("heading", { name: "Approve “Tool b”?" })).toHaveFocus();
    rerender(show([approval("b", { name: "accepted", response })], responder(), onAllDecided));
    expect(onAllDecided).toHaveBeenCalledTimes(1);
  });

  it("keeps the focus in an open decision when others appear and disappear", () => {
    const { rerender } = render(show([approval("a"), approval("b")]));
    const approve = screen.getAllByRole("button", { name: "Approve" })[1];
    approve?.focus();
    rerender(show([approval("b"), approval("c")]));
    expect(approve).toHaveFocus();
  });

  it("leaves the focus alone when it was elsewhere", () => {
    const onAllDecided = vi.fn<() => void>();
    const { rerender } = render(show([approval("a")], responder(), onAllDecided));
    rerender(show([], responder(), onAllDecided));
    expect(onAllDecided).not.toHaveBeenCalled();
  });

  it("does not move the focus when a decision appears", () => {
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

  it("shows a refused answer in the decision's own state, without an unhandled rejection", async () => {
    const onRespond = vi.fn<Respond>(() => Promise.reject(new Error("No.")));
    render(show([approval("a")], onRespond));
    await userEvent.click(screen.getByRole("button", { name: "Approve" }));
    expect(onRespond).toHaveBeenCalledTimes(1);
  });
});
