/**
 * Facts of a session's log about the session itself: its status and title, the running turn, and the messages whose
 * turn has not started. The timeline folds its content.
 */
import { turnEnds } from "../timeline/clean-cuts.js";
import type { Actor } from "../wire/protocol/decisions.js";
import { cursorBehind, type Cursor } from "../wire/protocol/event-cursor.js";
import type { QueueSnapshot, ResumeOption, Session, SessionStatus } from "../wire/protocol/session.js";
import { lastSequenceOf, type EventRead, type KnownEvent, type SessionEvent } from "../wire/protocol/session-event.js";

/** A message that the log has and whose turn has not started. */
export interface WaitingMessage {
  readonly turnId: string;
  readonly text: string;
  readonly clientEventId: string | null;
  readonly actor?: Actor | undefined;
  readonly resources?: readonly unknown[] | undefined;
  readonly occurredAt: string;
}

/** A message that an event reports: once when it was written, and again when its turn was queued and displays it. */
export interface ToldMessage {
  readonly clientEventId: string;
  readonly isShown: boolean;
}

const atRest: ReadonlySet<string> = new Set(["idle", "failed", "cancelled", "queued"]);

export class LoggedSession {
  /** Null until the log or the record has it. */
  status: SessionStatus | null = null;
  title: string | null = null;
  isPaused = false;
  /** Ways to continue after a pause, from the record. */
  resumeOptions: readonly ResumeOption[] = [];
  /** The last sequence taken. */
  cursor = 0;
  /** The same as a cursor that names its event. */
  position: Cursor = 0;
  /** By turn, in the order they were sent. */
  readonly waiting = new Map<string, WaitingMessage>();
  /** The waiting turn that interrupts the running one; null without one, or once the queue is changed after that. */
  steered: string | null = null;
  /** The service's latest queue, in run order; null until a message waits. */
  queue: QueueSnapshot | null = null;
  private running: string | null | undefined;
  private isControlTold = false;
  private readonly turns = new Set<string>();
  /** The message that the next `turn.queued` is about, and whether it interrupts the running turn. */
  private written: (Omit<WaitingMessage, "turnId"> & { readonly id: string; readonly isSteered: boolean }) | undefined;

  get runningTurnId(): string | null {
    return this.running ?? null;
  }

  /** Key of a message whose `turn.queued` has not arrived; the timeline has a row of it. Null without one. */
  get writtenKey(): string | null {
    return this.written?.clientEventId ?? null;
  }

  /** Whether the log so far has this turn. */
  knows(turnId: string): boolean {
    return this.turns.has(turnId);
  }

  /** Takes a queue of the service; an older one is ignored. */
  takeQueue(snapshot: QueueSnapshot): void {
    if (!this.queue || snapshot.version >= this.queue.version) this.queue = snapshot;
  }

  /** Whether the log alone lacks the order of waiting messages, and the versions to withdraw them by. */
  get isQueueUnknown(): boolean {
    // A single message without a running turn needs no order.
    const most = this.isBlocked ? 0 : 1;
    return this.waiting.size > most || (this.queue?.items ?? []).some(({ id }) => !this.knows(id));
  }

  /** Whether no waiting message begins now: a turn runs, or the session is paused. */
  get isBlocked(): boolean {
    return this.runningTurnId !== null || this.isPaused;
  }

  /** Takes the next event. Returns its message, if that was sent under a key. */
  take(event: SessionEvent, read: EventRead): ToldMessage | undefined {
    this.cursor = lastSequenceOf(event);
    this.position = cursorBehind(event);
    const known = read?.value;
    if (!known) return undefined;
    this.takeSession(known);
    this.takeTurn(known);
    return this.takeMessage(known);
  }

  /** Adds facts that the events so far do not have. */
  fill(session: Session): void {
    this.status ??= session.status;
    this.title ??= session.title;
    if (this.running === undefined && !atRest.has(session.status)) this.running = session.activeTurnId;
    if (session.effectiveControl) this.resumeOptions = session.effectiveControl.resumeOptions ?? [];
    // A record that is older than the log may lack facts.
    if (!session.effectiveControl || (this.isControlTold && session.lastSequence < this.cursor)) return;
    this.isPaused = session.effectiveControl.state === "paused";
  }

  private takeSession(event: KnownEvent): void {
    if (event.type === "session.status.changed" && event.payload.status !== "") this.status = event.payload.status;
    else if (event.type === "session.title_set") this.title = event.payload.title;
    else if (event.type === "session.control.paused" || event.type === "session.control.resumed") {
      this.isPaused = event.type === "session.control.paused";
      this.isControlTold = true;
    }
  }

  private takeMessage(event: KnownEvent): ToldMessage | undefined {
    if (event.type === "user.message") {
      const { text, actor, resources, delivery } = event.payload;
      const clientEventId = event.clientEventId ?? null;
      const { id, occurredAt } = event;
      this.written = { id, isSteered: delivery === "steer", text, actor, resources, clientEventId, occurredAt };
      return clientEventId === null ? undefined : { clientEventId, isShown: false };
    }
    if (event.type !== "turn.queued") return undefined;
    const { turnId, triggerEventId } = event.payload;
    this.turns.add(turnId);
    if (this.written?.id !== triggerEventId) return undefined;
    const { id: _, isSteered, ...message } = this.written;
    this.written = undefined;
    this.waiting.set(turnId, { ...message, turnId });
    if (isSteered) this.steered = turnId;
    return message.clientEventId === null ? undefined : { clientEventId: message.clientEventId, isShown: true };
  }

  private takeTurn(event: KnownEvent): void {
    if (event.type === "session.control.steer_requested") this.steered = event.payload.targetTurnId ?? null;
    else if (event.type === "session.queue.changed") this.steered = null;
    const starts = event.type === "turn.started";
    if (!starts && !turnEnds.has(event.type)) return;
    const turnId = event.turnId ?? namedTurn(event);
    if (starts) this.running = turnId;
    else if (turnId === null || this.running === undefined || this.running === turnId) this.running = null;
    if (turnId === null) return;
    this.turns.add(turnId);
    this.waiting.delete(turnId);
  }
}

/** Older logs name the turn in the payload. */
function namedTurn(event: KnownEvent): string | null {
  return event.type === "turn.cancelled" ? (event.payload.turnId ?? null) : null;
}
