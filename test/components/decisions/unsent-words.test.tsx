import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { DecisionList } from "../../../src/components/decisions/decision-list.js";
import type {
  Approval,
  Decision,
  DecisionState,
  QuestionSet,
} from "../../../src/components/decisions/decision-types.js";
import { ServiceProvider } from "../../../src/hooks/service-provider.js";

const approval = (state: DecisionState = { name: "pending" }): Approval => ({
  kind: "approval",
  id: "a",
  turnId: "t",
  name: "refund",
  arguments: { amount: 12 },
  state,
});
const question = (state: DecisionState = { name: "pending" }): QuestionSet => ({
  kind: "question",
  id: "q",
  turnId: "t",
  state,
  request: {
    id: "q",
    allowSkip: true,
    expiresAt: null,
    questions: [{ id: "why", kind: "text", prompt: "Why?" }],
  },
});
const other: Approval = { ...approval(), id: "b", name: "other" };

const send = vi.fn<() => void>();
const onRespond = vi.fn<() => void>();
const onAllDecided = () => screen.getByRole("textbox", { name: "Message" }).focus();
/** A list above a composer that sends with Enter. */
const page = (decisions: readonly Decision[], more: object = {}) => (
  <>
    <DecisionList decisions={decisions} onRespond={onRespond} onAllDecided={onAllDecided} {...more} />
    <input
      aria-label="Message"
      onKeyDown={(event) => {
        if (event.key === "Enter") send();
      }}
    />
  </>
);
const words = "Twice late";

/** Begins to type words for a decision. */
const kinds = [
  {
    kind: "an answer",
    of: question,
    field: () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Why?" }),
    begin: async () => undefined,
  },
  {
    kind: "a reason",
    of: approval,
    field: () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Reason (optional)" }),
    begin: () => userEvent.click(screen.getAllByRole("button", { name: "Reject…" })[0] as HTMLElement),
  },
];
/** Ends of a decision during typing: the states of the page, step by step. */
const lost = { name: "settled", outcome: "approve", here: false, by: { id: "ben", name: "Ben" } } as const;
const ends: readonly (readonly [string, readonly (DecisionState | "gone")[]])[] = [
  ["expires", [{ name: "expired" }]],
  ["expires and the agent goes on", [{ name: "expired" }, "gone"]],
  ["is decided elsewhere", [lost]],
  ["is decided elsewhere and goes", [lost, "gone"]],
  ["is superseded and goes", [{ name: "superseded" }, "gone"]],
  ["goes without a word", ["gone"]],
];

