/**
 * Logic of the composer: sends the text, restores a refused text that no outbox keeps, and recalls earlier messages.
 */
import type { AttachmentsState } from "../attachments/attachment.js";
import { isAnswerable } from "../decisions/decision-facts.js";
import { deliveryAt, isUnkept } from "../send-rules.js";
import { isServiceError } from "../../foundation/base-error.js";
import { isBlank } from "../../foundation/blank-text.js";
import type { Composer, ComposerAction, ResumeOption, SendBlock } from "./composer-types.js";
import type { MessageExtras, WhenBusy } from "../view/session-view.js";
import { extrasOf, noExtras } from "./draft-extras.js";
import type { DraftKeeper } from "./draft-keeper.js";
import { joinTexts } from "../../foundation/join-texts.js";
import { roomOf } from "./message-room.js";
import { ownMessages, recallStep, type Recall } from "./recall.js";
import { toError } from "../../foundation/to-error.js";

/** Current values; read at each use. */
export interface ComposerFacts {
  readonly source: Composer;
  readonly draft: DraftKeeper;
  /** Includes the draft's own files. */
  readonly attachments: AttachmentsState | undefined;
  /** The text that is shown. */
  readonly text: string;
  readonly isClosed: boolean;
  readonly maxLength: number;
  readonly whenBusy: WhenBusy;
  /** Text of a message that has only files. */
  readonly filesOnly: string;
  readonly userId: string | undefined;
  readonly onValueChange: ((text: string) => void) | undefined;
}

export interface ComposerCoreState {
  readonly error: Error | null;
  readonly failed: "send" | ComposerAction | null;
  readonly refused: SendBlock | null;
  readonly acting: ComposerAction | null;
  /** The choice made here; the draft may have another. */
  readonly model: string | null;
}

export interface ComposerCore {
  readonly getState: () => ComposerCoreState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly setValue: (text: string) => void;
  readonly setModel: (model: string | null) => void;
  readonly send: (text?: string) => boolean;
  readonly steer: (text?: string) => boolean;
  readonly stop: () => void;
  readonly pause: () => void;
  readonly resume: (option?: ResumeOption) => void;
  readonly recall: (direction: "older" | "newer") => boolean;
  readonly resolveConflict: (choice: "keep_mine" | "use_other") => void;
  readonly clearError: () => void;
}

type Told = Pick<ComposerFacts, "source" | "attachments" | "text" | "isClosed" | "maxLength" | "whenBusy">;

/** Why this cannot be sent; null when it can. */
export function blockOf({ source, attachments, text, isClosed, maxLength, whenBusy }: Told): SendBlock | null {
  if (isClosed) return "closed";
  if (roomOf(text, maxLength) < 0) return "too-long";
  if (attachments?.hasUnresolved) return attachments.isUploading ? "uploading" : "attachments";
  const hasFiles = (attachments?.readyResources.length ?? 0) > 0;
  if (isBlank(text) && !hasFiles) return "empty";
  return deliveryAt({ whenBusy, isRunning: source.isRunning === true }) === null ? "busy" : null;
}

/** Whether the running turn waits for a person. */
export function awaitsDecision({ isRunning = false, pending }: Composer): boolean {
  return isRunning && pending?.some(isAnswerable) === true;
}

/** The delivery of a plain send. */
export function sendsAs({ source, whenBusy }: Pick<ComposerFacts, "source" | "whenBusy">): "send" | "steer" {
  const delivery = deliveryAt({ whenBusy, isRunning: source.isRunning === true });
  return delivery === "steer" && source.steer ? "steer" : "send";
}

const calm: ComposerCoreState = { error: null, failed: null, refused: null, acting: null, model: null };

