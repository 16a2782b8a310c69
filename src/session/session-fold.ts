/** A session's log with the data read beside it: the displayed window, its decisions, its queue. */
import { sharedView, type Finding } from "../conversation/conversation-state.js";
import type { Extent } from "../conversation/bounded-window.js";
import {
  emptyDecisions,
  foldDecisionRead,
  forgetOver,
  timeDecisions,
  type DecisionBook,
} from "../conversation/decisions/decision-book.js";
import type { Fold } from "../conversation/door.js";
import type { GivenAnswers } from "../conversation/decisions/given-answers.js";
import { ServiceError } from "../foundation/base-error.js";
import type { Clock } from "../foundation/clock.js";
import type { ServerTime } from "../foundation/server-time.js";
import { turnEnds } from "../timeline/clean-cuts.js";
import { createReadingFold, type PayloadFault } from "../timeline/timeline-fold.js";
import { readEvent, type SessionEvent } from "../wire/protocol/session-event.js";
import type { Session } from "../wire/protocol/session.js";
import { LoggedSession } from "./logged-session.js";
import type { LogPage } from "./session-log.js";
import type { SessionControllerState } from "./session-types.js";
import { createSessionWindow } from "./session-window.js";
import { showSession } from "./show-session.js";

export type SessionFold = ReturnType<typeof createSessionFold>;

/** Events after which the service accepts the next answer, or needs none. */
const announcing: ReadonlySet<string> = new Set([
  ...turnEnds,
  "session.requiresAction",
  "session.humanInput.requested",
]);

const nothing: readonly Finding[] = [];

interface SessionFoldOptions {
  readonly sessionId: string;
  /** Null while it is not known. */
  readonly workspaceId: string | null;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
  readonly limits: Extent;
  /** The page's answers to decisions. */
  readonly given?: GivenAnswers | undefined;
  readonly onError: (error: Error) => void;
}

export function createSessionFold(options: SessionFoldOptions) {
  const { clock, serverTime } = options;
  /** Null while the id is not known. */
  const sessionId = options.sessionId === "" ? null : options.sessionId;
  let log = new LoggedSession();
  const timeline = createReadingFold({ onFault: (fault) => options.onError(payloadError(fault)) });
  const window = createSessionWindow(timeline, options.limits);
  let { workspaceId } = options;
  const noDecisions: DecisionBook = { ...emptyDecisions, given: options.given };
  let book = noDecisions;
  let created = false;

  /** Takes the next event of the log. */
  function take(event: SessionEvent): readonly Finding[] {
    // The only place that parses an event; inner layers get the parsed one.
    const read = readEvent(event);
    window.take(event, read);
    const next = foldDecisionRead(book, read);
    if (next !== book) {
      // Without a time from a response, the event's own is used.
      book = timeDecisions(next, { here: clock.now(), there: serverTime.now() ?? Date.parse(event.occurredAt) });
    }
    const message = log.take(event, read);
    const asks = event.type === "session.status.changed" && log.status === "requires_action";
    const isAnnounced = asks || announcing.has(event.type);
    if (!message) return isAnnounced ? [{ kind: "announced" }] : nothing;
    return [{ kind: "message", turnId: null, ...message }];
  }

  /** Forgets the log, which was restored to another state; the displayed rows stay until the next `takeNewest`. */
  function reset(): void {
    log = new LoggedSession();
    book = noDecisions;
  }

  const fold: Fold<SessionControllerState> = {
    facts: () => ({
      created,
      sessionId,
      book,
      isTurnRunning: log.runningTurnId !== null,
      isWaiting: log.waiting.size > 0,
      isPaused: log.isPaused,
      stoppable: log.runningTurnId,
    }),
    setBook(next) {
      book = next;
    },
    settle: window.fold,
    show(state, last) {
      const told = { sessionId, workspaceId, created, connectionSince: state.link.since };
      const shown = { ...sharedView(state), ...window.facts(), ...told };
      return showSession({ log, groups: timeline.getGroups(), book, outbox: state.outbox, shown }, last);
    },
    clear() {
      reset();
      window.clear();
      created = false;
    },
  };

  return {
    ...fold,
    /** Another object after a `reset`. */
    log: () => log,
    window,
    /** The events that are shown, runs of deltas merged; the same list until they change. */
    events: () => timeline.getEvents(),
    take,
    /** Starts with the newest page of the log. */
    takeNewest(session: Session, page: LogPage): readonly Finding[] {
      const found = page.events.flatMap(take);
      book = forgetOver(book);
      window.expectPage();
      window.show(page, log.cursor);
      log.fill(session);
      ({ workspaceId } = session);
      created = true;
      return [{ kind: "restoring" }, ...found.filter(({ kind }) => kind === "message"), { kind: "restored" }];
    },
    reset,
  };
}

function payloadError({ sequence, type, fields }: PayloadFault): ServiceError {
  return new ServiceError(
    `Event ${sequence} (${type}) of the session has a payload that does not fit at ${fields.join(", ")}. It is shown as far as it can be read.`,
    { code: "payload_malformed" },
  );
}
