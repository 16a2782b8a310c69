import { factsOf } from "../../src/chat/chat-fold.js";
import type { ChatLog } from "../../src/chat/chat-log.js";
import { showChat } from "../../src/chat/chat-state.js";
import { firstState, sharedView } from "../../src/conversation/conversation-state.js";

/** Items that a chat shows of this log alone. */
export const showLog = (log: ChatLog) => showChat(log, [], sharedView(firstState(factsOf(log), false)));