export function createComposerCore(facts: () => ComposerFacts): ComposerCore {
  const listeners = new Set<() => void>();
  let state = calm;
  let standing: Recall | null = null;

  function set(change: Partial<ComposerCoreState>): void {
    const entries = Object.entries(change) as [keyof ComposerCoreState, unknown][];
    if (entries.every(([name, value]) => state[name] === value)) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function write(text: string): void {
    const { draft, onValueChange } = facts();
    draft.type(text);
    onValueChange?.(text);
  }

  function setValue(text: string): void {
    set({ error: null, failed: null, refused: null });
    write(withStored(facts().draft, text));
  }

  /** Sends, and empties the field at once. Restored text never overwrites newer text: `recall` finds it. */
  function deliver(delivery: "send" | "steer", given: string | undefined): boolean {
    const { draft, onValueChange, ...told } = facts();
    const { source, attachments } = told;
    const text = given ?? told.text;
    const refused = blockOf({ ...told, text });
    set({ error: null, failed: null, refused });
    if (refused) return false;
    standing = null;
    const brought = given === undefined ? draft.getState().extras : noExtras;
    const message = messageOf({ ...told, text }, delivery, { model: state.model ?? undefined, ...brought });
    if (given === undefined) {
      draft.clear();
      onValueChange?.("");
    }
    attachments?.clear();
    const sent = attempt(() => sendThrough(source, message));
    if (delivery === "steer") track("steer", sent);
    void sent.then((error) => {
      if (!error || (source.discard && !isUnkept(error))) return;
      const isShown = facts().draft === draft;
      if (isShown) set({ error, failed: "send" });
      const extras = { ...brought, resources: attachments?.readyResources };
      const put = giveBack(draft, extras, isShown ? { text: facts().text, write } : undefined);
      if (given === undefined) put(text);
    });
    return true;
  }

  /** Shows an action as in progress, then its error if it was refused. */
  function track(acting: ComposerAction, outcome: Promise<Error | null>): void {
    set({ acting });
    void outcome.then((error) => {
      if (state.acting === acting) set({ acting: null });
      if (error && acting !== "steer") set({ error, failed: acting });
    });
  }

  function act(acting: ComposerAction, run: (() => unknown) | undefined): void {
    if (state.acting !== acting && run) track(acting, attempt(run));
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setValue,
    setModel(model) {
      set({ model });
      facts().draft.setExtras({ ...facts().draft.getState().extras, model: undefined });
    },
    send: (text) => deliver(sendsAs(facts()), text),
    steer: (text) => facts().source.isRunning === true && deliver("steer", text),
    stop: () => act("stop", facts().source.stop),
    pause: () => act("pause", facts().source.pause),
    resume(option) {
      const { resume } = facts().source;
      act("resume", resume && (() => resume(option)));
    },
    recall(direction) {
      const step = recallFrom(facts(), standing, direction);
      if (!step) return false;
      standing = step.recall;
      setValue(step.text);
      return true;
    },
    resolveConflict(choice) {
      const { draft, onValueChange } = facts();
      if (choice === "keep_mine") return draft.keepMine();
      draft.takeOther();
      onValueChange?.(draft.getState().text);
    },
    clearError: () => set({ error: null, failed: null, refused: null }),
  };
}

/** Adds the text to the stored draft if that was not read yet, as in a field that a server drew. */
function withStored(draft: DraftKeeper, text: string): string {
  return draft.restore() ? joinTexts(draft.getState().text, text) : text;
}

/**
 * Returns the extras of a refused message to its draft, before those that were added meanwhile.
 *
 * @param field the field that shows the draft. @default none: the person may have gone to another session
 * @returns puts the message's text into the field, or beside newer text
 */
function giveBack(
  draft: DraftKeeper,
  message: MessageExtras,
  field = { text: draft.getState().text, write: draft.type },
) {
  const { extras } = draft.getState();
  const resources = [...(message.resources ?? []), ...(extras.resources ?? [])];
  draft.setExtras({ ...message, ...extras, resources });
  return field.text === "" ? field.write : draft.putAside;
}

/** A message of text alone is a string, for sources that accept nothing else. */
function messageOf(
  { text, filesOnly, attachments }: Pick<ComposerFacts, "text" | "filesOnly" | "attachments">,
  delivery: "send" | "steer",
  beside: MessageExtras,
) {
  const words = isBlank(text) ? filesOnly : text;
  const extras = extrasOf({ ...beside, resources: attachments?.readyResources });
  return delivery === "send" && Object.keys(extras).length === 0 ? words : { text: words, delivery, ...extras };
}

/** A prompt from a session's queue may have extras, such as a model, that a chat does not take: its text and files go without them. */
async function sendThrough(source: Composer, message: Parameters<Composer["sendMessage"]>[0]): Promise<void> {
  try {
    await source.sendMessage(message);
  } catch (error) {
    const isTooMuch = isServiceError(error) && error.code === "message_extras_unsupported";
    if (!isTooMuch || typeof message === "string") throw error;
    const { text, delivery, resources } = message;
    await source.sendMessage({ text, delivery, ...extrasOf({ resources }) });
  }
}

function recallFrom(
  { source, draft, text, userId }: ComposerFacts,
  standing: Recall | null,
  direction: "older" | "newer",
) {
  const own = ownMessages([...(source.settled ?? []), ...(source.live ?? [])], userId);
  return recallStep([...own, ...draft.setAside()], standing, text, direction);
}

async function attempt(run: () => unknown): Promise<Error | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return toError(error);
  }
}
