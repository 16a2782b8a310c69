// budget: the one place where the parts of a chat client meet; each part has its own file, this is the wiring.
/**
 * One conversation, live: restores, follows one stream, sends, decides and stops, and tells listeners at most once a frame.
 *
 * Holds the connection while somebody listens and lets it go soon after; the turn on the service goes on without us. What
 * the facts mean is `chat-log`'s, how a message gets there the outbox's, what is shown `chat-state`'s.
 */
import { sendable } from "../conversation/send-rules.js";
import type { Trouble } from "../conversation/troubles.js";
import { createDecisionSubmitter, type DecisionSubmitter } from "../conversation/decisions/decision-submitter.js";
import { ServiceError } from "../foundation/base-error.js";
import { systemClock, type Clock } from "../foundation/clock.js";
import { handled, refused } from "../foundation/handled.js";
import { randomId } from "../foundation/random-id.js";
import { createReach, type Reach } from "../foundation/reach.js";
import { createServerTime } from "../foundation/server-time.js";
import { createOutbox, type Outbox } from "../conversation/outbox/outbox.js";
import { createSender, type Sender } from "../conversation/outbox/sender.js";
import type { ChatHistory } from "../wire/protocol/chat-bodies.js";
import { createChatConnection, type ChatConnection } from "./chat-connection.js";
import { createChatFacts, isBusy, type ChatFactsKeeper } from "./chat-facts.js";
import { foldHistory, isUnnamed } from "./chat-history.js";
import { foldChunk, foldFailure, foldStopped } from "./chat-log.js";
import { createChatRequests } from "./chat-requests.js";
import type { ChatController, ChatControllerOptions, ChatSend, ChatSettings } from "./chat-types.js";
import { createAttendance, type Attendance } from "../wire/sse/attendance.js";
import { nudgeable } from "../wire/sse/nudgeable.js";
import { createListenerSet, type ListenerSet } from "./listener-set.js";
import type { FrameContent } from "./read-chunks.js";
import { createOwnAnswers } from "./own-answers.js";
import { createOlderPages, type OlderPages } from "./older-pages.js";
import { messagesOf } from "./read-back.js";
import { respondBody } from "./respond-body.js";
import { sentAlready } from "./sent-already.js";
import { createStopper, type Stopper } from "./stopper.js";

/** A conversation id that no handler takes shows as `error`, and sends to it are refused. */
export function createChatController(options: ChatControllerOptions): ChatController {
  return bindVerbs(assemble(options));
}

/** Who keeps the connection. */
interface Holding {
  wanted: boolean;
  /** By hand, and not taken up since. */
  wasLetGo: boolean;
}

/** The parts of one client, wired to each other. */
interface Parts {
  readonly conversation: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly end: AbortController;
  readonly settings: { value: ChatSettings };
  readonly holding: Holding;
  readonly attendance: Attendance;
  readonly listeners: ListenerSet;
  readonly facts: ChatFactsKeeper;
  readonly connection: ChatConnection;
  readonly outbox: Outbox;
  readonly sender: Sender;
  readonly stopper: Stopper;
  readonly submitter: DecisionSubmitter;
  readonly paging: OlderPages;
  readonly reach: Reach;
  readonly identify: ChatController["identify"];
  /** Ends every wait for the network. */
  readonly nudge: () => void;
}

