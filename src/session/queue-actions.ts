/**
 * The verbs for waiting prompts. Every write names the displayed versions, so a prompt that started or changed
 * meanwhile is never changed; after such a conflict the queue is read again.
 */
import { ServiceError } from "../foundation/base-error.js";
import { isConflict } from "../foundation/is-conflict.js";
import { ServiceApiError } from "../wire/protocol/api-error.js";
import type { PlacedMessage, PutBefore } from "../conversation/outbox/edited-places.js";
import type { ComposerDraft, DraftContent } from "../wire/protocol/draft.js";
import type { QueueSnapshot, SessionTurn } from "../wire/protocol/session.js";
import { retrying } from "../api/retrying.js";
import { getComposerDraft, putComposerDraft } from "../api/routes/draft.js";
import { deleteQueuedTurn, editQueuedTurn, getQueue, moveQueuedTurn, steerQueuedTurn } from "../api/routes/queue.js";
import type { ServiceConnection, SessionRef } from "../api/service-connection.js";
import { createTrackedWrites, type TrackedWrites } from "./tracked-writes.js";

/** An action on a queued message. */
export type QueueAction = "move" | "edit" | "send" | "remove";

/** The draft that receives a prompt for editing. */
export interface DraftPlace {
  readonly isEmpty: () => boolean;
  /** Whether the service stores it, too. */
  readonly isDurable: () => boolean;
  /** Returns a function that replaces the draft by a prompt. Text typed after `prepare()` is set aside. */
  readonly prepare: () => (draft: ComposerDraft) => void;
}

export interface QueueActions {
  readonly writes: TrackedWrites<QueueAction>;
  /** Puts a prompt before another, or last with null. */
  readonly move: (turnId: string, beforeTurnId: string | null) => Promise<void>;
  /**
   * Takes a prompt out of the queue and into the composer. The next message of the composer gets its place, if the prompt
   * behind it still waits.
   *
   * @throws {ServiceError} with code `DRAFT_NOT_EMPTY` when something is written there and `replaceDraft` is not set.
   */
  readonly edit: (turnId: string, options?: { readonly replaceDraft?: boolean | undefined }) => Promise<void>;
  /** Sends a prompt now: it interrupts the running turn. */
  readonly sendNow: (turnId: string) => Promise<void>;
  readonly remove: (turnId: string) => Promise<void>;
  readonly putBefore: PutBefore;
}

export interface QueueActionsOptions {
  readonly client: ServiceConnection;
  readonly ref: SessionRef;
  readonly draft: DraftPlace;
  /** The queue that the person saw. */
  readonly snapshot: () => QueueSnapshot | null;
  readonly take: (snapshot: QueueSnapshot) => void;
  readonly refresh: () => void;
  /** Called after a prompt was withdrawn, with its successor. */
  readonly onTaken: (beforeTurnId: string) => void;
}

/** Most tries to move a message to its place. */
const mostMoves = 5;

