import { callHost } from "../../foundation/call-host.js";
import { useCallback, useEffect, useRef, type FocusEvent as ReactFocusEvent, type RefObject } from "react";
import { activeElementOf, isElement, isFocusFree, isUnfocused, listenAround } from "../mount.js";
import { isOpen, type Decision } from "./decision-types.js";

/**
 * Moves the focus after the reader decided: to the next open decision, else the host is notified. A decision that
 * settles by itself moves no focus, as the reader may be typing there. Only a removed control passes the focus to its
 * card's title. The composer stays in sight while a person types there.
 *
 * @returns a function to call when the reader decides a decision, with its id
 */
export function useDecisionFocus(
  list: RefObject<HTMLElement | null>,
  shown: readonly Decision[],
  onAllDecided: (() => void) | undefined,
): (id: string) => void {
  const focused = useRef<string | null>(null);
  const acted = useRef<string | null>(null);
  /** The list, also after its last decision removed it. */
  const place = useRef<HTMLElement | null>(null);
  const isShown = shown.length > 0;
  useEffect(() => {
    const element = list.current;
    if (!isShown || !element) return;
    place.current = element;
    const enter = ({ target }: FocusEvent) => {
      focused.current = decisionAt(list.current, target);
      acted.current = null;
    };
    const leave = ({ target }: FocusEvent) => {
      // The reader moved the focus; the removal of an element is not a move.
      queueMicrotask(() => {
        const isLeft = isElement(target) && target.isConnected && target !== activeElementOf(target);
        if (isLeft && isUnfocused(target)) focused.current = null;
      });
    };
    focused.current ??= decisionAt(element, activeElementOf(element));
    return listenAround(element, ["focusin", "focusout"], (event) =>
      (event.type === "focusin" ? enter : leave)(event as FocusEvent),
    );
  }, [list, isShown]);
  const openIds = shown.filter(({ state }) => isOpen(state)).map(({ id }) => id);
  const key = JSON.stringify([openIds, shown.map(({ id }) => id)]);
  useEffect(() => keepFieldInSight(list.current), [list, key]);
  useEffect(() => {
    const had = acted.current ?? givenAt(shown, focused.current);
    const isNowhere = place.current !== null && isFocusFree(place.current);
    const isFree = isNowhere || decisionAt(list.current, list.current && activeElementOf(list.current)) === had;
    if (had !== null && !openIds.includes(had)) {
      acted.current = null;
      const hadFocus = focused.current === had && isFree;
      focused.current = null;
      if (!hadFocus) return;
      const [next] = openIds;
      if (next === undefined || !focusTitle(list.current, next)) callHost(onAllDecided);
    } else if (focused.current !== null && isNowhere) {
      focusTitle(list.current, focused.current);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the decisions moves the focus
  }, [key]);
  return useCallback((id) => {
    acted.current = id;
  }, []);
}

/** The focused decision if its answer is on its way: it was given here, though not through this list. */
function givenAt(shown: readonly Decision[], focused: string | null): string | null {
  const name = shown.find(({ id }) => id === focused)?.state.name;
  return name === "submitting" || name === "accepted" ? focused : null;
}

/** In a low window a new card above the composer moves the field away under the typing person. */
function keepFieldInSight(list: HTMLElement | null): void {
  const foot = list?.closest(".sv-conversation-foot, .sv-chat-composer");
  const focused = list && activeElementOf(list);
  if (!focused || !foot?.contains(focused) || list?.contains(focused)) return;
  (focused.closest(".sv-composer-box") ?? focused).scrollIntoView?.({ block: "nearest" });
}

/** Brings a card whole into sight when a key brought the focus to one of its buttons: nothing is decided unread. */
export function showWhole({ target, currentTarget }: ReactFocusEvent<HTMLElement>): void {
  // A press of the pointer must not move the control under it.
  if ((target as Element).matches("button:focus-visible")) currentTarget.scrollIntoView?.({ block: "nearest" });
}

function decisionAt(list: HTMLElement | null, target: EventTarget | null): string | null {
  if (!isElement(target) || !list?.contains(target)) return null;
  return target.closest<HTMLElement>("[data-decision]")?.dataset["decision"] ?? null;
}

function focusTitle(list: HTMLElement | null, id: string): boolean {
  const items = [...(list?.querySelectorAll<HTMLElement>("[data-decision]") ?? [])];
  const title = items.find((item) => item.dataset["decision"] === id)?.querySelector<HTMLElement>(".sv-decision-title");
  title?.focus();
  return title !== undefined && title !== null;
}
