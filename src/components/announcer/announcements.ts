// budget: one list of rules, a few lines for each thing that can be heard
import { personsWords } from "../../foundation/persons-words.js";
import { beginningOf } from "../../foundation/growing-text.js";
import { visibleText } from "../../foundation/visible-text.js";
import type { SessionView } from "../../hooks/session-view.js";
import { sayError } from "../../strings/error-messages.js";
import type { Messages } from "../../strings/messages.js";
import { groupKey, type TimelineGroup, type TurnGroup } from "../../timeline/groups.js";
import type { TimelineItem } from "../../timeline/items.js";
import { countSteps, isSilent, stepsOf } from "../message-timeline/steps.js";
import { errorToShow } from "../conversation/error-to-show.js";
import { sayAccepted, saySettled } from "../decisions/decision-outcome.js";
import { approvalWords } from "../decisions/approval-words.js";
import type { Approval } from "../decisions/decision-types.js";
import { firstSentence } from "./first-sentence.js";
import { newItems, olderMessages } from "./new-items.js";

/**
 * Announcements for a change of a session's state. Pure. Boundaries only: an answer begins, it is complete, a person
 * is needed. Never a token, a tool's steps or older history.
 */
export type Announced = Pick<
  SessionView,
  "settled" | "live" | "pending" | "queue" | "connection" | "isRestoring" | "isRunning" | "error"
> &
  Partial<Pick<SessionView, "sessionId" | "errorAbout" | "isAccepted" | "isUnreachable" | "isMissing">>;

/** A sentence for a screen reader. */
export interface Announcement {
  /** `assertive` interrupts: a person is needed, or something failed. */
  readonly urgency: "polite" | "assertive";
  readonly text: string;
}

/** Facts of the page beside the session. */
interface Surroundings {
  /** Who listens, where it is known: what they decided in another window is theirs. */
  readonly reader?: string | undefined;
  /** Titles of approvals in the host's words, by the approval's id. */
  readonly titles?: ReadonlyMap<string, string> | undefined;
}

export function announce(
  before: Announced | null,
  now: Announced,
  words: Messages,
  { reader, titles }: Surroundings = {},
): readonly Announcement[] {
  if (now.isMissing) return before?.isMissing ? [] : [{ urgency: "assertive", text: words.states.missingTitle }];
  if (now.isRestoring) return sayUnreachable(before, now, words);
  // Restored history is not announced; waiting decisions are.
  const known = before && !before.isRestoring ? before : null;
  const asked = sayDecisions(known, now, words, titles);
  if (!known) return [...asked, ...(before ? sayOwn(before, now, words) : [])];
  return [
    ...asked,
    ...sayDecided(known, now, words, reader),
    ...sayTurn(known, now, words),
    ...newItems(known, now).flatMap((item) => sayItem(item, words)),
    ...sayUnreachable(known, now, words),
    ...sayTrouble(known, now, words),
    ...sayQueue(known, now, words),
    ...sayOlder(known, now, words),
  ];
}

function sayDecisions(
  before: Announced | null,
  now: Announced,
  words: Messages,
  titles: Surroundings["titles"],
): Announcement[] {
  const known = new Set(before?.pending.map((decision) => decision.id));
  return now.pending
    .filter((decision) => decision.state.name === "pending" && !known.has(decision.id))
    .map((decision) => ({
      urgency: "assertive",
      text:
        decision.kind === "approval"
          ? sayApproval(decision, words, titles)
          : words.announce.questionNeeded(
              visibleText(decision.request.questions[0]?.prompt ?? ""),
              decision.request.questions.length,
            ),
    }));
}

function sayApproval(approval: Approval, words: Messages, titles: Surroundings["titles"]): string {
  const { action, question } = approvalWords(approval, words);
  return words.announce.approvalNeeded(titles?.get(approval.id) ?? question ?? action);
}

/** An answer from here was accepted, was refused or may be lost; or another person was first, or the same one in another window. */
function sayDecided(before: Announced, now: Announced, words: Messages, reader: string | undefined): Announcement[] {
  if (now.pending === before.pending) return [];
  const last = new Map(before.pending.map(({ id, state }) => [id, state.name]));
  return now.pending.flatMap(({ id, state }): Announcement[] => {
    const was = last.get(id);
    if (was === state.name) return [];
    if (state.name === "accepted") return [{ urgency: "polite", text: sayAccepted(state.response, words.decisions) }];
    if (state.name === "unknown") return [{ urgency: "assertive", text: words.decisions.unknown }];
    if (state.name === "failed") {
      const reason = sayFailure(personsWords(state.error), words);
      return [{ urgency: "assertive", text: words.decisions.failed(reason) }];
    }
    // The acceptance of an answer from here was announced before.
    if (state.name !== "settled" || (state.here && (was === undefined || was === "accepted"))) return [];
    return [{ urgency: "polite", text: saySettled(state, words.decisions, reader) }];
  });
}