export function createQueueActions(options: QueueActionsOptions): QueueActions {
  const { ref, draft, take, refresh } = options;
  const client = retrying(options.client);
  const writes = createTrackedWrites<QueueAction>();

  function run(
    turnId: string,
    action: QueueAction,
    write: (turn: SessionTurn, waiting: readonly SessionTurn[]) => Promise<QueueSnapshot>,
  ): Promise<void> {
    return writes.run(turnId, action, async () => {
      try {
        const { turn, waiting } = await findPrompt(options, client, turnId);
        take(await write(turn, waiting));
      } catch (error) {
        if (isConflict(error)) refresh();
        throw error;
      }
    });
  }

  async function withdraw(
    turn: SessionTurn,
    waiting: readonly SessionTurn[],
    replaceDraft: boolean,
  ): Promise<QueueSnapshot> {
    if (!replaceDraft && !draft.isEmpty()) throw draftNotEmpty();
    const put = draft.prepare();
    const before = await getComposerDraft(client, ref);
    const { revision: expectedDraftRevision } = before;
    const isDurable = draft.isDurable();
    const body = { expectedTurnVersion: turn.version, expectedDraftRevision, replaceDraft: replaceDraft || !isDurable };
    const { snapshot, draft: withdrawn } = await editQueuedTurn(client, ref, turn.id, body).catch((error: unknown) =>
      withdrawnBefore(error, turn, expectedDraftRevision),
    );
    put(withdrawn);
    // The queue may have grown since it was read.
    const ahead = waiting.slice(0, waiting.indexOf(turn)).map(({ id }) => id);
    const next = snapshot.items.find(({ id }) => !ahead.includes(id));
    if (next) options.onTaken(next.id);
    // A draft that only this device stores must not remain on the service: the one of before, of another device, returns.
    if (!isDurable) {
      await putComposerDraft(client, ref, { ...contentOf(before), expectedRevision: withdrawn.revision });
    }
    return snapshot;
  }

  /** The result of an edit whose answer was lost, or its error where the prompt waits still or cannot be looked up. */
  async function withdrawnBefore(
    error: unknown,
    turn: SessionTurn,
    revision: number,
  ): Promise<{ readonly snapshot: QueueSnapshot; readonly draft: ComposerDraft }> {
    if (!(error instanceof ServiceApiError) || !error.outcomeUnknown) throw error;
    const read = await Promise.all([getQueue(client, ref), getComposerDraft(client, ref)]).catch(() => null);
    if (read === null) throw error;
    const [snapshot, kept] = read;
    take(snapshot);
    if (kept.revision <= revision || snapshot.items.some(({ id }) => id === turn.id)) throw error;
    return { snapshot, draft: kept };
  }

  /** The session API names no turn for an accepted message, so its text must do; the chat handler names the turn. */
  async function moveBefore({ text, turnId }: PlacedMessage, beforeTurnId: string): Promise<void> {
    const read = await getQueue(client, ref);
    take(read);
    const sent = read.items.findLast(({ id, prompt }) =>
      turnId === null ? prompt.trim() === text.trim() : id === turnId,
    );
    if (!sent || !read.items.some(({ id }) => id === beforeTurnId)) return;
    take(await moveQueuedTurn(client, ref, sent.id, { expectedQueueVersion: read.version, beforeTurnId }));
  }

  return {
    writes,
    move: (turnId, beforeTurnId) =>
      run(turnId, "move", () => {
        const expectedQueueVersion = options.snapshot()?.version ?? 0;
        return moveQueuedTurn(client, ref, turnId, { expectedQueueVersion, beforeTurnId });
      }),
    edit: (turnId, { replaceDraft = false } = {}) =>
      run(turnId, "edit", (turn, waiting) => withdraw(turn, waiting, replaceDraft)),
    sendNow: (turnId) =>
      run(turnId, "send", ({ version }) => steerQueuedTurn(client, ref, turnId, { expectedTurnVersion: version })),
    putBefore: (message, beforeTurnId) => unlessChanged(() => moveBefore(message, beforeTurnId)),
    remove: (turnId) =>
      run(turnId, "remove", ({ version }) => deleteQueuedTurn(client, ref, turnId, { expectedTurnVersion: version })),
  };
}

function contentOf({ text, annotations, resources, model, reasoningEffort, latencyMode }: ComposerDraft): DraftContent {
  return { text, annotations, resources, model, reasoningEffort, latencyMode, sourceTurnId: null };
}

function draftNotEmpty(): ServiceError {
  return new ServiceError("Something is written in the composer. Send or clear it first, or replace it.", {
    code: "DRAFT_NOT_EMPTY",
  });
}

/** Repeats a write that read the queue first, which may have changed after it was read. */
async function unlessChanged(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error) || tries === mostMoves) throw error;
    }
  }
}

/** The displayed prompt, and the queue that it is in; a prompt from the log alone has no version yet. */
async function findPrompt(
  { ref, snapshot, take }: QueueActionsOptions,
  client: ServiceConnection,
  turnId: string,
): Promise<{ readonly turn: SessionTurn; readonly waiting: readonly SessionTurn[] }> {
  const isIt = ({ id }: SessionTurn) => id === turnId;
  const { items: shown = [] } = snapshot() ?? {};
  const known = shown.find(isIt);
  if (known) return { turn: known, waiting: shown };
  const read = await getQueue(client, ref);
  take(read);
  const turn = read.items.find(isIt);
  if (turn) return { turn, waiting: read.items };
  throw new ServiceError("This prompt does not wait any more: it started, or was withdrawn.", {
    code: "QUEUE_PROMPT_STARTED",
  });
}
