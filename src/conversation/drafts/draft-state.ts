/**
 * A draft and its version on the service: pure, so that no order of keys, saves and news from another window can lose
 * a text without the person's choice.
 *
 * A text of this window is dropped only when it is sent, when the person chooses the other, or when the service
 * already has it. A text of the service is overwritten only when this one is based on it.
 */
import { isBlank as isBlankText } from "../../foundation/blank-text.js";
import type { MessageExtras } from "../view/session-view.js";
import { isSameExtras, noExtras } from "./draft-extras.js";

/** Text and extras. */
export interface DraftContent {
  readonly text: string;
  readonly extras: MessageExtras;
}

/** One version of the draft that the service keeps. */
export interface DraftVersion extends Pick<DraftContent, "text"> {
  readonly revision: number;
  /** @default nothing */
  readonly extras?: MessageExtras | undefined;
}

/** Immutable. Functions return the same state if nothing changed. */
export interface DraftState extends DraftContent {
  /** The service's version that the draft is based on; null until it was read, and without a service. */
  readonly base: DraftVersion | null;
  /** The content of a pending save. */
  readonly saving: DraftContent | null;
  /**
   * Texts of saves on `base` with an unknown outcome, of this page or an earlier one. If the service has one of them, it
   * is our own save.
   */
  readonly doubtful: readonly string[];
  /** Another window's version; the person chooses between it and `text`. */
  readonly conflict: DraftVersion | null;
}

export const blankDraft: DraftState = {
  text: "",
  extras: noExtras,
  base: null,
  saving: null,
  doubtful: [],
  conflict: null,
};

/** Most texts in `doubtful`; older ones are dropped. */
const mostDoubtful = 8;

export function typeDraft(state: DraftState, text: string): DraftState {
  return text === state.text ? state : { ...state, text };
}

export function setExtras(state: DraftState, extras: MessageExtras): DraftState {
  return isSameExtras(extras, state.extras) ? state : { ...state, extras };
}

/** True without text, files and annotations. Settings such as the model do not count. */
export function isBlank({ text, extras }: DraftContent): boolean {
  return isBlankText(text) && !extras.resources?.length && !extras.annotations?.length;
}

/** Whether a save is needed: something differs or may differ, none is pending, and no choice is open. */
export function needsSave({ text, extras, base, saving, doubtful, conflict }: DraftState): boolean {
  if (base === null || conflict !== null || saving !== null) return false;
  return text !== base.text || !isSameExtras(extras, base.extras) || doubtful.length > 0;
}

export function beginSave(state: DraftState): DraftState {
  const { text, extras } = state;
  return { ...state, saving: { text, extras } };
}

/** The service accepted the save, even if it changed the extras. Later typing waits for the next save. */
export function draftSaved(state: DraftState, version: DraftVersion): DraftState {
  return { ...state, base: { ...version, extras: state.saving?.extras }, saving: null, doubtful: [] };
}

/** The save failed. If it may have arrived nevertheless, its text is added to `doubtful`. */
export function saveFailed(state: DraftState, outcomeUnknown: boolean): DraftState {
  if (state.saving === null) return state;
  const doubtful = outcomeUnknown ? [...state.doubtful, state.saving.text].slice(-mostDoubtful) : state.doubtful;
  return { ...state, saving: null, doubtful };
}

/** The service's current version. Ignored during a save, whose response is newer. */
export function receiveDraft(state: DraftState, theirs: DraftVersion): DraftState {
  const { text, base, saving } = state;
  if (saving !== null || (base && theirs.revision <= base.revision)) return state;
  const onTheirs: DraftState = { ...state, base: theirs, doubtful: [], conflict: null };
  const before = base?.text ?? "";
  if (isOurs(state, theirs) || theirs.text === text || theirs.text === before) {
    // Unchanged extras follow the service.
    return isSameExtras(state.extras, base?.extras) ? { ...onTheirs, extras: contentOf(theirs).extras } : onTheirs;
  }
  if (text === "" || text === before) return { ...onTheirs, ...contentOf(theirs) };
  // If the other window emptied the draft, this window keeps its text.
  return theirs.text === "" ? onTheirs : { ...state, conflict: theirs };
}

/** Keeps the text of this window; the next save overwrites the other. */
export function keepMine(state: DraftState): DraftState {
  return state.conflict ? { ...state, base: state.conflict, doubtful: [], conflict: null } : state;
}

/** Replaces this window's text by the other window's. */
export function takeOther(state: DraftState): DraftState {
  return state.conflict ? { ...keepMine(state), ...contentOf(state.conflict) } : state;
}

function contentOf({ text, extras = noExtras }: DraftVersion): DraftContent {
  return { text, extras };
}

function isOurs({ base, doubtful }: DraftState, theirs: DraftVersion): boolean {
  return doubtful.includes(theirs.text) && (base === null || theirs.revision === base.revision + 1);
}
