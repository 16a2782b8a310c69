import { emptyLog, foldChunk, foldFailure } from "../../src/chat/chat-log.js";
import { foldHistory } from "../../src/chat/chat-history.js";
import { toTimelineItems } from "../../src/chat/to-timeline.js";
import { emptyConversation, foldConversation } from "../../src/server/handler/fold-conversation.js";
import { historyMessages } from "../../src/server/handler/history-messages.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import { parseChatHistory } from "../../src/wire/protocol/chat-bodies.js";
import { parseChatChunk } from "../../src/wire/protocol/chat-chunk.js";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { showLog } from "../chat/show-log.js";

const now = "2026-01-01T00:00:00.000Z";

/** The rows of the chat door: the followed stream, as its bytes would carry it. */
export function followed(events: readonly SessionEvent[]): readonly TimelineItem[] {
  let state = emptyConversation;
  let log = emptyLog;
  for (const event of events) {
    const folded = foldConversation(state, event);
    state = folded.state;
    for (const { chunk, failure } of folded.frames) {
      const read = chunk && parseChatChunk(JSON.parse(JSON.stringify(chunk)));
      if (read) log = foldChunk(log, read, now);
      if (failure) log = foldFailure(log, failure.turnId, failure.message, now);
    }
  }
  return toTimelineItems(showLog(log).messages);
}

/** The rows of the chat door after a reload. */
function restored(events: readonly SessionEvent[]): readonly TimelineItem[] {
  const messages = historyMessages(events).placed.map(({ message }) => message);
  const body = { conversation: "c", sessionId: "s", created: true, messages, pending: [], status: "idle", turn: null };
  const history = parseChatHistory(JSON.parse(JSON.stringify(body)));
  const log = foldHistory(emptyLog, history, now);
  return toTimelineItems(showLog(log).messages);
}

/** The rows of a log through each door. */
export const doors = { session: buildTimeline, "chat, followed": followed, "chat, restored": restored } as const;
