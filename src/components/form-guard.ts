import { createContext, useCallback, useContext, useEffect, useRef, useState, type FormEvent } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { useLatest } from "../hooks/use-latest.js";
import { activeElementOf } from "./mount.js";
import { noteChangedForm } from "./unsaved-changes.js";
import { useAskBeforeUnload } from "./use-ask-before-unload.js";
import type { Saving } from "./use-saving.js";

/** Leaves a form for something else: at once, or once the person agreed to lose what they typed. */
type LeaveFor = (next: () => void) => void;

/** A form of the list makes itself known, until the returned function is called. */
type Register = (own: LeaveFor) => () => void;

/** For the one form that a list has open. */
export const OpenForm = createContext<Register | null>(null);

interface OneForm {
  /** For the `OpenForm` around the list. */
  readonly registerForm: Register;
  /** Opens another form in place of the open one. */
  readonly replaceForm: LeaveFor;
}

/** For a list with one form at a time: another one takes its place without loss of typed words. */
export function useOneForm(): OneForm {
  const openForm = useRef<LeaveFor | null>(null);
  const registerForm = useCallback((own: LeaveFor) => {
    openForm.current = own;
    return () => {
      if (openForm.current === own) openForm.current = null;
    };
  }, []);
  const replaceForm: LeaveFor = (next) => (openForm.current ? openForm.current(next) : next());
  return { registerForm, replaceForm };
}

export interface FormGuard {
  readonly leaveFor: LeaveFor;
  /** Whether the person is asked. */
  readonly isAsking: boolean;
  readonly discard: () => void;
  /** Ends the question; the focus returns to the field that had it. */
  readonly keep: () => void;
  /** For `onChange` of the form. */
  readonly note: (event: FormEvent) => void;
}

/** Keeps the words that a person typed in a form until they are saved, or the person agreed to lose them. */
export function useFormGuard({ form, isSaving, isChanged, noteChange }: Omit<Saving<string>, "faults">): FormGuard {
  const register = useContext(OpenForm);
  const [asked, setAsked] = useState<{ readonly next: () => void } | null>(null);
  const [isNoted, setNoted] = useState(false);
  useAskBeforeUnload(form, isNoted, isChanged);
  const changed = useLatest(isChanged);
  useEffect(() => (isNoted ? noteChangedForm(() => changed.current()) : undefined), [isNoted, changed]);
  const field = useRef<HTMLElement | null>(null);
  const leaveFor: LeaveFor = (next) => {
    const { current } = form;
    // A save cannot be cancelled, and the words of one that is refused are needed again.
    if (current === null || isSaving) return fieldsOf(current)[0]?.focus();
    if (!isChanged()) return next();
    const focused = activeElementOf(current);
    field.current = fieldsOf(current).find((one) => one === focused) ?? null;
    current.querySelector<HTMLElement>(".sv-record-question > button")?.focus();
    setAsked({ next });
  };
  const latest = useLatest(leaveFor);
  useBrowserLayoutEffect(() => register?.((next) => latest.current(next)), [register, latest]);
  const isAsking = asked !== null && !isSaving;
  if (asked !== null && isSaving) setAsked(null);
  return {
    leaveFor,
    isAsking,
    discard: () => asked?.next(),
    keep: () => {
      setAsked(null);
      (field.current ?? fieldsOf(form.current)[0])?.focus();
    },
    note: ({ target }) => {
      if (!(target as Element).matches(texts)) return;
      noteChange();
      setNoted(true);
    },
  };
}

/** Fields with words, dates and numbers; other choices are made again at once. */
const texts = "textarea, input:not([type=checkbox], [type=radio])";

const fieldsOf = (form: HTMLFormElement | null) => [...(form?.querySelectorAll<HTMLElement>(".sv-input") ?? [])];
