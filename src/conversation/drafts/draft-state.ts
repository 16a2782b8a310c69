/**
 * What is being written, beside what the service keeps of it: pure, so that no order of keys, saves and news from
 * another window can lose a text without the person having chosen.
 *
 * A text of this window is given up only when it is sent, when the person chooses the other, or when the service already
 * has it. A text of the service is written over only when this one goes back to it.
 */
import { isBlank as isBlankText } from "../../foundation/blank-text.js";
import type { MessageExtras } from "../view/session-view.js";
import { isSameExtras, noExtras } from "./draft-extras.js";

/** What is written, and what goes along with it. */
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

/** Immutable; where nothing changed, the same state. */
export interface DraftState extends DraftContent {
  /** The version that this goes back to; null until the service was asked, and where there is no service. */
  readonly base: DraftVersion | null;
  /** What is on its way to the service. */
  readonly saving: DraftContent | null;
  /** Texts of saves from `base` whose outcome nobody knows: found on the service, they are ours. */
  readonly doubtful: readonly string[];
  /** What another window wrote meanwhile; the person chooses between it and `text`. */
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

/** More tries than this in a row are not remembered one by one. */
const mostDoubtful = 8;

export function typeDraft(state: DraftState, text: string): DraftState {
  return text === state.text ? state : { ...state, text };
}

export function setExtras(state: DraftState, extras: MessageExtras): DraftState {
  return isSameExtras(extras, state.extras) ? state : { ...state, extras };
}

/** Nothing is written, and nothing but settings would go along. */
export function isBlank({ text, extras }: DraftContent): boolean {
  return isBlankText(text) && !extras.resources?.length && !extras.annotations?.length;
}

/** Whether the service should be told: something differs, nothing is under way, and nobody has to choose first. */
export function needsSave({ text, extras, base, saving, conflict }: DraftState): boolean {
  if (base === null || conflict !== null || saving !== null) return false;
  return text !== base.text || !isSameExtras(extras, base.extras);
}

export function beginSave(state: DraftState): DraftState {
  const { text, extras } = state;
  return { ...state, saving: { text, extras } };
}

/** The service took the save, whatever it made of its extras; what was typed meanwhile waits for the next one. */
export function draftSaved(state: DraftState, version: DraftVersion): DraftState {
  return { ...state, base: { ...version, extras: state.saving?.extras }, saving: null, doubtful: [] };
}

/** The save did not get through. Where it may have arrived all the same, its text is remembered as ours. */
export function saveFailed(state: DraftState, outcomeUnknown: boolean): DraftState {
  if (state.saving === null) return state;
  const doubtful = outcomeUnknown ? [...state.doubtful, state.saving.text].slice(-mostDoubtful) : state.doubtful;
  return { ...state, saving: null, doubtful };
}

/** What the service has now. While a save is under way its own answer tells more, so this is let go. */
export function receiveDraft(state: DraftState, theirs: DraftVersion): DraftState {
  const { text, base, saving } = state;
  if (saving !== null || (base && theirs.revision <= base.revision)) return state;
  const onTheirs: DraftState = { ...state, base: theirs, doubtful: [], conflict: null };
  const before = base?.text ?? "";
  if (isOurs(state, theirs) || theirs.text === text || theirs.text === before) {
    // What was not touched here follows the service.
    return isSameExtras(state.extras, base?.extras) ? { ...onTheirs, extras: contentOf(theirs).extras } : onTheirs;
  }
  if (text === "" || text === before) return { ...onTheirs, ...contentOf(theirs) };
  // An emptied draft takes nothing from anybody.
  return theirs.text === "" ? onTheirs : { ...state, conflict: theirs };
}

/** Goes on with the text of this window; the next save writes over the other. */
export function keepMine(state: DraftState): DraftState {
  return state.conflict ? { ...state, base: state.conflict, doubtful: [], conflict: null } : state;
}

/** Takes the text of the other window in place of this one's. */
export function takeOther(state: DraftState): DraftState {
  return state.conflict ? { ...keepMine(state), ...contentOf(state.conflict) } : state;
}

function contentOf({ text, extras = noExtras }: DraftVersion): DraftContent {
  return { text, extras };
}

function isOurs({ base, doubtful }: DraftState, theirs: DraftVersion): boolean {
  return base !== null && theirs.revision === base.revision + 1 && doubtful.includes(theirs.text);
}
