// budget: one reducer with a row an event type; apart, the rows would need each other's state
/**
 * Folds the events of one turn into the chunks of its answer (`protocol.md` §7.6).
 *
 * Pure: the same events give the same chunks, compact or raw. An event makes at most one text or tool chunk, so a
 * client that keeps the last id sees no text twice. `read-turn` decides which events are read and sent.
 */
import type { ChatChunk, ChatPending, ChatReply, ToolChunk } from "../../wire/protocol/chat-chunk.js";
import type { Cursor } from "../../wire/protocol/event-cursor.js";
import {
  approvalId,
  approvalName,
  approvedCallId,
  readApproval,
  type Approval,
  type Denial,
  type HumanInputRequest,
} from "../../wire/protocol/decisions.js";
import { isToolFailure, reasoningText, type EventPayloads } from "../../wire/protocol/event-payloads.js";
import type { EventType } from "../../wire/protocol/event-types.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import { lastSequenceOf, readEvent, type SessionEvent } from "../../wire/protocol/session-event.js";
import { cleanPiece, withoutCitations } from "../../timeline/citations.js";
import { leafName } from "../../timeline/events/tools.js";
import { workerAction } from "../../timeline/events/workers.js";
import { settleQuestion } from "./settled-question.js";
import { stopReason } from "./stop-reason.js";
import { addUsage, type TurnUsage, type UsageSoFar } from "./turn-usage.js";

/** A piece of the agent's reasoning. No message of the native stream: only formats that ask for it receive it. */
export interface ReasoningChunk {
  readonly type: "reasoning";
  readonly text: string;
}

export type AnswerChunk = ChatChunk | ReasoningChunk;

/** The reason of a failed turn for its reader. */
export interface TurnFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly turnId: string;
}

/** One frame to be: a chunk, or the failure that ends the turn. `id` is the cursor to resume from after it. */
export type TurnFrame<Id extends Cursor = number, Chunk = AnswerChunk> = {
  readonly id?: Id | undefined;
  /** Beside a `done`: the turn's tokens so far, where every step reported them. */
  readonly usage?: TurnUsage | undefined;
} & (
  | { readonly chunk: Chunk; readonly failure?: undefined }
  | { readonly failure: TurnFailure; readonly chunk?: undefined }
);

export interface TurnState {
  readonly turnId: string;
  readonly sessionId: string;
  readonly workspaceId: string;
  /** `waiting`: announced what waits for a person; the next decision makes it `running` again. */
  readonly phase: "queued" | "running" | "waiting" | "ended";
  /** Everything sent so far. */
  readonly text: string;
  /** The text of the newest segment. */
  readonly segment: string;
  readonly segmentOpen: boolean;
  /** An incomplete citation mark at the end of the newest segment; sent once it turns out to be text. */
  readonly heldMark: string;
  readonly toolNames: Readonly<Record<string, string>>;
  /** Call id → the rejection of that call. */
  readonly denials: ReadonlyMap<string, Denial>;
  /** Pending decisions in the log, oldest first. */
  readonly pending: readonly ChatPending[];
  /** The sequence of the newest announcement; 0 before the first. */
  readonly announcedAt: number;
  readonly usage: UsageSoFar;
}

export interface FoldTurnOptions {
  /** Sends every approval of an announcement, not only the first. @default false */
  readonly everyPending?: boolean;
  /** Sends each question once more when it is settled, with its outcome. @default false */
  readonly settled?: boolean;
  /** Sends the agent's reasoning. @default false */
  readonly reasoning?: boolean;
}

export interface FoldedTurn {
  readonly state: TurnState;
  readonly frames: readonly TurnFrame[];
}

const closed = { segmentOpen: false, heldMark: "" } as const;

export function emptyTurn(ids: Pick<TurnState, "turnId" | "sessionId" | "workspaceId">): TurnState {
  return {
    turnId: ids.turnId,
    sessionId: ids.sessionId,
    workspaceId: ids.workspaceId,
    phase: "queued",
    text: "",
    segment: "",
    ...closed,
    toolNames: {},
    denials: new Map(),
    pending: [],
    announcedAt: 0,
    usage: undefined,
  };
}

