import * as v from "valibot";
import { ServiceError } from "../../foundation/base-error.js";
import { chatPendingSchema, type ChatPending, type ToolStatus } from "./chat-chunk.js";
import {
  actorSchema,
  answerInWordsSchema,
  denialSchema,
  type Actor,
  type Answer,
  type AnswerInWords,
  type ApprovalDecision,
  type Denial,
  type HumanInputResponse,
} from "./decisions.js";
import { maybeFiles, type FileResource } from "./file-resource.js";
import { entries, maybe } from "./maybe.js";

/** The JSON bodies of the chat handler's routes (`protocol.md` §7.7-7.9 and §0.1, 15, 19-20). */

/** `POST /api/chat` in the native format. */
export interface ChatSendBody {
  readonly message: string;
  /** The sender's idempotency key: a repeat streams the turn of the first. */
  readonly clientEventId?: string;
  /** `steer` interrupts the running turn, `send` waits behind it. @default "send" */
  readonly delivery?: "send" | "steer";
  /** Files of the message, at most 20; only `kind` and `fileId` count. @default none */
  readonly resources?: readonly FileResource[] | undefined;
}

/** `POST /api/chat/respond`. */
export type ChatRespondBody =
  | {
      readonly requestId: string;
      readonly decision: ApprovalDecision;
      readonly message?: string;
      readonly clientEventId?: string;
    }
  | { readonly requestId: string; readonly answers: readonly Answer[]; readonly clientEventId?: string }
  | { readonly requestId: string; readonly skip: true; readonly clientEventId?: string };

/** `POST /api/chat/stop`. Without `turnId`: whatever runs. */
export interface ChatStopBody {
  readonly turnId?: string;
}

/** Response of `/stop`. */
export interface ChatStopResult {
  readonly stopped: boolean;
  readonly turnId: string | null;
  readonly status: string | null;
}

/** A piece of a message in the history, as the timeline's own fold sees it. */
export type ChatHistoryPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool";
      readonly name: string;
      readonly status: ToolStatus | "cancelled";
      readonly callId?: string | undefined;
      readonly input?: unknown;
      readonly output?: unknown;
      /** With the status `failed`: a person rejected the call, so it never ran. Absent from older handlers. */
      readonly denied?: Denial | undefined;
    }
  /** Settled questions; absent from older handlers. */
  | {
      readonly type: "question";
      readonly requestId: string;
      /** `answered`, `skipped`, `expired` or `cancelled`. */
      readonly outcome: HumanInputResponse["outcome"];
      readonly answers: readonly AnswerInWords[];
      readonly actor?: Actor | undefined;
    };

/** One message of a conversation's history. */
export interface ChatHistoryMessage {
  readonly id?: string | undefined;
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly sequence: number;
  readonly turnId?: string | null | undefined;
  readonly clientEventId?: string | undefined;
  readonly actor?: Actor | undefined;
  /** Files of a user's message. Absent without any, and from older handlers. */
  readonly resources?: readonly FileResource[] | undefined;
  readonly parts?: readonly ChatHistoryPart[] | undefined;
  /** How the turn of an assistant message ended, when it did not complete. */
  readonly outcome?: "failed" | "cancelled" | undefined;
  readonly failureText?: string | undefined;
  /** ISO time; absent from older handlers. */
  readonly createdAt?: string | undefined;
  /** When the turn of an assistant message ended: ISO time; absent while it runs, and from older handlers. */
  readonly endedAt?: string | undefined;
  /** How long the turn of an assistant message waited for a person (ms); absent where it did not, and from older handlers. */
  readonly waitedMs?: number | undefined;
  /** On a user's message whose turn completed without any output: when it did, an ISO time. Absent from older handlers. */
  readonly unansweredAt?: string | undefined;
}

/** A message that waits behind the running turn. */
export interface ChatQueuedMessage {
  readonly turnId: string;
  readonly text: string;
  readonly clientEventId?: string | undefined;
  readonly actor?: Actor | undefined;
  /** Its files. Absent without any, and from older handlers. */
  readonly resources?: readonly FileResource[] | undefined;
}

