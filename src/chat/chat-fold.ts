/** Keeps the log of a chat, and notifies listeners of its changes, once each. */
import { sharedView, type Finding, type LogFacts } from "../conversation/conversation-state.js";
import { timeDecisions } from "../conversation/decisions/decision-book.js";
import type { GivenAnswers } from "../conversation/decisions/given-answers.js";
import type { Fold } from "../conversation/door.js";
import type { Clock } from "../foundation/clock.js";
import type { ServerTime } from "../foundation/server-time.js";
import type { ChatHistory } from "../wire/protocol/chat-bodies.js";
import type { ChatChunk } from "../wire/protocol/chat-chunk.js";
import { sequenceOfCursor } from "../wire/protocol/event-cursor.js";
import { foldHistory, followCursor, messagesBefore, olderThan } from "./chat-history.js";
import { isUnnamed } from "./older-handler.js";
import { emptyLog, foldChunk, foldFailure, type ChatLog } from "./chat-log.js";
import type { ChatMessage } from "./chat-message.js";
import { showChat } from "./chat-state.js";
import type { ChatState } from "./chat-types.js";
import type { ListenerSet } from "./listener-set.js";
import { addFollowed, isPage, keepReaching, nothingRead, type ReadBack } from "./read-back.js";
import type { FrameContent } from "./read-chunks.js";

export type ChatFold = ReturnType<typeof createChatFold>;

const unknownTime = new Date(0).toISOString();
const nothing: readonly Finding[] = [];
const announced: readonly Finding[] = [{ kind: "announced" }];

interface ChatFoldOptions {
  readonly clock: Clock;
  readonly serverTime: ServerTime;
  readonly listeners: ListenerSet;
  /** The page's answers to decisions. */
  readonly given?: GivenAnswers | undefined;
}

export function createChatFold({ clock, serverTime, listeners, given }: ChatFoldOptions) {
  let log: ChatLog = { ...emptyLog, decisions: { ...emptyLog.decisions, given } };
  let back = nothingRead;
  let isOver = false;
  /** The sequence up to which the last page had everything. */
  let readUpTo = 0;
  /** The sequence of the last chunk that named one. */
  let followedTo = 0;
  /** Requests for a decision that may be repeated, until the next chunk with a sequence. */
  let unsure: readonly ChatChunk[] = [];

  /** Turns the first messages into a page, which ends before a sequence, so that one bound limits all messages. */
  function moveToBack(messages: readonly ChatMessage[], before: number | null): void {
    if (before === null || isOver || !isPage(messages)) return;
    back = addFollowed(back, { before, older: log.older, messages });
    log = { ...log, older: before, messages: log.messages.slice(messages.length) };
  }

  /** Changes the log. `now` is an ISO time. */
  function change(next: (log: ChatLog, now: string) => ChatLog): void {
    const here = clock.now();
    const last = log;
    const folded = next(last, new Date(here).toISOString());
    if (folded === last || isOver) return;
    log = folded;
    back = keepReaching(back, log.older);
    if (log.decisions !== last.decisions) log = timed(log, here, serverTime);
    if (log.ended && log.ended !== last.ended) listeners.finish({ ...log.ended, message: answerOf(log) });
    if (log.decisions !== last.decisions) listeners.needsInput(last.decisions, log.decisions);
  }

  const fold: Fold<ChatState> = {
    facts: () => factsOf(log),
    setBook: (decisions) => change((known) => (known.decisions === decisions ? known : { ...known, decisions })),
    show: (state, last) => showChat(log, state.outbox, sharedView(state), back, last),
    clear() {
      log = emptyLog;
      back = nothingRead;
      isOver = true;
    },
  };

  return {
    ...fold,
    log: () => log,
    change,
    /** Begins with this page. Only for a fold to which nothing was applied. */
    begin(history: ChatHistory): void {
      // While a component renders, which reads no clock: `restore` adds what depends on one.
      log = foldHistory(log, history, history.turn?.startedAt ?? unknownTime);
    },
    /** Applies the newest page of the history. `sent`: the turn of a local message that the log did not show before. */
    restore(history: ChatHistory, sent: string | null): void {
      readUpTo = history.lastSequence ?? 0;
      followedTo = sequenceOfCursor(followCursor(history));
      unsure = [];
      change((known, now) => foldHistory(known, history, now, sent));
      log = timed(log, clock.now(), serverTime);
      // A handler without a stream is polled; messages older than its page stay loaded.
      moveToBack(messagesBefore(log.messages, history), olderThan(history));
    },
    /** Applies the content of a frame. `id`: the cursor after the frame, if it has one. */
    take(content: NonNullable<FrameContent>, id?: string): readonly Finding[] {
      const mayBePast = followedTo < readUpTo;
      if (id !== undefined) {
        followedTo = sequenceOfCursor(id);
        const asked = unsure;
        unsure = [];
        if (followedTo > readUpTo) for (const one of asked) change((known, now) => foldChunk(known, one, now));
      }
      if (content.kind === "failure") {
        change((known, now) => foldFailure(known, content.turnId, content.error.message, now));
        return announced;
      }
      const { chunk } = content;
      // The page had the decisions that were open at its time; those that the stream repeats may be over.
      const mayBeRepeated = chunk.type === "pending" && mayBePast;
      if (mayBeRepeated) unsure = [...unsure, chunk];
      change((known, now) => {
        const next = foldChunk(known, chunk, now);
        return mayBeRepeated && next !== known ? { ...next, decisions: known.decisions } : next;
      });
      // While no turn runs and none waits, the messages have everything up to the cursor.
      const isQuiet = log.running === null && log.waiting.length === 0;
      if (isQuiet && id !== undefined) moveToBack(log.messages, sequenceOfCursor(id) + 1);
      if (chunk.type === "message") return [shown(chunk.clientEventId ?? chunk.id, chunk.turnId)];
      return chunk.type === "pending" || chunk.type === "done" ? announced : nothing;
    },
    /** Older pages, before the log's own messages. */
    back: () => back,
    setBack(next: ReadBack): void {
      back = next;
    },
  };
}

/** Without a server time, this device's own is used. */
function timed(log: ChatLog, here: number, serverTime: ServerTime): ChatLog {
  const decisions = timeDecisions(log.decisions, { here, there: serverTime.now() ?? here });
  return decisions === log.decisions ? log : { ...log, decisions };
}

/** Finding: the log has this message and displays it from now on. */
export function shown(clientEventId: string, turnId: string | null): Finding {
  return { kind: "message", clientEventId, turnId, isShown: true };
}

export function factsOf({ created, sessionId, decisions: book, running, waiting }: ChatLog): LogFacts {
  return {
    created,
    sessionId,
    book,
    isTurnRunning: running !== null,
    isWaiting: waiting.length > 0,
    isPaused: false,
    stoppable: (running ?? waiting[0])?.turnId ?? null,
  };
}

function answerOf({ messages, ended }: ChatLog) {
  const isOfTurn = ({ turnId }: ChatMessage) => turnId === ended?.turnId || (ended && isUnnamed(ended.turnId));
  return messages.findLast((message) => message.role === "assistant" && isOfTurn(message)) ?? null;
}