/** The turn of an event, wherever it is named; null for one of the session. */
export function turnOf(event: SessionEvent): string | null {
  const named = isRecord(event.payload) ? event.payload["turnId"] : undefined;
  return event.turnId ?? (typeof named === "string" ? named : null);
}

/** The events that end a turn. */
export const turnEndTypes: readonly string[] = ["turn.completed", "turn.failed", "turn.cancelled", "turn.superseded"];

/** The events without a turn's id that still move the turn that runs. */
const sessionScoped: readonly string[] = [
  "session.requiresAction",
  "session.humanInput.requested",
  "session.status.changed",
  "session.control.paused",
  "user.approvalDecision",
  "user.humanInputResponse",
];

/** Applies one event. An event of another turn, or one after the end, changes nothing. */
export function foldTurn(state: TurnState, event: SessionEvent, options: FoldTurnOptions = {}): FoldedTurn {
  const read = belongs(state, event) ? readEvent(event) : null;
  const row = read && (rows[read.value.type] as Row<EventType> | undefined);
  if (!row) return { state, frames: [] };
  return row(state, read.value.payload, { id: lastSequenceOf(event), raw: event.payload, options });
}

interface Facts {
  readonly id: number;
  /** The payload, unchanged. */
  readonly raw: unknown;
  readonly options: FoldTurnOptions;
}

type Row<T extends EventType> = (state: TurnState, payload: EventPayloads[T], facts: Facts) => FoldedTurn;

/** Handlers by event type; a type without a row is not part of an answer. */
const rows: { readonly [T in EventType]?: Row<T> } = {
  "turn.started": (state) => quiet(state, { phase: "running" }),
  "agent.message.delta": (state, { text }, { id }) => extendMessage(state, id, text),
  "agent.message.completed": (state, payload, { id }) => completeMessage(state, id, payload),
  "agent.reasoning.delta": (state, payload, { id, options }) => reason(state, id, payload, options),
  "agent.toolCall.created": (state, payload, { id }) => startTool(state, id, payload),
  "agent.toolCall.output": (state, payload, { id }) => endTool(state, id, payload),
  "agent.model.usage": (state, payload) => quiet(state, { usage: addUsage(state.usage, payload) }),
  "session.requiresAction": (state, { approvals }, { id, options }) =>
    announce(state, id, askedApprovals(state, approvals), options),
  "session.humanInput.requested": (state, { request }, { id, raw, options }) =>
    announce(state, id, askedQuestions(state, request, raw), options),
  "user.approvalDecision": (state, payload) => settle(deny(state, payload), payload.approvalId),
  "user.humanInputResponse": (state, payload, { id, options }) => answered(state, id, payload, options),
  "session.status.changed": (state, { status }, { id, options }) => statusChanged(state, id, status, options),
  "session.control.paused": (state, { reason }, { id }) =>
    reason === stopReason ? end(state, id, "cancelled") : { state, frames: [] },
  "turn.completed": (state, _payload, { id }) => end(state, id, "completed"),
  "turn.cancelled": (state, _payload, { id }) => end(state, id, "cancelled"),
  "turn.superseded": (state, _payload, { id }) => end(state, id, "cancelled"),
  "turn.failed": (state, payload, { id }) => ({
    state: { ...state, phase: "ended" },
    frames: [{ id, failure: failureOf(state.turnId, payload) }],
  }),
};

function belongs(state: TurnState, event: SessionEvent): boolean {
  if (state.phase === "ended") return false;
  const turnId = turnOf(event);
  if (turnId !== null) return turnId === state.turnId;
  if (!sessionScoped.includes(event.type)) return false;
  // A session that is cancelled ends its waiting turns too; all else without a turn is of the one that runs.
  return state.phase !== "queued" || (isRecord(event.payload) && event.payload["status"] === "cancelled");
}

function quiet(state: TurnState, change: Partial<TurnState>): FoldedTurn {
  return { state: { ...state, ...change }, frames: [] };
}