function assemble(options: ChatControllerOptions): Parts {
  const { conversation, api = "/api/chat", clock = systemClock, newId = randomId } = options;
  const { random, storage, schedule } = options;
  const settings: { value: ChatSettings } = { value: options };
  const holding: Holding = { wanted: options.resume !== false, wasLetGo: false };
  const end = new AbortController();
  const { wake, nudge } = nudgeable(options.wake);
  const listeners = createListenerSet(options);
  const outbox = createOutbox({
    storage,
    storageKey: `outbox/${api}/${conversation}`,
    onChange: () => facts.changed(),
  });
  const serverTime = createServerTime(clock);
  const reach = createReach({ clock, onChange: () => facts.changed() });
  const first = { outbox: outbox.entries, isRestoring: holding.wanted, isLost: reach.isLost };
  const facts = createChatFacts({ ...first, listeners, clock, serverTime, schedule });
  const { onUnauthorized, streams } = options;
  const asking = { clock, serverTime, reach, streams, onUnauthorized, settings: () => settings.value };
  const requests = createChatRequests({ api, conversation, ...asking });
  const shared = { clock, random, signal: end.signal };
  const onFailed = (about: Trouble) => (error: Error) => facts.fail(about, error);

  const intake = {
    onHistory: (history: ChatHistory) => takeHistory(history, { facts, outbox, sender, submitter, clock }),
    onContent: (content: NonNullable<FrameContent>) => take(content, { facts, outbox, sender, submitter, clock }),
  };
  const answers = createOwnAnswers({
    requests,
    facts,
    outbox,
    clock,
    signal: end.signal,
    ...intake,
    onArrived: (id, turnId) => arrived({ outbox, sender }, id, turnId),
    onEnd: () => connection.start(),
  });
  const connection = createChatConnection({
    requests,
    clock,
    random,
    wake,
    streams,
    isAnswering: answers.isReading,
    isBusy: () => isBusy(facts.log(), outbox.entries()),
    ...intake,
    onConnection(state, waitMs) {
      facts.setConnection(state, waitMs);
      if (state === "live") sender.wake();
    },
    onError(error) {
      facts.restored();
      facts.fail("connection", error);
      takeUp();
    },
  });
  const start = () => {
    if (holding.wanted && !end.signal.aborted) connection.start();
  };
  const attendance = createAttendance({ clock, presence: options.presence, start, stop: () => connection.stop() });
  const stopper = createStopper({
    post: (turnId) => requests.stop(isUnnamed(turnId) ? {} : { turnId }, end.signal),
    log: facts.log,
    outbox: outbox.entries,
    onStopped: (turnId) => facts.setLog(foldStopped(facts.log(), turnId)),
    onError: onFailed("stop"),
  });
  const sender = createSender({
    ...shared,
    wake,
    outbox,
    onFailed: onFailed("message"),
    post: answers.send,
    onAccepted(entry) {
      takeUp();
      stopper.accepted(entry);
      // A message that was there before is told no second time.
      const { messages: told, waiting } = facts.log();
      const isThere = [...told, ...waiting].some(({ role, id }) => role === "user" && id === entry.clientEventId);
      if (isThere) outbox.remove(entry.clientEventId);
      connection.sessionExists();
      attendance.retry();
    },
  });
  /** What was under way when the page was loaded anew goes on, also where the history that would tell of it is not to be had. */
  const takeUp = () => {
    if (outbox.restore().length > 0) sender.goOn();
  };
  const submitter = createDecisionSubmitter({
    ...shared,
    onFailed: onFailed("decision"),
    post: (id, response, key) => answers.respond(respondBody(id, response, key)),
    book: () => facts.log().decisions,
    change: facts.setDecisions,
    newId,
  });
  const paging = createOlderPages({ requests, facts, signal: end.signal, onPage: () => arrivedBack(told) });
  const told = { settings, holding, attendance, listeners, facts, connection, outbox, sender, stopper, submitter };
  return { conversation, clock, newId, end, ...told, paging, identify: requests.identify, reach, nudge };
}

type Intake = Pick<Parts, "facts" | "outbox" | "sender" | "submitter" | "clock">;

/** Folds what the history says, and takes up what was under way. */
function takeHistory(history: ChatHistory, { facts, outbox, sender, submitter, clock }: Intake): void {
  const { messages: before } = facts.log();
  facts.restored();
  const sent = outbox.entries().find(({ state }) => state === "accepted")?.turnId;
  facts.setLog(foldHistory(facts.log(), history, isoTime(clock), sent));
  outbox.restore();
  const { messages, waiting } = facts.log();
  for (const { id, turnId } of [...messages, ...waiting]) arrived({ outbox, sender }, id, turnId);
  for (const { clientEventId, turnId } of sentAlready(before, messages, outbox.entries()))
    arrived({ outbox, sender }, clientEventId, turnId);
  sender.goOn();
  submitter.announced();
}

/** Messages of an older page are the log's to show. */
function arrivedBack({ facts, ...parts }: Pick<Parts, "facts" | "outbox" | "sender">): void {
  for (const { id, turnId } of messagesOf(facts.back())) arrived(parts, id, turnId);
}

