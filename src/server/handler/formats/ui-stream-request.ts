/**
 * Reads the body that the AI SDK's `DefaultChatTransport` posts (`protocol.md` §7.12): the user's newest message, or the
 * decisions that an assistant's message carries. Never both: a client posts its whole conversation again after each
 * decision, and its last user message was sent long ago.
 */
import type { ChatRespondBody } from "../../../wire/protocol/chat-bodies.js";
import { ChatError } from "../../../wire/protocol/chat-error.js";
import { isRecord } from "../../../wire/protocol/read-fields.js";
import { readRespond, readSend } from "../read-request.js";
import { messageRequired } from "../submit-input.js";
import type { ContinuedCall, FormatInput, FormatRequest, ImportedMessage } from "./format.js";

/** A message of the client's, as far as it is read. */
interface UiMessage {
  readonly id: string | undefined;
  readonly role: "user" | "assistant" | "system";
  readonly parts: readonly Readonly<Record<string, unknown>>[];
}

/** The longest idempotency key. */
const longestKey = 256;

/** @throws {ChatError} (400) `message_required`, `respond_input_invalid`. */
export function readUiStreamRequest(value: unknown): FormatRequest {
  const body = isRecord(value) ? value : {};
  const messages = readMessages(body);
  const isAgain = body["trigger"] === "regenerate-message";
  const target = isAgain ? messages.at(-1) : targetOf(messages, body["messageId"]);
  const conversation = typeof body["id"] === "string" ? body["id"] : undefined;
  const answers = answerOf(body);
  if (target?.role === "user") {
    if (answers.length > 0) throw messageRequired();
    return {
      conversation,
      input: send(target, body, isAgain),
      history: historyOf(messages.slice(0, messages.indexOf(target))),
    };
  }
  if (target?.role !== "assistant" || isAgain) throw messageRequired();
  const decisions = [...approvalsOf(target), ...answers];
  if (decisions.length === 0) throw messageRequired();
  const continues = target.id === undefined ? undefined : { messageId: target.id, calls: callsOf(target) };
  return { conversation, input: { decisions }, echo: { continues } };
}

/** All messages, or only the newest from a client that is configured to send no more. */
function readMessages(body: Readonly<Record<string, unknown>>): readonly UiMessage[] {
  const given = Array.isArray(body["messages"]) ? body["messages"] : [body["message"]];
  return given.flatMap((value: unknown) => {
    if (!isRecord(value)) return [];
    const { id, role, parts } = value;
    if (role !== "user" && role !== "assistant" && role !== "system") return [];
    return [
      { id: typeof id === "string" ? id : undefined, role, parts: Array.isArray(parts) ? parts.filter(isRecord) : [] },
    ];
  });
}

/** The message that the request is about: the one it names, else the last. */
function targetOf(messages: readonly UiMessage[], messageId: unknown): UiMessage | undefined {
  if (typeof messageId !== "string") return messages.at(-1);
  return messages.findLast(({ id }) => id === messageId);
}

function send(message: UiMessage, body: Readonly<Record<string, unknown>>, isAgain: boolean): FormatInput {
  const text = textOf(message);
  if (text.trim() === "" && message.parts.some(({ type }) => type === "file")) {
    throw new ChatError("Files are not passed on from this format. Send the message with text.", {
      code: "message_required",
      status: 400,
    });
  }
  const { clientEventId } = body;
  return { message: readSend({ message: text, clientEventId, delivery: isAgain ? "steer" : "send" }) };
}

function textOf({ parts }: UiMessage): string {
  return parts.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? text : [])).join("\n");
}

function historyOf(messages: readonly UiMessage[]): readonly ImportedMessage[] {
  return messages.map((message) => ({ role: message.role, text: textOf(message) })).filter(({ text }) => text !== "");
}

/** The decisions of the message's last step; those of earlier ones were passed on when they were the last. */
function approvalsOf(message: UiMessage): readonly ChatRespondBody[] {
  const step = message.parts.slice(lastStepOf(message.parts) + 1);
  return step.flatMap((part) => {
    const approval = decidedApproval(part);
    if (approval === undefined) return [];
    const { id: requestId, approved, reason } = approval;
    const decision = approved ? "approve" : "reject";
    // A retried post decides nothing again.
    const clientEventId = `${message.id ?? ""}:${requestId}:${decision}`;
    const key = message.id === undefined || clientEventId.length > longestKey ? {} : { clientEventId };
    return [{ requestId, decision, ...(reason !== undefined && { message: reason }), ...key }];
  });
}

/** An answer that the host adds to the body, in the form that `POST …/respond` takes. */
function answerOf({ respond }: Readonly<Record<string, unknown>>): readonly ChatRespondBody[] {
  return respond === undefined || respond === null ? [] : [readRespond(respond)];
}

/** The tools in the client's message, which must not be sent again. */
export function callsOf({ parts }: Pick<UiMessage, "parts">): ReadonlyMap<string, ContinuedCall> {
  const calls = new Map<string, ContinuedCall>();
  const step = lastStepOf(parts);
  for (const [index, part] of parts.entries()) {
    const { toolCallId } = part;
    if (typeof toolCallId === "string") calls.set(toolCallId, stateOf(part, index > step));
  }
  return calls;
}

/** A client answers the approvals of its last step; one of an earlier step would have to be asked again. */
function stateOf(part: Readonly<Record<string, unknown>>, isInLastStep: boolean): ContinuedCall {
  const { state } = part;
  if (state === "output-available" || state === "output-error" || state === "output-denied") return "ended";
  if (state === "approval-requested" && isInLastStep) return "asked";
  const approval = decidedApproval(part);
  if (approval === undefined) return "open";
  return approval.approved ? "approved" : "rejected";
}

/** Where the last step begins; -1 in a message without steps. */
function lastStepOf(parts: UiMessage["parts"]): number {
  return parts.findLastIndex(({ type }) => type === "step-start");
}

function decidedApproval({ state, approval }: Readonly<Record<string, unknown>>) {
  if (state !== "approval-responded" || !isRecord(approval)) return undefined;
  const { id, approved, reason } = approval;
  if (typeof id !== "string" || typeof approved !== "boolean") return undefined;
  return { id, approved, reason: typeof reason === "string" ? reason : undefined };
}