function extendMessage(state: TurnState, id: number, piece: string): FoldedTurn {
  const { text, held } = cleanPiece(state.heldMark, piece);
  return tellText({ ...state, heldMark: held }, id, text, !state.segmentOpen, true);
}

function tellText(state: TurnState, id: number, text: string, opens: boolean, staysOpen: boolean): FoldedTurn {
  const told = opens && state.text !== "" && text !== "" ? `\n\n${text}` : text;
  const next: TurnState = {
    ...state,
    text: state.text + told,
    segment: opens ? text : state.segment + text,
    segmentOpen: staysOpen,
  };
  // An empty first delta opens nothing: the segment begins with its first character.
  if (text === "") return { state: opens ? state : next, frames: [] };
  return { state: next, frames: [{ id, chunk: { type: "text", text: told } }] };
}

function completeMessage(state: TurnState, id: number, payload: EventPayloads["agent.message.completed"]): FoldedTurn {
  const text = withoutCitations(payload.text);
  // A long answer may be stored truncated; the deltas have all of it.
  const cut = payload.truncation !== undefined && payload.truncation !== null;
  if (cut && state.segment !== "") return quiet(state, closed);
  if (state.segment !== "" && text.startsWith(state.segment)) {
    return tellText({ ...state, ...closed }, id, text.slice(state.segment.length), false, false);
  }
  if (state.segment.startsWith(text)) return quiet(state, closed);
  return tellText({ ...state, ...closed }, id, text, true, false);
}

function reason(
  state: TurnState,
  id: number,
  payload: EventPayloads["agent.reasoning.delta"],
  options: FoldTurnOptions,
): FoldedTurn {
  const text = options.reasoning ? reasoningText(payload) : "";
  return { state, frames: text === "" ? [] : [{ id, chunk: { type: "reasoning", text } }] };
}

function startTool(state: TurnState, id: number, payload: EventPayloads["agent.toolCall.created"]): FoldedTurn {
  const rest = { ...state, ...closed };
  const callId = payload.id;
  // A tool of the provider may be announced twice under one id; it is one tool.
  if (callId !== undefined && Object.hasOwn(state.toolNames, callId)) return { state: rest, frames: [] };
  const toolNames = callId === undefined ? state.toolNames : { ...state.toolNames, [callId]: payload.name };
  const { name, arguments: input } = payload;
  const chunk = tool({ name, status: "started", callId, input });
  return { state: { ...rest, toolNames }, frames: [{ id, chunk }] };
}

function endTool(state: TurnState, id: number, payload: EventPayloads["agent.toolCall.output"]): FoldedTurn {
  const callId = payload.id;
  const known = callId !== undefined && Object.hasOwn(state.toolNames, callId) ? state.toolNames[callId] : undefined;
  const name = known ?? "tool";
  const denied = callId === undefined ? undefined : state.denials.get(callId);
  // Older clients have no status for a call that was not made.
  const status = denied || isToolFailure(payload) ? "failed" : "completed";
  // As in the history: the row of a session that the agent started shows its result.
  const output = workerAction(leafName(name)) ? undefined : (payload.output ?? payload.preview);
  return { state, frames: [{ id, chunk: tool({ name, status, callId, output, denied }) }] };
}

