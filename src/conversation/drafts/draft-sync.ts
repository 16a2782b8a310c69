/** Synchronizes a draft with the service's copy. */
import { createBackOff } from "../../foundation/back-off.js";
import { isServiceError } from "../../foundation/base-error.js";
import { isSameExtras } from "./draft-extras.js";
import {
  beginSave,
  draftSaved,
  receiveDraft,
  saveFailed,
  type DraftContent,
  type DraftState,
  type DraftVersion,
} from "./draft-state.js";

/** The service's copy of a draft. */
export interface RemoteDraft {
  readonly read: (signal: AbortSignal) => Promise<DraftVersion>;
  /** Rejects with `status` 409 when the service has another revision than the one expected. */
  readonly write: (content: DraftContent, expectedRevision: number, signal: AbortSignal) => Promise<DraftVersion>;
}

export interface DraftSyncOptions {
  readonly getState: () => DraftState;
  /** Called with the service's version, or with the result of a save. Local changes are saved next, if `saves`. */
  readonly change: (state: DraftState, saves?: boolean) => void;
  /** Asks for another save after this long (ms); a save before the first version reads it. */
  readonly saveLater: (ms: number) => void;
  /** Whether there are listeners, so that an automatic retry is worthwhile. */
  readonly isSeen: () => boolean;
  /** A number from 0 up to 1. @default Math.random */
  readonly random?: (() => number) | undefined;
  readonly signal: AbortSignal;
}

/** Never reject. If saving fails, the draft stays in this tab. */
export interface DraftSync {
  readonly read: (remote: RemoteDraft) => Promise<void>;
  readonly save: (remote: RemoteDraft) => Promise<void>;
}

/** How long (ms) after the last key the draft is kept. */
export const debounce = 500;
const mostTries = 8;

export function createDraftSync(options: DraftSyncOptions): DraftSync {
  const { getState, change, random, signal } = options;
  const backOff = createBackOff({ first: 2_000, most: 60_000, ...(random && { random }) });
  let reading: Promise<DraftVersion> | undefined;

  /** Limited, and not without listeners: the next key, or the next listener, tries again. */
  const mayTryAgain = () => !signal.aborted && options.isSeen() && backOff.tries < mostTries;
  const isRetryable = (error: unknown) => isServiceError(error) && error.retryable;

  /** After a refusal, only newer words are worth another save. */
  function saveAgain(error: unknown, refused: DraftContent): void {
    const { text, extras } = getState();
    if (isRetryable(error) && mayTryAgain()) options.saveLater(backOff.next());
    else if (text !== refused.text || !isSameExtras(extras, refused.extras)) options.saveLater(debounce);
  }

  /** One read at a time. */
  const version = (remote: RemoteDraft): Promise<DraftVersion> =>
    (reading ??= remote.read(signal).finally(() => (reading = undefined)));

  async function read(remote: RemoteDraft): Promise<void> {
    if (reading) return;
    try {
      const theirs = await version(remote);
      // The state of now: keys were pressed meanwhile.
      change(receiveDraft(getState(), theirs));
    } catch (error) {
      // Nothing can be saved before the first version. A later one is read with the next listener, or after a conflict.
      if (getState().base === null && isRetryable(error) && mayTryAgain()) options.saveLater(backOff.next());
    }
  }

  /** Reads the version that a save conflicts with. Without a newer one the save is tried again, later each time. */
  async function reconcile(remote: RemoteDraft, refused: DraftContent): Promise<void> {
    try {
      const theirs = await version(remote);
      const next = receiveDraft(getState(), theirs);
      if (next !== getState()) change(next);
      else if (mayTryAgain()) options.saveLater(backOff.next());
    } catch (error) {
      if (!signal.aborted) saveAgain(error, refused);
    }
  }

  return {
    read,
    async save(remote) {
      const { text, extras, base } = getState();
      if (!base) return read(remote);
      change(beginSave(getState()));
      try {
        const written = await remote.write({ text, extras }, base.revision, signal);
        backOff.progress();
        change(draftSaved(getState(), written));
      } catch (error) {
        if (signal.aborted) return;
        const { outcomeUnknown, status } = error as { outcomeUnknown?: unknown; status?: unknown };
        change(saveFailed(getState(), outcomeUnknown === true), false);
        if (status === 409) await reconcile(remote, { text, extras });
        else saveAgain(error, { text, extras });
      }
    },
  };
}
