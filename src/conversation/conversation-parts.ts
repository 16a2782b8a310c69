/** Makes the parts of one conversation, each from those before it. */
import type { Clock } from "../foundation/clock.js";
import type { ScheduleFrame } from "../foundation/frame-scheduler.js";
import { isOffline } from "../foundation/is-offline.js";
import { randomId } from "../foundation/random-id.js";
import { createReach } from "../foundation/reach.js";
import type { ScopedStorage } from "../identity/scoped-storage.js";
import { createAttendance, type Presence } from "../wire/sse/attendance.js";
import { nudgeable } from "../wire/sse/nudgeable.js";
import type { Wake } from "../wire/sse/wait-or-wake.js";
import { createConversationStore } from "./conversation-store.js";
import type { Acceptance } from "./outbox/delivery.js";
import type { OutboxEntry } from "./outbox/outbox-entry.js";
import { judgeFailure } from "./outbox/send-failure.js";
import { createDecisionSubmitter } from "./decisions/decision-submitter.js";
import type { Door, DoorTools, Fold } from "./door.js";
import { createLink } from "./link.js";
import { createOutbox, type Outbox } from "./outbox/outbox.js";
import { placeOf } from "./outbox/session-places.js";
import { createSender, type Sender } from "./outbox/sender.js";
import type { PageShared } from "./view/page-shared.js";
import { createPaging } from "./paging.js";
import { droppedExtra } from "./send-rules.js";
import type { WhenBusy } from "./view/session-view.js";

export interface ConversationOptions<State, OwnDoor extends Door> {
  readonly fold: Fold<State>;
  readonly open: (tools: DoorTools) => OwnDoor;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  readonly schedule?: ScheduleFrame | undefined;
  /** Whether the stream is read once a frame. @default false: as it arrives */
  readonly readsByFrame?: boolean | undefined;
  readonly presence?: Presence | undefined;
  readonly wake?: Wake | undefined;
  readonly offline?: ((run: () => void) => () => void) | undefined;
  readonly storage?: ScopedStorage | undefined;
  /** Where unsent messages are stored until the session is known. @default by the session, which the log names at once */
  readonly storageKey?: string | undefined;
  readonly page?: PageShared | undefined;
  /** Whether it is restored and followed with the first listener. @default true */
  readonly isWanted?: boolean | undefined;
  /** For a placeholder: it sends nothing, and its verbs reject with this error. */
  readonly refusal?: Error | undefined;
  /** Read at each send. */
  readonly whenBusy: () => WhenBusy | undefined;
  /** Called with each error that the state shows. */
  readonly onError: (error: Error) => void;
}

/** The parts of one conversation. */
export type Parts<State> = ReturnType<typeof assemble<State, Door>>;

export function assemble<State, OwnDoor extends Door>(options: ConversationOptions<State, OwnDoor>) {
  const { fold, clock, random, newId = randomId, storage, schedule, isWanted = true, whenBusy } = options;
  const end = new AbortController();
  const { signal } = end;
  const { wake, nudge } = nudgeable(options.wake);
  const store = createConversationStore({ fold, schedule, isWanted });
  const { change, fail, state, took } = store;
  const nextFrame = options.readsByFrame ? store.nextFrame : undefined;
  const outbox: Outbox = createOutbox({
    storage,
    storageKey: options.storageKey ?? placeOf(fold.facts().sessionId ?? ""),
    share: options.page?.outbox,
    takes: (entry) => droppedExtra(entry, door.can) === undefined,
    onKnown(clientEventId) {
      sender.seen(clientEventId);
      outbox.shown(clientEventId);
    },
    // A link that is closed by an error may be opened again, and the message is looked at until then.
    isFollowing: () => state().link.name !== "idle",
    onChange: (entries) => change({ outbox: entries }),
  });
  const reach = createReach({ clock, isOffline, onChange: (lost) => change({ lost }) });
  const door: OwnDoor = options.open({ signal, wake, reach, nextFrame, state, took, fail, refuse: outbox.update });
  const link = createLink({ door, store, clock, random, wake, nudge, offline: options.offline });
  const start = () => {
    if (state().wanted === "yes" && !signal.aborted) link.start();
  };
  const attendance = createAttendance({ clock, presence: options.presence, start, stop: link.stop });
  const editedPlaces = options.page?.editedPlaces;
  function takePlace({ clientEventId, text, turnId, beforeTurnId }: OutboxEntry, accepted: Acceptance): void {
    if (beforeTurnId === undefined) return;
    outbox.update(clientEventId, { beforeTurnId: undefined });
    editedPlaces?.accepted(state().log.sessionId, { text, turnId: turnId ?? accepted.turnId }, beforeTurnId);
  }
  const sender: Sender = createSender({
    clock,
    random,
    wake,
    signal,
    outbox,
    post: door.send,
    onAccepted(entry, acceptance) {
      takePlace(entry, acceptance);
      took([{ kind: "accepted", entry, acceptance }]);
    },
    onFailed: (error) => fail("message", error),
  });
  const submitter = createDecisionSubmitter({
    clock,
    isOffline,
    judge: judgeFailure,
    signal,
    newId,
    post: door.respond,
    book: () => fold.facts().book,
    change(book) {
      fold.setBook(book);
      took();
    },
    onFailed: (error) => fail("decision", error),
    onUnsure: (error) => store.doubt("decision", error),
    isLive: () => state().link.name === "live",
  });
  const paging = createPaging(door.pages, store, signal);
  const made = { store, outbox, door, link, attendance, sender, submitter, reach, nudge, paging };
  return { ...made, editedPlaces, newId, whenBusy, end };
}