function tool({ name, status, callId, input, output, denied }: Omit<ToolChunk, "type">): ToolChunk {
  return {
    type: "tool",
    name,
    status,
    ...(callId !== undefined && { callId }),
    ...(isThere(input) && { input }),
    ...(isThere(output) && { output }),
    ...(denied && { denied }),
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Decisions that an announcement adds and keeps. */
interface Asked {
  readonly added: readonly ChatPending[];
  readonly kept: readonly ChatPending[];
}

/** Replaces the set of undecided approvals. */
function askedApprovals(state: TurnState, approvals: readonly Approval[]): Asked {
  const added = approvals.flatMap((approval) => approvalPending(approval) ?? []);
  return { added, kept: state.pending.filter((pending) => pending.kind !== "approval") };
}

function askedQuestions(state: TurnState, request: HumanInputRequest | undefined, raw: unknown): Asked {
  if (request === undefined) return { added: [], kept: state.pending };
  const added: ChatPending = {
    kind: "human_input",
    requestId: request.id,
    name: null,
    payload: rawRequest(raw) ?? request,
  };
  return { added: [added], kept: state.pending.filter((pending) => pending.requestId !== request.id) };
}

/** The request with whatever a newer service put into it. */
function rawRequest(payload: unknown): unknown {
  return isRecord(payload) ? payload["request"] : undefined;
}

/** An approval as what waits; undefined when nothing can decide it. */
export function approvalPending(approval: Approval): ChatPending | undefined {
  const requestId = approvalId(approval);
  if (requestId === undefined) return undefined;
  return { kind: "approval", requestId, name: approvalName(approval), payload: approval };
}

function announce(state: TurnState, id: number, { added, kept }: Asked, options: FoldTurnOptions): FoldedTurn {
  const [first] = added;
  const pending = [...kept, ...added];
  if (first === undefined) return quiet(state, { pending, ...closed });
  const told = options.everyPending ? added : [first];
  const next: TurnState = { ...state, phase: "waiting", pending, ...closed, announcedAt: id };
  const frames: TurnFrame[] = told.map((one) => ({ chunk: { type: "pending", pending: one } }));
  frames.push(done(next, id, "pending", first));
  return { state: next, frames };
}

/** Keeps the rejection of a call until the call ends. */
function deny(state: TurnState, payload: EventPayloads["user.approvalDecision"]): TurnState {
  const { approvalId: id, decision, actor, message: reason } = payload;
  if (decision !== "reject") return state;
  const asked = state.pending.find((one) => one.requestId === id);
  const callId = (asked && approvedCallId(readApproval(asked.payload) ?? {})) ?? id;
  const denial: Denial = { ...(actor !== undefined && { actor }), ...(reason !== undefined && { reason }) };
  return { ...state, denials: new Map(state.denials).set(callId, denial) };
}

function settle(state: TurnState, requestId: string): FoldedTurn {
  const pending = state.pending.filter((one) => one.requestId !== requestId);
  return quiet(state, { pending, phase: state.phase === "waiting" ? "running" : state.phase });
}

function answered(
  state: TurnState,
  id: number,
  payload: EventPayloads["user.humanInputResponse"],
  options: FoldTurnOptions,
): FoldedTurn {
  const { requestId } = payload;
  const asked = state.pending.find((one) => one.kind === "human_input" && one.requestId === requestId);
  const folded = settle(state, requestId);
  if (!options.settled || !asked) return folded;
  return { ...folded, frames: [{ id, chunk: { type: "pending", pending: settleQuestion(asked, payload) } }] };
}

function statusChanged(state: TurnState, id: number, status: string, options: FoldTurnOptions): FoldedTurn {
  if (status === "cancelled") return end(state, id, "cancelled");
  // Questions that were asked together are not repeated: the open ones are all that remains.
  const asksAgain = status === "requires_action" && state.phase === "running" && state.pending.length > 0;
  if (!asksAgain) return { state, frames: [] };
  return announce(state, id, { added: state.pending, kept: [] }, options);
}

function end(state: TurnState, id: number, status: "completed" | "cancelled"): FoldedTurn {
  const next: TurnState = { ...state, phase: "ended", pending: [], ...closed };
  return { state: next, frames: [done(next, id, status, null)] };
}

function done(state: TurnState, id: number, status: ChatReply["status"], pending: ChatPending | null): TurnFrame {
  const { text, sessionId, workspaceId, turnId, usage } = state;
  const reply: ChatReply = { text, sessionId, workspaceId, turnId, status, pending };
  return { id, chunk: { type: "done", reply }, ...(usage && { usage }) };
}

function failureOf(turnId: string, payload: EventPayloads["turn.failed"]): TurnFailure {
  const message = payload.error ?? payload.message ?? "The turn failed and did not say why.";
  return { code: payload.code ?? "turn_failed", message, retryable: payload.retryable ?? false, turnId };
}