/** Folds what one frame of the stream says. */
function take(content: NonNullable<FrameContent>, parts: Intake): void {
  const { facts, submitter, clock } = parts;
  if (content.kind === "failure") {
    const last = facts.log();
    facts.setLog(foldFailure(last, content.turnId, content.error.message, isoTime(clock)));
    submitter.announced();
    // A failure told again, or of a turn that was stopped, is no news.
    if (facts.log() !== last) facts.fail("turn", content.error);
    return;
  }
  const { chunk } = content;
  facts.setLog(foldChunk(facts.log(), chunk, isoTime(clock)));
  if (chunk.type === "message") arrived(parts, chunk.clientEventId ?? chunk.id, chunk.turnId);
  if (chunk.type === "pending" || chunk.type === "done") submitter.announced();
}

/** The log has this message, so it is the log's to show. */
function arrived({ outbox, sender }: Pick<Parts, "outbox" | "sender">, id: string, turnId: string | null): void {
  sender.seen(id, turnId);
  outbox.remove(id);
}

function bindVerbs(parts: Parts): ChatController {
  const { conversation, end, settings, holding, attendance, listeners, facts, connection } = parts;
  const { outbox, sender, stopper, submitter } = parts;
  const goOn = () => {
    holding.wanted = true;
    holding.wasLetGo = false;
    facts.clearError();
  };
  return {
    conversation,
    getState: facts.store.getState,
    getInitialState: facts.store.getInitialState,
    subscribe(listener, { whileHidden } = {}) {
      const unsubscribe = facts.store.subscribe(listener);
      const leave = attendance.join(whileHidden);
      return () => {
        unsubscribe();
        leave();
      };
    },
    listen: (added) => listeners.add(added),
    configure(next) {
      settings.value = { ...settings.value, ...next };
      if (!next.resume || holding.wanted || holding.wasLetGo) return;
      holding.wanted = true;
      facts.restoring();
      attendance.retry();
    },
    sendMessage(message) {
      try {
        const { clientEventId = parts.newId(), text, delivery } = checked(parts, message);
        goOn();
        // What a person says stands at the end, so that is what is shown.
        void parts.paging.jumpToLatest();
        return sender.send({ clientEventId, text: text.trim(), delivery });
      } catch (error) {
        return refused(error as Error);
      }
    },
    stop: () => handled(stopper.stop()),
    respond: (id, response) => handled(submitter.respond(id, response)),
    retry(clientEventId) {
      goOn();
      stopper.forget(clientEventId);
      return handled(sender.retry(clientEventId).then(() => {}));
    },
    discard(clientEventId) {
      stopper.forget(clientEventId);
      sender.discard(clientEventId);
    },
    removeQueued: (turnId) => handled(stopper.stopTurn(turnId)),
    ...parts.paging,
    disconnect() {
      holding.wanted = false;
      holding.wasLetGo = true;
      connection.stop();
    },
    resumeStream() {
      goOn();
      attendance.retry();
      if (facts.store.getState().connection !== "live" || parts.reach.isLost()) parts.nudge();
    },
    clearError: () => facts.clearError(),
    identify: parts.identify,
    dispose() {
      if (end.signal.aborted) return;
      end.abort(over());
      parts.reach.forget();
      attendance.end();
      connection.stop();
      outbox.clear();
      facts.clear();
    },
  };
}

/** @throws {ServiceError} for a message that this door does not take, or not now. */
function checked({ end, facts, settings }: Parts, message: string | ChatSend) {
  if (end.signal.aborted) throw over();
  const { whenBusy } = settings.value;
  const send = sendable(message, { whenBusy, isRunning: facts.current().isRunning });
  const extra = extras.find((name) => send[name] !== undefined);
  if (extra === undefined) return send;
  throw new ServiceError(`The chat handler takes no \`${extra}\`. Send it through the session API, or leave it out.`, {
    code: "message_extras_unsupported",
  });
}

/** What goes along with a message only through the session API. */
const extras = ["resources", "annotations", "model", "reasoningEffort", "latencyMode"] as const;

function over(): ServiceError {
  return new ServiceError("This chat is over, because the person changed or signed out.", { code: "aborted" });
}

function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