describe("a form that is over", () => {
  const questions: QuestionSet["request"]["questions"] = [
    { id: "why", kind: "text", prompt: "Why?", required: true },
    { id: "when", kind: "single_select", prompt: "When?", options: [{ id: "now", label: "Now" }] },
    { id: "how", kind: "text", prompt: "How?" },
  ];
  const form = (state: DecisionState): QuestionSet => ({
    ...question(state),
    request: { ...question().request, questions },
  });

  it("shows each question with typed words and these words alone, without faults, choices and pages", async () => {
    const { rerender } = render(page([form({ name: "pending" })]));
    await userEvent.type(screen.getByRole("textbox", { name: "Why?" }), words);
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await userEvent.click(screen.getByRole("radio", { name: "Other" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Your own answer" }), "At noon");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
    expect(screen.getByText("Answer this question.")).toBeVisible();
    rerender(page([form({ name: "superseded" })]));
    const fields = screen.getAllByRole("textbox").filter((field) => field.hasAttribute("readonly"));
    expect(fields.map((field) => (field as HTMLInputElement).value)).toEqual([words, "At noon"]);
    expect(screen.getByRole("group", { name: "When?" })).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.queryByText("Answer this question.")).toBeNull();
    expect(screen.queryByRole("button", { name: /Next|Back/ })).toBeNull();
    expect(screen.queryByText(/Question \d/)).toBeNull();
  });
});

describe.each(kinds)("words typed for $kind", ({ of, field, begin }) => {
  it.each(ends)("stay with the focus when the decision %s, and Enter sends nothing", async (_, steps) => {
    send.mockClear();
    onRespond.mockClear();
    const { rerender } = render(page([of(), other]));
    await begin();
    const typed = field();
    await userEvent.type(typed, words);
    for (const step of steps) rerender(page(step === "gone" ? [other] : [of(step), other]));
    expect(field()).toBe(typed);
    expect(typed).toHaveFocus();
    await userEvent.keyboard(" and more{Enter}");
    expect(typed).toHaveValue(words);
    expect(typed).toHaveFocus();
    expect([send.mock.calls.length, onRespond.mock.calls.length]).toEqual([0, 0]);
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Copy what you wrote" }));
    expect(await navigator.clipboard.readText()).toBe(words);
  });

  it("go when the reader discards them, with the card and the focus", async () => {
    const { rerender } = render(page([of()]));
    await begin();
    await userEvent.type(field(), words);
    rerender(page([of({ name: "expired" })]));
    rerender(page([]));
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByRole("group")).toBeNull();
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  });

  it("outlive a remount of the list, while it loads and after the decision is gone", async () => {
    const shown = (decisions: readonly Decision[] | null, isLoading = false) => (
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
        {decisions && page(decisions, { keptAs: "s", isLoading })}
      </ServiceProvider>
    );
    const { rerender, unmount } = render(shown([of()]));
    await begin();
    await userEvent.type(field(), words);
    rerender(shown(null));
    rerender(shown([], true));
    expect(screen.queryByRole("group")).toBeNull();
    rerender(shown([]));
    expect(field()).toHaveValue(words);
    expect(field()).toHaveAttribute("readonly");
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    rerender(shown(null));
    rerender(shown([]));
    expect(screen.queryByRole("group")).toBeNull();
    unmount();
  });

  it("leave no card when they were sent from here", async () => {
    const response = { kind: "approval", decision: "reject" } as const;
    const { rerender } = render(page([of()]));
    await begin();
    await userEvent.type(field(), words);
    rerender(page([of({ name: "submitting", response })]));
    rerender(page([of({ name: "accepted", response })]));
    rerender(page([]));
    expect(screen.queryByRole("group")).toBeNull();
  });

  it("leave no card when the log settled the answer from here before the page drew anything else", async () => {
    const { rerender } = render(page([of()]));
    await begin();
    await userEvent.type(field(), words);
    await userEvent.click(screen.getByRole("button", { name: /^(?:Reject|Answer)$/ }));
    expect(onRespond).toHaveBeenCalled();
    rerender(page([]));
    expect(screen.queryByRole("group")).toBeNull();
  });

  it("stay when sending them fails", async () => {
    const response = { kind: "approval", decision: "reject" } as const;
    const { rerender } = render(page([of()]));
    await begin();
    await userEvent.type(field(), words);
    rerender(page([of({ name: "submitting", response })]));
    rerender(page([of({ name: "failed", response, error: new Error("No.") })]));
    expect(field()).toHaveValue(words);
  });
});

describe("the focus", () => {
  it("moves to the title of its own card when a control disappears without the reader", () => {
    const { rerender } = render(page([approval()]));
    act(() => screen.getByRole("button", { name: "Approve" }).focus());
    rerender(page([approval(lost)]));
    expect(screen.getByRole("heading", { name: /refund/i })).toHaveFocus();
    rerender(page([]));
    expect(screen.getByRole("textbox", { name: "Message" })).not.toHaveFocus();
  });

  it("moves on when the reader decided", async () => {
    const { rerender } = render(page([approval(), other]));
    const card = screen.getByRole("group", { name: /refund/i });
    await userEvent.click(within(card).getByRole("button", { name: "Approve" }));
    const response = { kind: "approval", decision: "approve" } as const;
    rerender(page([approval({ name: "submitting", response }), other]));
    expect(screen.getByRole("heading", { name: /other/i })).toHaveFocus();
  });
});
