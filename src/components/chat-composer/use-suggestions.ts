import { callHost } from "../../foundation/call-host.js";
import { useEffect, useId, useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { isComposing } from "./send-key.js";
import { findTrigger, type FoundTrigger, type Trigger } from "./trigger.js";

/** One thing to choose: a command, a person, a file. */
export interface Suggestion {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  /** Replaces the word, followed by a space. @default the trigger's character and the label */
  readonly insert?: string | undefined;
  /** Runs instead of inserting; the word is removed. */
  readonly onChoose?: (() => void) | undefined;
}

/** Suggestions while the word at the caret begins with a character. Keep it the same object between renders. */
export interface SuggestionSet extends Trigger {
  /** The best first. Called for each letter. */
  readonly items: (query: string) => readonly Suggestion[] | Promise<readonly Suggestion[]>;
  /** Label of the list. @default the catalogue's "Suggestions" */
  readonly label?: string | undefined;
  /** Draws one. @default its label and description */
  readonly renderItem?: ((suggestion: Suggestion) => ReactNode) | undefined;
}

export interface OpenSuggestions {
  readonly listId: string;
  readonly set: SuggestionSet;
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly choose: (suggestion: Suggestion) => void;
}

export interface Suggestions {
  /** Null while there is nothing to choose. */
  readonly open: OpenSuggestions | null;
  readonly moveCaret: (caret: number) => void;
  /** Whether the list took the key. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The list at the caret, worked by keys from the field. */
export function useSuggestions(
  text: string,
  sets: readonly SuggestionSet[],
  replace: (text: string, caret: number) => void,
): Suggestions {
  const listId = useId();
  const [caret, moveCaret] = useState(0);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState({ query: "", index: 0 });
  const found = sets.length === 0 ? null : findTrigger(text, caret, sets);
  const set = found ? sets[found.index] : undefined;
  const items = useItems(set, found?.query ?? "", found?.from);
  const isOpen = found && set && items.length > 0 && dismissed !== found.from;
  if (!found && dismissed !== null) setDismissed(null);
  if (!isOpen) return { open: null, moveCaret, onKeyDown: () => false };

  const active = chosen.query === found.query ? Math.min(chosen.index, items.length - 1) : 0;
  const choose = (suggestion: Suggestion) => {
    const inserted = suggestion.onChoose ? "" : `${suggestion.insert ?? set.character + suggestion.label} `;
    const rest = text.slice(found.to);
    replace(
      text.slice(0, found.from) + inserted + (inserted ? rest.replace(/^ /, "") : rest),
      found.from + inserted.length,
    );
    suggestion.onChoose?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || hasModifier(event)) return false;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) setChosen({ query: found.query, index: (active + step + items.length) % items.length });
    else if (event.key === "Escape") setDismissed(found.from);
    else if ((event.key === "Enter" || event.key === "Tab") && items[active]) choose(items[active]);
    else return false;
    event.preventDefault();
    return true;
  };
  return { open: { listId, set, items, active, choose }, moveCaret, onKeyDown };
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}

const none: readonly Suggestion[] = [];

interface Late {
  readonly of: SuggestionSet;
  readonly from: number | undefined;
  readonly items: readonly Suggestion[];
}

/** Suggestions for a query; the previous ones of the same word, which begins at `from`, until a slow answer arrives. */
function useItems(
  set: SuggestionSet | undefined,
  query: FoundTrigger["query"],
  from: FoundTrigger["from"] | undefined,
): readonly Suggestion[] {
  const given = useMemo(() => callHost(set?.items, query) ?? none, [set, query]);
  const [late, setLate] = useState<Late | null>(null);
  const isStale = late !== null && (late.of !== set || late.from !== from);
  if (isStale) setLate(null);
  useEffect(() => {
    if (!set || !("then" in given)) return;
    let isGone = false;
    const show = (items: readonly Suggestion[]) => {
      if (!isGone) setLate({ of: set, from, items });
    };
    given.then(show, () => show(none));
    return () => {
      isGone = true;
    };
  }, [set, given, from]);
  if (!("then" in given)) return given;
  return late && !isStale ? late.items : none;
}
