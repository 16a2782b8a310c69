/**
 * Folds a session's events into the frames of a followed conversation: everybody's messages, each turn with its
 * chunks, each decision as the log settles it (`protocol.md` §0.1, 18).
 *
 * Pure, and its state is dropped at the end of every turn. When one event makes several frames, those
 * before the one with the id may be repeated for a client that was cut off between them; the repeats are equal.
 */
import type { ChatChunk, SettledChunk, TurnChunk } from "../../wire/protocol/chat-chunk.js";
import { readHumanInputRequest, type Question } from "../../wire/protocol/decisions.js";
import { filesField } from "../../wire/protocol/file-resource.js";
import { readEvent, type EventOf, type KnownEvent, type SessionEvent } from "../../wire/protocol/session-event.js";
import { answersInWords } from "../../timeline/events/human-input.js";
import { emptyTurn, foldTurn, turnEndTypes, turnOf, type TurnFrame, type TurnState } from "./fold-turn.js";

export interface ConversationState {
  /** Messages whose turn is not named yet, by event id. */
  readonly unplaced: ReadonlyMap<string, EventOf<"user.message">>;
  readonly turns: ReadonlyMap<string, TurnState>;
}

export interface FoldedConversation {
  readonly state: ConversationState;
  readonly frames: readonly TurnFrame[];
}

export const emptyConversation: ConversationState = { unplaced: new Map(), turns: new Map() };

export function foldConversation(state: ConversationState, event: SessionEvent): FoldedConversation {
  const known = readEvent(event)?.value;
  if (known?.type === "user.message") {
    return { state: { ...state, unplaced: new Map(state.unplaced).set(event.id, known) }, frames: [] };
  }
  if (known?.type === "turn.queued") return placeMessage(state, known);
  const folded = foldTurns(state, event);
  if (known?.type === "user.approvalDecision") {
    const { approvalId, decision, actor } = known.payload;
    return withSettled(folded, event, { requestId: approvalId, outcome: decision, actor });
  }
  if (known?.type === "user.humanInputResponse") {
    const { requestId, response, actor } = known.payload;
    const answers = response && answersInWords(questionsOf(state, requestId), response);
    return withSettled(folded, event, { requestId, outcome: response?.outcome ?? "answered", actor, answers });
  }
  return withPlace(folded, event.sequence, known);
}

/** The frames that follow the first one with an id: what a reader whose cursor is that id may not have seen. */
export function framesAfterId(frames: readonly TurnFrame[]): readonly TurnFrame[] {
  const index = frames.findIndex((frame) => frame.id !== undefined);
  return index === -1 ? [] : frames.slice(index + 1);
}

function placeMessage(state: ConversationState, event: EventOf<"turn.queued">): FoldedConversation {
  const turnId = turnOf(event);
  if (turnId === null) return { state, frames: [] };
  const unplaced = new Map(state.unplaced);
  const message = unplaced.get(event.payload.triggerEventId);
  unplaced.delete(event.payload.triggerEventId);
  const turns = new Map(state.turns).set(turnId, newTurn(turnId, event));
  const frames: TurnFrame[] = message ? [{ chunk: messageChunk(message, turnId) }] : [];
  frames.push({ id: event.sequence, chunk: { type: "turn", turnId, state: "queued" } });
  return { state: { unplaced, turns }, frames };
}

function newTurn(turnId: string, { sessionId, workspaceId }: SessionEvent): TurnState {
  return emptyTurn({ turnId, sessionId, workspaceId });
}

function messageChunk(event: EventOf<"user.message">, turnId: string): ChatChunk {
  const { text, actor, resources, delivery } = event.payload;
  return {
    type: "message",
    role: "user",
    id: event.id,
    turnId,
    text,
    ...(typeof event.clientEventId === "string" && { clientEventId: event.clientEventId }),
    ...(actor && { actor }),
    ...filesField(resources),
    ...(delivery === "steer" && { delivery }),
  };
}

/** Gives the event to the turns it concerns: its own, or every open one when it names none. */
function foldTurns(state: ConversationState, event: SessionEvent): FoldedConversation {
  const named = turnOf(event);
  // A turn that was queued before the first event read is met here for the first time.
  const known = named !== null && !state.turns.has(named) && begins(event);
  const open = known ? new Map(state.turns).set(named, newTurn(named, event)) : state.turns;
  const turns = new Map(open);
  const frames: TurnFrame[] = [];
  for (const [turnId, turn] of named === null ? open : [[named, open.get(named)] as const]) {
    if (turn === undefined) continue;
    const folded = foldTurn(turn, event, { everyPending: true });
    frames.push(...folded.frames);
    if (turn.phase === "queued" && folded.state.phase === "running") frames.push(moved(turnId, "started", event));
    if (folded.state.phase === "ended") {
      frames.push(moved(turnId, "ended", event));
      turns.delete(turnId);
    } else {
      turns.set(turnId, folded.state);
    }
  }
  return { state: { ...state, turns }, frames };
}

function begins(event: SessionEvent): boolean {
  return event.type === "turn.started" || turnEndTypes.includes(event.type);
}

function moved(turnId: string, state: "started" | "ended", event: SessionEvent): TurnFrame {
  return { id: event.sequence, chunk: { type: "turn", turnId, state } };
}

function withPlace(folded: FoldedConversation, id: number, event: KnownEvent | undefined): FoldedConversation {
  const place = placeIn(event);
  if (!place) return folded;
  return {
    state: folded.state,
    frames: [...folded.frames, { id, chunk: { type: "turn", state: "queued", ...place } }],
  };
}

/** The place that a waiting turn moved to. */
function placeIn(event: KnownEvent | undefined): Omit<TurnChunk, "type" | "state"> | null {
  if (event?.type === "session.control.steer_requested") {
    const { targetTurnId: turnId } = event.payload;
    return turnId === undefined ? null : { turnId, isNext: true };
  }
  if (event?.type !== "session.queue.changed") return null;
  const { operation, turnId, beforeTurnId = null } = event.payload;
  return operation === "move" && turnId !== undefined ? { turnId, beforeTurnId } : null;
}

function withSettled(
  folded: FoldedConversation,
  event: SessionEvent,
  { requestId, outcome, actor, answers }: Omit<SettledChunk, "type">,
): FoldedConversation {
  const chunk: SettledChunk = {
    type: "settled",
    requestId,
    outcome,
    ...(actor && { actor }),
    ...(answers && { answers }),
  };
  return { state: folded.state, frames: [...folded.frames, { id: event.sequence, chunk }] };
}

/** The questions of a pending request, while its turn is open. */
function questionsOf({ turns }: ConversationState, requestId: string): readonly Question[] {
  const pending = [...turns.values()].flatMap((turn) => turn.pending);
  const asked = pending.find((one) => one.kind === "human_input" && one.requestId === requestId);
  return (asked && readHumanInputRequest(asked.payload)?.questions) ?? [];
}