/** Background items that are worth an announcement; a sign-in waits for a person. */
function sayItem(item: TimelineItem, { announce }: Messages): Announcement[] {
  if (item.kind === "goal") return [{ urgency: "polite", text: announce.goal(item.action, visibleText(item.text)) }];
  if (item.kind === "worker-completion")
    return [{ urgency: "polite", text: announce.childEnded(visibleText(item.childStatus)) }];
  if (item.kind !== "auth-needed") return [];
  return [{ urgency: "assertive", text: announce.authNeeded(visibleText(item.providerDomain || item.serverId)) }];
}

function sayOlder(before: Announced, now: Announced, { announce }: Messages): Announcement[] {
  const count = olderMessages(before, now);
  return count > 0 ? [{ urgency: "polite", text: announce.olderLoaded(count) }] : [];
}

/** A message that was sent while the history was read: its turn is no part of the history. */
function sayOwn(before: Announced, now: Announced, words: Messages): Announcement[] {
  const sent = new Set(before.live.filter(isMessage).map(groupKey));
  if (sent.size === 0) return [];
  const unsaid = { ...before, isAccepted: false };
  const isInQueue = !newestGroups(now).some((group) => sent.has(groupKey(group)));
  return isInQueue ? sayQueue(unsaid, now, words) : [...sayTurn(unsaid, now, words), ...sayUnsent(before, now, words)];
}

/**
 * Announces the start of an answer once the service has accepted the message, and its completion only for a turn that
 * ran: not for a message that was withdrawn or never arrived.
 */
function sayTurn(before: Announced, now: Announced, words: Messages): Announcement[] {
  const isBeginning = isAccepted(now) && !isAccepted(before);
  if (isBeginning) return [{ urgency: "polite", text: words.announce.responding }];
  if (!before.isRunning) return [];
  if (now.isRunning) return sayHandedOver(before, now, words);
  // It waits for a person, which is announced already.
  if (now.pending.some((decision) => decision.state.name === "pending")) return [];
  return sayEnd(whatIsNew(before, now), words);
}

/** A message of the queue is next, so the turn before it has ended. A person who interrupted a turn is aware of that. */
function sayHandedOver(before: Announced, now: Announced, words: Messages): Announcement[] {
  if (now.settled === before.settled && now.live === before.live) return [];
  const last = newestGroups(before).findLast(isLoggedMessage);
  const groups = newestGroups(now);
  const from = last ? groups.findIndex((group) => groupKey(group) === groupKey(last)) : -1;
  const rest = groups.slice(from + 1);
  const next = rest.findIndex(isMessage);
  const message = rest[next];
  if (from < 0 || !message) return [];
  const ended = rest.slice(0, next);
  // A message that is not in the log yet may be shown behind a running turn.
  if (!isLoggedMessage(message) && !ended.every((group) => now.settled.includes(group))) return [];
  return sayEnd(withoutEnded(before, ended), words).filter(({ text }) => text !== words.announce.responseStopped);
}

const isMessage = (group: TimelineGroup) => group.kind === "item" && group.item.kind === "user-message";

/** A message that the log has. */
const isLoggedMessage = (group: TimelineGroup) =>
  group.kind === "item" && group.item.kind === "user-message" && group.item.delivery === undefined;

/** How many settled groups are looked at: enough for the last turns. */
const most = 8;

const newestGroups = ({ settled, live }: Announced) => [...settled.slice(-most), ...live];

/** How the turn ended that brought `news`. */
function sayEnd(news: readonly TimelineGroup[], words: Messages): Announcement[] {
  const groups = news.filter((group) => !isNotice(group));
  const turn = lastTurn(groups);
  if (turn && turn.outcome !== "complete") {
    return turn.outcome === "failed"
      ? [sayFailed(turn.failureText ?? null, words)]
      : [{ urgency: "polite", text: words.announce.responseStopped }];
  }
  const failure = news.map(failureIn).find((text) => text !== undefined);
  if (failure !== undefined) return [sayFailed(failure, words)];
  // A turn with text only has no line that shows how it ended.
  if (news.some(isStopped)) return [{ urgency: "polite", text: words.announce.responseStopped }];
  if (groups.length === 0) return [];
  if (turn && turn === groups.at(-1) && isSilent(turn)) return [{ urgency: "polite", text: words.timeline.noReply }];
  const { failed } = countSteps(groups.flatMap((group) => (group.kind === "item" ? [] : stepsOf(group))));
  return [{ urgency: "polite", text: words.announce.responseComplete(firstSentence(answerOf(groups)), failed) }];
}

