import * as v from "valibot";
import {
  actorSchema,
  answerInWordsSchema,
  denialSchema,
  type Actor,
  type AnswerInWords,
  type Denial,
} from "./decisions.js";
import { maybeFiles, type FileResource } from "./file-resource.js";
import { maybe } from "./maybe.js";

/**
 * The native chat stream (`protocol.md` §7.7 and §0.1, 17-18): one chunk a frame. Types that are not here are skipped, so
 * a newer handler may send more.
 */

export type ToolStatus = "started" | "completed" | "failed";

/** A pending decision: the raw approval, or the request with its questions, as `payload`. */
export interface ChatPending {
  readonly kind: "approval" | "human_input";
  readonly requestId: string;
  readonly name: string | null;
  readonly payload: unknown;
}

/** The result of a turn: its text, status and pending decisions. */
export interface ChatReply {
  readonly text: string;
  readonly sessionId: string;
  readonly workspaceId: string;
  readonly turnId: string | null;
  readonly status: "completed" | "pending" | "cancelled";
  readonly pending: ChatPending | null;
}

/** A piece of the answer's text, in the chat stream. */
export interface TextChunk {
  readonly type: "text";
  readonly text: string;
}

/** A change of a tool call, in the chat stream. */
export interface ToolChunk {
  readonly type: "tool";
  readonly name: string;
  readonly status: ToolStatus;
  readonly callId?: string | undefined;
  readonly input?: unknown;
  /**
   * Output of a call that has ended, as the log keeps it (§2.1 bounds it); absent when empty, and from older
   * handlers.
   */
  readonly output?: unknown;
  /** With the status `failed`: a person rejected the call, so it never ran. Absent from older handlers. */
  readonly denied?: Denial | undefined;
}

/** A decision that waits for a person, in the chat stream. */
export interface PendingChunk {
  readonly type: "pending";
  readonly pending: ChatPending;
}

/** Always the last chunk of a turn. */
export interface DoneChunk {
  readonly type: "done";
  readonly reply: ChatReply;
}

/** Only on a followed stream: a person's message, as the log has it. */
export interface MessageChunk {
  readonly type: "message";
  readonly role: "user";
  readonly id: string;
  readonly turnId: string;
  readonly text: string;
  readonly clientEventId?: string | undefined;
  readonly actor?: Actor | undefined;
  /** Its files. Absent without any, and from older handlers. */
  readonly resources?: readonly FileResource[] | undefined;
  /** The message interrupts the running turn, so its own is the next. Absent otherwise, and from older handlers. */
  readonly delivery?: "steer" | undefined;
}

/** Only on a followed stream: a turn moved. The chunks between `started` and `ended` are its own. */
export interface TurnChunk {
  readonly type: "turn";
  readonly turnId: string;
  readonly state: "queued" | "started" | "ended";
  /**
   * With the state `queued`: the waiting turn was moved before this one, or to the end with null. Absent otherwise, and
   * from older handlers.
   */
  readonly beforeTurnId?: string | null | undefined;
  /** With the state `queued`: the waiting turn interrupts the running one, so it is the next. Absent otherwise, and from older handlers. */
  readonly isNext?: true | undefined;
}

/** Only on a followed stream: the log settled a decision, from whichever window. */
export interface SettledChunk {
  readonly type: "settled";
  readonly requestId: string;
  /** `approve`, `reject`, `answered`, `skipped`, `expired` or `cancelled`. */
  readonly outcome: string;
  readonly actor?: Actor | undefined;
  /**
   * Only for questions: one entry for each, without values unless the outcome is `answered`. Older handlers do not send
   * it, or send it empty for such an outcome.
   */
  readonly answers?: readonly AnswerInWords[] | undefined;
}

/** One message of the native chat stream. */
export type ChatChunk = TextChunk | ToolChunk | PendingChunk | DoneChunk | MessageChunk | TurnChunk | SettledChunk;

const text = v.string();
const maybeText = maybe(text);

/** Schema of `ChatPending`. */
export const chatPendingSchema = v.object({
  kind: v.picklist(["approval", "human_input"]),
  requestId: text,
  name: v.nullish(text, null),
  payload: v.optional(v.unknown()),
});

const maybeActor = maybe(actorSchema);

const chunkSchemas = {
  text: v.object({ type: v.literal("text"), text }),
  tool: v.object({
    type: v.literal("tool"),
    name: text,
    status: v.picklist(["started", "completed", "failed"]),
    callId: maybeText,
    input: v.optional(v.unknown()),
    output: v.optional(v.unknown()),
    denied: maybe(denialSchema),
  }),
  pending: v.object({ type: v.literal("pending"), pending: chatPendingSchema }),
  done: v.object({
    type: v.literal("done"),
    reply: v.object({
      text,
      sessionId: text,
      workspaceId: text,
      turnId: v.nullish(text, null),
      status: v.picklist(["completed", "pending", "cancelled"]),
      pending: v.nullish(chatPendingSchema, null),
    }),
  }),
  message: v.object({
    type: v.literal("message"),
    role: v.literal("user"),
    id: text,
    turnId: text,
    text,
    clientEventId: maybeText,
    actor: maybeActor,
    resources: maybeFiles,
    delivery: maybe(v.literal("steer")),
  }),
  turn: v.object({
    type: v.literal("turn"),
    turnId: text,
    state: v.picklist(["queued", "started", "ended"]),
    beforeTurnId: v.optional(v.nullable(text)),
    isNext: maybe(v.literal(true)),
  }),
  settled: v.object({
    type: v.literal("settled"),
    requestId: text,
    outcome: text,
    actor: maybeActor,
    answers: maybe(v.array(answerInWordsSchema)),
  }),
} satisfies { [T in ChatChunk["type"]]: v.GenericSchema };

/** Reads a chunk, or gives null for anything else: an unknown type, or one that does not fit. */
export function parseChatChunk(value: unknown): ChatChunk | null {
  const type = (value as { type?: unknown } | null)?.type;
  if (typeof type !== "string" || !Object.hasOwn(chunkSchemas, type)) return null;
  const read = v.safeParse(chunkSchemas[type as ChatChunk["type"]], value);
  return read.success ? (read.output as ChatChunk) : null;
}
