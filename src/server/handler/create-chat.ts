import type { ChatChunk, ChatReply } from "../../wire/protocol/chat-chunk.js";
import { ChatError } from "../../wire/protocol/chat-error.js";
import type { ChatRespondBody, ChatSendBody } from "../../wire/protocol/chat-bodies.js";
import type { Chat, ChatCallOptions, ChatInput } from "./chat.js";
import { readHistory, readSnapshot } from "./history.js";
import { reopen, type OpenConversation } from "./open-conversation.js";
import { readRespond, readSend } from "./read-request.js";
import { readTurn, type TurnReading } from "./read-turn.js";
import { submitMessage, submitResponse } from "./submit.js";
import { onAbort } from "../../foundation/on-abort.js";

/** A conversation as an object, for a host's own code. The handler's routes use the parts underneath. */
export function createChat(opened: OpenConversation): Chat {
  let created = opened.session !== null;
  const now = async ({ signal }: ChatCallOptions = {}) => {
    const open = await reopen(opened, { signal });
    created = open.session !== null;
    return open;
  };
  type Submit = (open: OpenConversation, signal: AbortSignal | undefined) => Promise<TurnReading>;
  const stream = async function* (submit: Submit, options: ChatCallOptions = {}) {
    const open = await now(options);
    const reading = await submit(open, options.signal);
    created = true;
    yield* readChunks(open, reading, options.signal);
  };
  const send = (input: ChatInput, delivery: "send" | "steer", options?: ChatCallOptions) =>
    stream((open, signal) => submitMessage(open, sendBody(input, delivery), signal), options);
  const respond = (input: ChatRespondBody, options?: ChatCallOptions) =>
    stream((open, signal) => submitResponse(open, readRespond(input), signal), options);
  return {
    ...opened.ref,
    conversation: opened.conversation,
    get created() {
      return created;
    },
    send: (input, options) => lastReply(send(input, "send", options), options),
    stream: (input, options) => send(input, "send", options),
    steer: (input, options) => send(input, "steer", options),
    respond: (input, options) => lastReply(respond(input, options), options),
    respondStream: respond,
    history: async (options) => readHistory(await now(options), options),
    snapshot: async (options) => readSnapshot(await now(options), options),
  };
}

/** The same rules as the handler's route has. */
function sendBody(input: ChatInput, delivery: "send" | "steer"): ChatSendBody {
  return readSend(typeof input === "string" ? { message: input, delivery } : { ...input, delivery });
}

async function* readChunks(
  open: OpenConversation,
  reading: TurnReading,
  signal: AbortSignal | undefined,
): AsyncGenerator<ChatChunk, void, void> {
  // Leaving the loop early must end the reading below, which otherwise waits for the next event.
  const leaving = new AbortController();
  const unlink = onAbort(signal, () => leaving.abort(signal?.reason));
  try {
    for await (const { chunk, failure } of readTurn(open, reading, leaving.signal)) {
      if (failure) throw new ChatError(failure.message, { code: failure.code, retryable: failure.retryable });
      // Not asked for here, so only the type has it.
      if (chunk.type !== "reasoning") yield chunk;
    }
  } finally {
    unlink();
    leaving.abort();
  }
}

async function lastReply(
  chunks: AsyncGenerator<ChatChunk, void, void>,
  { signal }: ChatCallOptions = {},
): Promise<ChatReply> {
  for await (const chunk of chunks) if (chunk.type === "done") return chunk.reply;
  signal?.throwIfAborted();
  throw new ChatError("The answer broke off before it was complete. Read it from the conversation's history.", {
    code: "stream_ended",
    retryable: true,
  });
}