function sayFailed(reason: string | null, words: Messages): Announcement {
  return {
    urgency: "assertive",
    text: words.announce.responseFailed(reason === null ? null : sayFailure(reason, words)),
  };
}

const isAccepted = ({ isAccepted: is, isRunning }: Announced) => is ?? isRunning;

/** The groups of the turn that has just ended: all behind the last message of a person, without those of earlier turns. */
function whatIsNew(before: Announced, now: Announced): readonly TimelineGroup[] {
  return withoutEnded(before, behindLastMessage(now));
}

/** Without the groups whose turn had ended before: a settled group never changes. */
function withoutEnded({ settled }: Announced, groups: readonly TimelineGroup[]): readonly TimelineGroup[] {
  const ended = new Set(settled.slice(-most).map(groupKey));
  return groups.filter((group) => !ended.has(groupKey(group)));
}

function behindLastMessage(view: Announced): readonly TimelineGroup[] {
  const groups = newestGroups(view);
  return groups.slice(groups.findLastIndex(isMessage) + 1);
}

/** A notice represents no activity, except for a turn that failed before any. */
const isNotice = (group: TimelineGroup) => group.kind === "item" && group.item.kind === "notice";

const isStopped = (group: TimelineGroup) =>
  group.kind === "item" && group.item.kind === "notice" && group.item.tone === "cancelled";

function failureIn(group: TimelineGroup): string | undefined {
  if (group.kind !== "item" || group.item.kind !== "notice") return undefined;
  return group.item.tone === "failed" ? group.item.text : undefined;
}

function sayUnreachable(before: Announced | null, now: Announced, words: Messages): Announcement[] {
  // The change to offline is announced.
  if (!now.isUnreachable || before?.isUnreachable || now.connection === "offline") return [];
  return [{ urgency: "polite", text: words.connection.unreachable }];
}

/** The last turn, before the answer that it left. */
function lastTurn(groups: readonly TimelineGroup[]): TurnGroup | undefined {
  const last = groups.at(-1);
  const isAnswer = last?.kind === "item" && last.item.kind === "agent-message";
  const turn = isAnswer ? groups.at(-2) : last;
  return turn?.kind === "turn" ? turn : undefined;
}

function answerOf(groups: readonly TimelineGroup[]): string {
  const last = groups.at(-1);
  return last?.kind === "item" && last.item.kind === "agent-message" ? beginningOf(last.item, 4_000) : "";
}

function sayTrouble(before: Announced, now: Announced, words: Messages): Announcement[] {
  const said: Announcement[] = [];
  const isDown = (connection: Announced["connection"]) =>
    connection === "reconnecting" || connection === "offline" || connection === "closed";
  if (now.connection !== before.connection && isDown(now.connection)) {
    said.push({ urgency: "polite", text: words.connection[now.connection as "offline"] });
  }
  if (now.connection === "live" && isDown(before.connection)) {
    said.push({ urgency: "polite", text: words.connection.restored });
  }
  const error = errorToShow(now);
  if (error && now.error !== before.error) {
    const text = sayError(words.errors, personsWords(error));
    // The sentence for an unknown error begins as the announcement of an error does.
    said.push({ urgency: "assertive", text: text === words.errors.wentWrong ? text : words.announce.error(text) });
  }
  if (now.live === before.live) return said;
  said.push(...sayUnsent(before, now, words));
  if (now.connection === "offline" && countIn(now, sending) > countIn(before, sending)) {
    said.push({ urgency: "polite", text: words.delivery.offline });
  }
  return said;
}

function sayUnsent(before: Announced, now: Announced, { announce }: Messages): Announcement[] {
  const isNew = countIn(now, unsent) > countIn(before, unsent);
  return isNew ? [{ urgency: "assertive", text: announce.sendFailed }] : [];
}

function sayFailure(sentence: string, { errors }: Messages): string {
  return visibleText(sayError(errors, sentence));
}

type Delivery = NonNullable<Extract<TimelineItem, { kind: "user-message" }>["delivery"]>["state"];

const sending: readonly Delivery[] = ["sending"];
const unsent: readonly Delivery[] = ["failed", "unknown"];

/** How many messages have one of these states of delivery. */
function countIn(view: Announced, states: readonly Delivery[]): number {
  return view.live.filter((group) => {
    if (group.kind !== "item" || group.item.kind !== "user-message") return false;
    const state = group.item.delivery?.state;
    return state !== undefined && states.includes(state);
  }).length;
}

function sayQueue(before: Announced, now: Announced, words: Messages): Announcement[] {
  const count = now.queue.length;
  return count > before.queue.length ? [{ urgency: "polite", text: words.announce.queueCount(count) }] : [];
}
