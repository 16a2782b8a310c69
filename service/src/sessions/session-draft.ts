import type { Actor } from "@service/sdk/protocol";
import type {
  DraftRecord,
  EndedRun,
  EventDraft,
  RequestRecord,
  SessionPatch,
  SessionRecord,
  TurnRecord,
} from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { boundPayload } from "./bound-payload.js";
import { endedRunOf } from "./ended-run.js";

/** External inputs of a decision: time, ids, and the caller. */
export interface Cause {
  /** ISO time. */
  readonly now: string;
  readonly newId: () => string;
  /** The verified person, when the caller named one. */
  readonly actor?: Actor | null | undefined;
  /** The key or the worker that acts, for records. */
  readonly subjectId?: string | undefined;
}

/** Which turn and which caller's key an event belongs to. */
export interface EventPlace {
  readonly turnId?: string | null;
  readonly clientEventId?: string | null | undefined;
}

/**
 * A session being changed: decisions emit events and move records on it, in the order they are to be written, and
 * `done` gives the store one change. It keeps what follows from the rest (`runnable`, `wakeAt`, `activeTurnId`) true,
 * so that no decision has to think of it.
 */
export class SessionDraft {
  readonly cause: Cause;
  readonly #state: SessionState;
  readonly #events: EventDraft[] = [];
  readonly #turns = new Map<string, TurnRecord>();
  readonly #requests = new Map<string, RequestRecord>();
  #composer: DraftRecord | null = null;
  #patch: SessionPatch = {};
  #files: readonly string[] | undefined;
  #endsLease = false;

  constructor(state: SessionState, cause: Cause) {
    this.#state = state;
    this.cause = cause;
  }

  get session(): SessionRecord {
    return { ...this.#state.session, ...this.#patch };
  }

  /** Turns that have not ended, by position. */
  get openTurns(): readonly TurnRecord[] {
    const known = this.#state.openTurns.filter((turn) => !this.#turns.has(turn.id));
    const all = [...known, ...this.#turns.values()].filter((turn) => turn.finishedAt === null);
    return all.toSorted((a, b) => a.position - b.position);
  }

  get queuedTurns(): readonly TurnRecord[] {
    return this.openTurns.filter((turn) => turn.status === "queued");
  }

  /** The turn that runs or waits for a decision. */
  get activeTurn(): TurnRecord | undefined {
    return this.openTurns.find((turn) => turn.status !== "queued");
  }

  get pendingRequests(): readonly RequestRecord[] {
    const known = this.#state.pendingRequests.filter((request) => !this.#requests.has(request.id));
    return [...known, ...[...this.#requests.values()].filter((request) => request.status === "pending")];
  }

  /** The unsent draft of the requested owner. */
  get composer(): DraftRecord | null {
    return this.#composer ?? this.#state.draft;
  }

  get isWaitingForDecision(): boolean {
    return this.session.approvals.length > 0 || this.pendingRequests.length > 0;
  }

  emit(type: string, payload: object, { turnId = null, clientEventId = null }: EventPlace = {}): EventDraft {
    const { newId, now } = this.cause;
    const event = {
      id: newId(),
      type,
      payload: boundPayload(type, payload),
      occurredAt: now,
      turnId,
      clientEventId: clientEventId ?? null,
    };
    this.#events.push(event);
    return event;
  }

  /** Appends drafts made elsewhere to the emitted ones. */
  emitAll(drafts: readonly EventDraft[]): void {
    this.#events.push(...drafts);
  }

  /** Sets the status and logs it, also when it is unchanged. */
  setStatus(status: string): void {
    this.patch({ status });
    this.emit("session.status.changed", { status });
  }

  patch(patch: SessionPatch): void {
    this.#patch = { ...this.#patch, ...patch };
  }

  addTurn(turn: TurnRecord): void {
    this.#turns.set(turn.id, turn);
  }

  moveTurn(turn: TurnRecord, patch: Partial<TurnRecord>): TurnRecord {
    const moved = { ...turn, ...patch, version: turn.version + 1, updatedAt: this.cause.now };
    this.#turns.set(turn.id, moved);
    return moved;
  }

  /** Another place in the queue is no other prompt: the version stays. */
  placeTurn(turn: TurnRecord, position: number): void {
    if (turn.position !== position) this.#turns.set(turn.id, { ...turn, position, updatedAt: this.cause.now });
  }

  putComposer(composer: DraftRecord): void {
    this.#composer = composer;
  }

  /** Completed files of the workspace that the session keeps from now on. */
  keepFiles(fileIds: readonly string[]): void {
    this.#files = fileIds;
  }

  putRequest(request: RequestRecord): void {
    this.#requests.set(request.id, request);
  }

  /** The worker of the session's turn may write nothing more. */
  endLease(): void {
    this.#endsLease = true;
  }

  done<T>(result: T): Decided<T> {
    const turns = [...this.#turns.values()];
    const requests = [...this.#requests.values()];
    const drafts = this.#composer === null ? [] : [this.#composer];
    if (this.#isQuiet()) return { change: drafts.length === 0 ? null : { drafts }, result };
    const endedRuns = this.#endedRuns();
    const session: SessionPatch = {
      ...this.#patch,
      ...(endedRuns.length > 0 && { endedRuns }),
      activeTurnId: this.activeTurn?.id ?? null,
      runnable: this.#isRunnable(),
      wakeAt: earliest([
        this.session.report?.dueAt ?? null,
        endedRuns[0]?.at ?? null,
        this.activeTurn?.recoverAt ?? null,
        ...this.pendingRequests.map((request) => request.expiresAt),
      ]),
      updatedAt: this.cause.now,
    };
    const kept = { files: this.#files, endLease: this.#endsLease };
    return { change: { events: this.#events, session, turns, requests, drafts, ...kept }, result };
  }

  /** Whether nothing but a composer changes. A worker claims a session that is runnable by mistake over and over. */
  #isQuiet(): boolean {
    const changes = [...this.#events, ...this.#turns, ...this.#requests, ...Object.keys(this.#patch)];
    return changes.length === 0 && !this.#endsLease && this.session.runnable === this.#isRunnable();
  }

  #endedRuns(): readonly EndedRun[] {
    const ended = [...this.#turns.values()].flatMap((turn) => endedRunOf(turn) ?? []);
    return [...(this.session.endedRuns ?? []), ...ended];
  }

  /** A pause blocks the start of turns and their continuation after a decision; a running turn continues. */
  #isRunnable(): boolean {
    const { status, control } = this.session;
    const active = this.activeTurn;
    if (status === "cancelled") return false;
    if (active !== undefined && active.status !== "requires_action") return (active.recoverAt ?? null) === null;
    if (control.state === "paused") return false;
    return active === undefined ? this.queuedTurns.length > 0 : active.isDecided;
  }
}

function earliest(times: readonly (string | null)[]): string | null {
  return times.filter((time) => time !== null).toSorted()[0] ?? null;
}
