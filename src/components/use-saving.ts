import { useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import { wentWrong } from "../foundation/persons-words.js";
import { toError } from "../foundation/to-error.js";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { useLatest } from "../hooks/use-latest.js";
import { useErrorText } from "../hooks/use-strings.js";

interface SavingOptions<Input, Saved, Field extends string> {
  /** The input, or the fields that keep it from being one, in the form's order. */
  readonly read: () => Input | { readonly faults: readonly Field[] };
  readonly onSave: (input: Input) => Promise<Saved>;
  /** Not called once the form has gone: the end of a save ends no other form. */
  readonly onSaved?: ((saved: Saved) => void) | undefined;
  /** The field that a refusal names; null when it names none. */
  readonly refusedField: (error: unknown) => Field | null;
}

/** Why a form is not saved. */
export interface SaveFailure {
  readonly reason: string;
  /** Whether it may be saved nevertheless, as after a lost connection. */
  readonly isUnknown: boolean;
}

export interface Saving<Field extends string> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly faults: readonly Field[];
  /** Why it is not saved, where no field is named. */
  readonly failure: SaveFailure | null;
  readonly isSaving: boolean;
  /** Whether its words were changed since it was opened or saved. */
  readonly isChanged: () => boolean;
  readonly noteChange: () => void;
  readonly save: (event: FormEvent | KeyboardEvent) => void;
}

/** Saves a form, or marks the fields that keep it from being saved; the first of them gets the focus. */
export function useSaving<Input extends object, Saved, Field extends string>(
  options: SavingOptions<Input, Saved, Field>,
): Saving<Field> {
  const { read, onSave, onSaved, refusedField } = options;
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<readonly Field[]>([]);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const [isSaving, setSaving] = useState(false);
  const hasChange = useRef(false);
  const saved = useSaved(onSaved);
  const errorText = useErrorText();
  const refuse = (fields: readonly Field[], why: SaveFailure | null) => {
    setSaving(false);
    setFaults(fields);
    setFailure(why);
  };
  // After the draw that marks them.
  useBrowserLayoutEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus(), [faults]);
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const input = read();
    if ("faults" in input) return refuse(input.faults, null);
    setSaving(true);
    setFaults([]);
    setFailure(null);
    started(onSave, input).then(
      (value) => {
        setSaving(false);
        hasChange.current = false;
        saved(value);
      },
      (error: unknown) => {
        const named = refusedField(error);
        if (named !== null) return refuse([named], null);
        const { outcomeUnknown } = (error ?? {}) as { readonly outcomeUnknown?: unknown };
        refuse([], {
          reason: errorText(error == null ? wentWrong : toError(error)),
          isUnknown: outcomeUnknown === true,
        });
      },
    );
  };
  const isChanged = () => hasChange.current;
  const noteChange = () => {
    hasChange.current = true;
  };
  return { form, faults, failure, isSaving, isChanged, noteChange, save };
}

/** A host's function may throw before it returns a promise. */
async function started<Input, Saved>(onSave: (input: Input) => Promise<Saved>, input: Input): Promise<Saved> {
  return onSave(input);
}

/** Returns a function that reports a save after the next draw of its form, so never once that is removed. */
function useSaved<Saved>(onSaved: ((saved: Saved) => void) | undefined): (value: Saved) => void {
  const [saved, setSaved] = useState<{ readonly value: Saved } | null>(null);
  const told = useRef<typeof saved>(null);
  const latest = useLatest(onSaved);
  useBrowserLayoutEffect(() => {
    // A form that was hidden is drawn again with the same save.
    if (saved === null || told.current === saved) return;
    told.current = saved;
    latest.current?.(saved.value);
  }, [saved, latest]);
  return (value) => setSaved({ value });
}
