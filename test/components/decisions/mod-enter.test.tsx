import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { QuestionForm, type QuestionFormProps } from "../../../src/components/decisions/question-form.js";
import { RejectForm } from "../../../src/components/decisions/reject-form.js";

const nothing = () => undefined;
const keys = [
  ["Ctrl+Enter", { key: "Enter", ctrlKey: true }],
  ["⌘+Enter", { key: "Enter", metaKey: true }],
] as const;

describe.each(keys)("%s in a text field", (_name, press) => {
  it("submits the answer to a question", () => {
    const onSubmit = vi.fn<QuestionFormProps["onSubmit"]>();
    const request = { id: "q_1", questions: [{ id: "city", prompt: "Which city?" }], allowSkip: false };
    const question = { kind: "question", id: "q_1", request, state: { name: "pending" } };
    render(<QuestionForm question={question as unknown as QuestionFormProps["question"]} onSubmit={onSubmit} />);
    const field = screen.getByRole("textbox");
    fireEvent.change(field, { target: { value: "Lisbon" } });
    fireEvent.keyDown(field, { ...press, isComposing: true });
    expect(onSubmit).not.toHaveBeenCalled();
    fireEvent.keyDown(field, press);
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(onSubmit.mock.calls[0]?.[1]).toMatchObject({ outcome: "answered" });
  });

  it("submits the reason of a rejection", () => {
    const onReject = vi.fn<() => void>();
    const rest = { onChange: nothing, onBack: nothing, onDiscard: nothing, onReject };
    render(<RejectForm reason="Too much" isOver={false} takesFocus={false} {...rest} />);
    fireEvent.keyDown(screen.getByRole("textbox"), press);
    expect(onReject).toHaveBeenCalledOnce();
  });
});
