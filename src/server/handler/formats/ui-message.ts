/**
 * A message of the AI SDK's client, built from the parts of a stream as that client builds it (`protocol.md` §7.12), so
 * that a history shows the same as the stream did.
 */
import type { ChatHistoryMessage } from "../../../wire/protocol/chat-bodies.js";
import type { AskedQuestion } from "../settled-question.js";
import type { UiToolPart } from "./ui-stream-calls.js";
import type { UiStreamPart } from "./ui-stream-parts.js";

/** A message as the AI SDK's `useChat` takes it. */
export interface UiMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  /** Of an answer that did not complete; the stream reports a failure by its part `error`. */
  readonly metadata?: Pick<ChatHistoryMessage, "outcome" | "failureText">;
  readonly parts: readonly UiMessagePart[];
}

export type UiMessagePart = { readonly type: "step-start" } | UiText | UiCall | UiQuestion;

type UiText = { readonly text: string; readonly state?: "done" } & (
  | { readonly type: "text" }
  | { readonly type: "reasoning"; readonly id: string }
);

type UiCall = {
  readonly type: "dynamic-tool";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly providerExecuted: true;
  readonly state:
    | "input-streaming"
    | "input-available"
    | "approval-requested"
    | "approval-responded"
    | "output-available"
    | "output-error"
    | "output-denied";
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly approval?: UiApproval;
};

/** `approved` is absent while it is pending. */
type UiApproval = { readonly id: string; readonly approved?: boolean; readonly reason?: string };

type UiQuestion = {
  readonly type: "data-service-pending";
  /** Its request; the client replaces the data of a part with the same id. */
  readonly id: string;
  readonly data: AskedQuestion;
};

export class UiMessageBuilder {
  readonly parts: UiMessagePart[] = [];

  take(part: UiStreamPart): void {
    if ("toolCallId" in part) {
      this.takeCall(part);
      return;
    }
    switch (part.type) {
      case "start-step":
        this.parts.push({ type: "step-start" });
        return;
      case "text-start":
        this.parts.push({ type: "text", text: "", state: "done" });
        return;
      case "reasoning-start":
        this.parts.push({ type: "reasoning", id: part.id, text: "", state: "done" });
        return;
      case "text-delta":
      case "reasoning-delta":
        // Text is closed before every other part, so the open one is the last.
        this.change(this.parts.length - 1, isText, (text) => ({ ...text, text: text.text + part.delta }));
        return;
      case "data-service-pending":
        if (!this.change(this.questionIndex(part.id), isQuestion, (question) => ({ ...question, data: part.data })))
          this.parts.push({ type: part.type, id: part.id, data: part.data });
        return;
      case "start":
      case "text-end":
      case "reasoning-end":
      case "finish-step":
      case "finish":
      case "error":
    }
  }

  /** Records a decision on an approval that is pending; false when none is. */
  decide(approvalId: string, decision: Omit<UiApproval, "id">): boolean {
    return this.change(this.approvalIndex(approvalId), isCall, (call) =>
      call.state === "approval-requested"
        ? { ...call, state: "approval-responded", approval: { id: approvalId, ...decision } }
        : call,
    );
  }

  /** Records the end of a question; false when it was not asked, or has ended. */
  settle(requestId: string, how: (asked: AskedQuestion) => AskedQuestion): boolean {
    return this.change(this.questionIndex(requestId), isQuestion, (question) =>
      question.data.settled ? question : { ...question, data: how(question.data) },
    );
  }

  private takeCall(part: UiToolPart): void {
    const { toolCallId: id } = part;
    switch (part.type) {
      case "tool-input-start":
        return this.begin(id, { toolName: part.toolName, state: "input-streaming" });
      case "tool-input-available":
        return this.begin(id, { toolName: part.toolName, state: "input-available", input: part.input });
      case "tool-approval-request":
        return this.move(id, { state: "approval-requested", approval: { id: part.approvalId } });
      case "tool-output-denied":
        return this.move(id, { state: "output-denied" });
      case "tool-output-available":
        return this.move(id, { state: "output-available", output: part.output });
      case "tool-output-error":
        return this.move(id, { state: "output-error", errorText: part.errorText });
    }
  }

  /** A call that an earlier step has becomes another part, as in the client. */
  private begin(toolCallId: string, fields: Pick<UiCall, "toolName" | "state" | "input">): void {
    const step = this.parts.findLastIndex(({ type }) => type === "step-start");
    const index = this.callIndex(toolCallId);
    if (index > step) this.change(index, isCall, (call) => ({ ...call, ...fields }));
    else this.parts.push({ type: "dynamic-tool", toolCallId, providerExecuted: true, ...fields });
  }

  private move(toolCallId: string, fields: Partial<UiCall> & Pick<UiCall, "state">): void {
    this.change(this.callIndex(toolCallId), isCall, (call) => withOwnApproval({ ...call, ...fields }));
  }

  private change<P extends UiMessagePart>(
    index: number,
    isIt: (part: UiMessagePart) => part is P,
    to: (part: P) => UiMessagePart,
  ): boolean {
    const part = this.parts[index];
    if (!part || !isIt(part)) return false;
    const changed = to(part);
    this.parts[index] = changed;
    return changed !== part;
  }

  private callIndex(id: string): number {
    return this.parts.findLastIndex((part) => isCall(part) && part.toolCallId === id);
  }

  private approvalIndex(id: string): number {
    return this.parts.findLastIndex((part) => isCall(part) && part.approval?.id === id);
  }

  private questionIndex(id: string): number {
    return this.parts.findLastIndex((part) => isQuestion(part) && part.id === id);
  }
}

/** The AI SDK rejects a call that ended otherwise than its approval has it, such as in a turn that was stopped before. */
function withOwnApproval(call: UiCall): UiCall {
  const { approval, ...rest } = call;
  const isOver = call.state === "output-available" || call.state === "output-error";
  return isOver && approval?.approved !== true ? rest : call;
}

function isText(part: UiMessagePart): part is UiText {
  return part.type === "text" || part.type === "reasoning";
}

function isCall(part: UiMessagePart): part is UiCall {
  return part.type === "dynamic-tool";
}

function isQuestion(part: UiMessagePart): part is UiQuestion {
  return part.type === "data-service-pending";
}
