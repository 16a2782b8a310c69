/** The chat handler as a door: its requests, and their effect on the fold. */
import type { DecisionResponse } from "../conversation/decisions/decision.js";
import type { OutboxEntry } from "../conversation/outbox/outbox-entry.js";
import type { Door, DoorTools, ReadPage } from "../conversation/door.js";
import type { ChatHistory, ChatRespondBody } from "../wire/protocol/chat-bodies.js";
import { ChatError } from "../wire/protocol/chat-error.js";
import { shown, type ChatFold } from "./chat-fold.js";
import { messagesOfPage, olderThan, readBelow } from "./chat-history.js";
import { foldStopped } from "./chat-log.js";
import type { ChatRequests } from "./chat-requests.js";
import { createChatStream, type ChatStreamOptions } from "./chat-stream.js";
import { isUnnamed, sentAlready } from "./older-handler.js";
import { createOwnAnswers } from "./own-answers.js";
import { addNewer, addOlder, endOf, messagesOf, newerOf, nothingRead, olderOf } from "./read-back.js";
import type { FrameContent } from "./read-chunks.js";

export interface ChatDoorOptions extends Pick<ChatStreamOptions, "firstPage" | "clock" | "random" | "streams"> {
  readonly requests: ChatRequests;
  readonly fold: ChatFold;
}

export type ChatDoor = Door & Pick<ChatRequests, "identify">;

export function openChatDoor(options: ChatDoorOptions, tools: DoorTools): ChatDoor {
  const { fold } = options;
  const { took, signal } = tools;
  /** Messages that were accepted before a page of the history was asked for. */
  const acceptedBefore = new WeakMap<ChatHistory, readonly OutboxEntry[]>();
  const requests: ChatRequests = {
    ...options.requests,
    async history(given, before) {
      const accepted = tools.state().outbox.filter(({ state }) => state === "accepted");
      const history = await options.requests.history(given, before);
      acceptedBefore.set(history, accepted);
      return history;
    },
  };

  function takeContent(content: NonNullable<FrameContent>, id?: string): void {
    const last = fold.log();
    took(fold.take(content, id));
    // A repeated failure, or one of a stopped turn, is not reported.
    if (content.kind === "failure" && fold.log() !== last) tools.fail("turn", content.error);
  }

  function takeHistory(history: ChatHistory): void {
    const { messages: before } = fold.log();
    const sent = tools.state().outbox.find(({ state }) => state === "accepted")?.turnId ?? null;
    fold.restore(history, sent);
    const { messages, waiting } = fold.log();
    took([{ kind: "restoring" }, ...[...messages, ...waiting].map(({ id, turnId }) => shown(id, turnId))]);
    const unkeyed = sentAlready(before, messages, tools.state().outbox);
    const gone = withdrawn(history, acceptedBefore.get(history) ?? []);
    const found = [...unkeyed, ...gone].map(({ clientEventId, turnId }) => shown(clientEventId, turnId));
    took([...found, { kind: "restored" }, { kind: "announced" }]);
  }

  const deleted = () => tools.fail("turn", wasDeleted());
  const taking = { ...options, ...tools, requests, takeContent, takeHistory, deleted };
  const answers = createOwnAnswers({ ...taking, tools });
  /** The last page of the history, while the history is polled. */
  let lastPage: string | undefined;

  return {
    ...createChatStream(taking),
    identify: requests.identify,
    can: { name: "The chat handler", extras: ["resources"] },
    isPolled: () => !requests.canFollow(),
    async read(given) {
      if (answers.isReading()) return false;
      const history = await requests.history(given);
      const page = JSON.stringify(history);
      if (given.aborted || page === lastPage || answers.isReading()) return false;
      lastPage = page;
      takeHistory(history);
      return true;
    },
    pages: pagesOf(options),
    send: answers.send,
    // A message from before the request is not reported twice.
    hasTold({ clientEventId }) {
      const { messages, waiting } = fold.log();
      const all = [...messagesOf(fold.back()), ...messages, ...waiting];
      return all.some(({ role, id }) => role === "user" && id === clientEventId);
    },
    respond: (id, response, key) => answers.respond(respondBody(id, response, key)),
    async stop(turnId) {
      const { stopped } = await requests.stop(isUnnamed(turnId) ? {} : { turnId }, signal);
      if (stopped) fold.change((log) => foldStopped(log, turnId));
    },
  };
}

/** Accepted messages that the page does not have: they were withdrawn elsewhere. Older handlers do not list what waits. */
function withdrawn({ messages, queued }: ChatHistory, accepted: readonly OutboxEntry[]): readonly OutboxEntry[] {
  if (!queued) return [];
  const told = new Set([...messages, ...queued].map(({ clientEventId }) => clientEventId));
  return accepted.filter(({ clientEventId }) => !told.has(clientEventId));
}

function wasDeleted(): ChatError {
  return new ChatError("This conversation was deleted. Your next message starts a new one.", {
    code: "conversation_deleted",
  });
}

function pagesOf({ requests, fold }: ChatDoorOptions): Door["pages"] {
  const older = () => olderOf(fold.back(), fold.log().older);
  const newer = () => newerOf(fold.back());
  /** `from`: the end of the loaded messages, which a newer page reaches. */
  function page(next: () => number | null, add: typeof addOlder, from?: number): ReadPage | null {
    const before = next();
    if (before === null) return null;
    return async (given) => {
      const history = await readBelow((end) => requests.history(given, end), before, from);
      return () => {
        // The window may have moved meanwhile; the page would then not be adjacent.
        if (next() !== before) return [];
        const messages = messagesOfPage(fold.log(), fold.back(), history);
        fold.setBack(add(fold.back(), { before, older: from ?? olderThan(history), messages }));
        return messagesOf(fold.back()).map(({ id, turnId }) => shown(id, turnId));
      };
    };
  }
  const newest: ReadPage = async () => () => {
    fold.setBack(nothingRead);
    return [];
  };
  return {
    older: () => page(older, addOlder),
    newer: () => page(newer, addNewer, endOf(fold.back())),
    newest: () => (newer() === null ? null : newest),
  };
}

/** A decision as the chat handler takes it. */
function respondBody(requestId: string, response: DecisionResponse, clientEventId: string): ChatRespondBody {
  if (response.kind === "approval") {
    const { decision, message } = response;
    return { requestId, decision, clientEventId, ...(message !== undefined && { message }) };
  }
  const { submission } = response;
  if (submission.outcome === "skipped") return { requestId, skip: true, clientEventId };
  return { requestId, answers: submission.answers, clientEventId };
}