/** The turn that runs, and where in the log it began. */
export interface ChatRunningTurn {
  readonly turnId: string;
  readonly sequence: number;
  /** ISO time; absent from older handlers. */
  readonly startedAt?: string | undefined;
  /** How long it waited for persons until now (ms), without a wait that is not over; absent from older handlers. */
  readonly waitedMs?: number | undefined;
  /** ISO time since when it waits for a person; absent while it does not, and from older handlers. */
  readonly waitingSince?: string | undefined;
}

/** `GET /api/chat`. Everything past `status` is absent from older handlers. */
export interface ChatHistory {
  readonly conversation: string | null;
  readonly sessionId: string;
  readonly created: boolean;
  readonly messages: readonly ChatHistoryMessage[];
  readonly pending: readonly ChatPending[];
  readonly status: string | null;
  readonly workspaceId?: string | undefined;
  /** The cursor that this page is true for. */
  readonly lastSequence?: number | undefined;
  /** The same, naming its event, to follow from. Older handlers do not send it. */
  readonly cursor?: string | undefined;
  /** The turn that runs. Its answer is left to the stream. */
  readonly turn?: ChatRunningTurn | null | undefined;
  readonly queued?: readonly ChatQueuedMessage[] | undefined;
  readonly hasOlder?: boolean | undefined;
}

const text = v.string();
const maybeText = maybe(text);
const maybeActor = maybe(actorSchema);
const sent = { clientEventId: maybeText, actor: maybeActor, resources: maybeFiles };

const part = v.variant("type", [
  v.object({ type: v.literal("text"), text }),
  v.object({
    type: v.literal("tool"),
    name: text,
    status: v.picklist(["started", "completed", "failed", "cancelled"]),
    callId: maybeText,
    input: v.optional(v.unknown()),
    output: v.optional(v.unknown()),
    denied: maybe(denialSchema),
  }),
  v.object({
    type: v.literal("question"),
    requestId: text,
    outcome: v.picklist(["answered", "skipped", "expired", "cancelled"]),
    answers: v.optional(v.array(answerInWordsSchema), []),
    actor: maybeActor,
  }),
]);

const message = v.object({
  id: maybeText,
  role: v.picklist(["user", "assistant"]),
  text,
  sequence: v.number(),
  turnId: v.nullish(text),
  ...sent,
  // A part of tomorrow is left out rather than refused.
  parts: v.optional(entries(part)),
  outcome: v.optional(v.picklist(["failed", "cancelled"])),
  failureText: maybeText,
  createdAt: maybeText,
  endedAt: maybeText,
  waitedMs: v.optional(v.number()),
  unansweredAt: maybeText,
});

const history = v.object({
  conversation: v.nullish(text, null),
  sessionId: text,
  created: v.boolean(),
  messages: v.array(message),
  pending: v.array(chatPendingSchema),
  status: v.nullish(text, null),
  workspaceId: maybeText,
  lastSequence: v.optional(v.number()),
  cursor: v.optional(text),
  turn: v.nullish(
    v.object({
      turnId: text,
      sequence: v.number(),
      startedAt: maybeText,
      waitedMs: v.optional(v.number()),
      waitingSince: maybeText,
    }),
  ),
  queued: v.optional(v.array(v.object({ turnId: text, text, ...sent }))),
  hasOlder: v.optional(v.boolean()),
});

const textOrNull = v.nullish(v.string(), null);
const stopResult = v.looseObject({ stopped: v.boolean(), turnId: textOrNull, status: textOrNull });

/**
 * Parses the response of `/stop`.
 *
 * @throws {ServiceError} with code `response_malformed`, as for the response of an intermediary.
 */
export function parseChatStopResult(value: unknown): ChatStopResult {
  const read = v.safeParse(stopResult, value);
  if (read.success) return read.output;
  throw new ServiceError("The answer is not the result of a stop. Is the chat handler mounted at this address?", {
    code: "response_malformed",
  });
}

/**
 * Parses what `GET /api/chat` answers.
 *
 * @throws {ServiceError} with code `history_malformed` that names the field.
 */
export function parseChatHistory(value: unknown): ChatHistory {
  const read = v.safeParse(history, value);
  if (read.success) return read.output as ChatHistory;
  const issue = read.issues[0];
  const name = issue.path?.map((step) => String(step.key)).join(".") ?? "body";
  throw new ServiceError(
    `The chat history does not fit at "${name}": ${issue.message}. Is the chat handler mounted at this address?`,
    {
      code: "history_malformed",
    },
  );
}
