/**
 * Writes a history as messages of the AI SDK's client (`protocol.md` §7.12). Each answer is built from its turn's events
 * as the stream builds it, so a page shows the same after a reload: the same ids, parts, states and outputs.
 */
import { readEvent, type SessionEvent } from "../../../wire/protocol/session-event.js";
import type { ChatHistoryMessage } from "../../../wire/protocol/chat-bodies.js";
import { emptyTurn, foldTurn, turnOf, type TurnFrame, type TurnState } from "../fold-turn.js";
import type { HistoryPage } from "../history.js";
import type { HistoryFacts } from "./format.js";
import { settleQuestion } from "../settled-question.js";
import { UiMessageBuilder, type UiMessage } from "./ui-message.js";
import { withoutTraps } from "./ui-stream-encoder.js";
import { createUiStreamParts, type UiStreamFacts, type UiStreamPart } from "./ui-stream-parts.js";
import { callsOf } from "./ui-stream-request.js";

/** The history as JSON; `before` is the sequence for the page before this one. */
export function writeUiHistory({ history, events }: HistoryPage, facts: HistoryFacts): string {
  const answers = uiAnswers(history.messages, events, facts);
  const messages = history.messages.map((message) => uiMessage(message, answers.get(message.turnId ?? "")));
  const before = history.hasOlder ? (history.messages[0]?.sequence ?? null) : null;
  return JSON.stringify({ ...history, messages, before }, withoutTraps);
}

function uiMessage(message: ChatHistoryMessage, answer: UiAnswer | undefined): UiMessage {
  const { id = "", role, text, outcome, failureText } = message;
  if (role === "user") return { id, role, parts: [{ type: "text", text }] };
  // Only an answer of an old log has no turn.
  const parts = answer?.parts ?? [{ type: "step-start" }, { type: "text", text, state: "done" }];
  const metadata = outcome && { outcome, ...(failureText !== undefined && { failureText }) };
  return { id, role, ...(metadata && { metadata }), parts };
}

/** The answers of a page, by turn. */
function uiAnswers(
  messages: readonly ChatHistoryMessage[],
  events: readonly SessionEvent[],
  facts: HistoryFacts,
): ReadonlyMap<string, UiAnswer> {
  const turnIds = messages.flatMap(({ role, turnId }) => (role === "assistant" && turnId ? [turnId] : []));
  const answers = new Map(turnIds.map((turnId) => [turnId, new UiAnswer(turnId, facts)]));
  const open = new Set(answers.values());
  for (const event of events) {
    const named = turnOf(event);
    const of = named === null ? open : [answers.get(named)];
    for (const answer of of) if (answer && answer.take(event) === "ended") open.delete(answer);
  }
  return answers;
}

/** One turn as a client reads it that decides in its own page: up to a decision, and on from there in a new step. */
class UiAnswer {
  private readonly facts: UiStreamFacts;
  private readonly reasoning: boolean;
  private readonly message = new UiMessageBuilder();
  private stream;
  private state: TurnState;
  /** A decision was made, and nothing followed it yet. */
  private isDecided = false;

  constructor(turnId: string, { toolParts, reasoningParts = false }: HistoryFacts) {
    this.facts = { turnId, newId: () => turnId, toolParts, echo: {} };
    this.reasoning = reasoningParts;
    this.state = emptyTurn({ turnId, sessionId: "", workspaceId: "" });
    this.stream = createUiStreamParts(this.facts);
    this.add(this.stream.begin());
  }

  get parts(): UiMessage["parts"] {
    return this.message.parts;
  }

  take(event: SessionEvent): TurnState["phase"] {
    const wasWaiting = this.state.phase === "waiting";
    const { state, frames } = foldTurn(this.state, event, { everyPending: true, reasoning: this.reasoning });
    this.state = state;
    this.decide(event);
    // The client's stream ended with the first announcement.
    const isUnread = wasWaiting && !this.isDecided && state.phase === "waiting";
    if (frames.length > 0 && !isUnread) this.read(frames);
    return state.phase;
  }

  private read(frames: readonly TurnFrame[]): void {
    if (this.isDecided) {
      const { turnId: messageId } = this.state;
      const calls = callsOf({ parts: this.message.parts });
      this.stream = createUiStreamParts({ ...this.facts, echo: { continues: { messageId, calls } } });
      this.add(this.stream.begin());
      this.isDecided = false;
    }
    for (const { chunk, failure } of frames)
      this.add(chunk ? this.stream.chunk(chunk) : this.stream.fail(failure, true));
  }

  private decide(event: SessionEvent): void {
    const known = readEvent(event)?.value;
    if (known?.type === "user.approvalDecision") {
      const { approvalId, decision, message: reason } = known.payload;
      const approved = decision === "approve";
      if (this.message.decide(approvalId, { approved, ...(reason !== undefined && { reason }) })) this.isDecided = true;
    }
    if (known?.type === "user.humanInputResponse") {
      const { payload } = known;
      if (this.message.settle(payload.requestId, (asked) => settleQuestion(asked, payload))) this.isDecided = true;
    }
  }

  private add(parts: readonly UiStreamPart[]): void {
    for (const part of parts) this.message.take(part);
  }
}
