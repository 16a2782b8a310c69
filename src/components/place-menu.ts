import { styleOf } from "./mount.js";

/** Between a button and its menu, and between the menu and the window's edge (px). */
const gap = 4;

/** Shows a menu in the top layer, where no scroll container clips it. A browser without popovers shows it in place. */
export function showMenu(menu: HTMLElement): void {
  if (!("showPopover" in menu)) return;
  menu.popover = "manual";
  menu.showPopover();
}

/**
 * Puts open suggestions above their box and as wide, or below where there is more room. The end of the list stays in
 * place while the number of its items changes.
 */
export function placeSuggestions(box: HTMLElement, list: HTMLElement): void {
  // In a browser without popovers the style sheet has the place.
  if (!list.popover) return;
  const at = box.getBoundingClientRect();
  const { clientHeight } = box.ownerDocument.documentElement;
  const roomBelow = clientHeight - at.bottom;
  const isBelow = at.top < list.offsetHeight + 2 * gap && roomBelow > at.top;
  const room = Math.max(at.top, roomBelow) - 2 * gap;
  list.style.left = `${at.left}px`;
  list.style.width = `${at.width}px`;
  list.style.maxHeight = `min(16rem, ${room}px)`;
  list.style.top = isBelow ? `${at.bottom + gap}px` : "auto";
  list.style.bottom = isBelow ? "auto" : `${clientHeight - at.top + gap}px`;
}

/** Puts an open menu below its button, above where there is no room below, and within the window. */
export function placeMenu(button: HTMLElement, menu: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const { clientWidth, clientHeight } = button.ownerDocument.documentElement;
  const isRtl = styleOf(button).direction === "rtl";
  const below = at.bottom + gap;
  const above = at.top - gap - height;
  const left = isRtl ? at.left : at.right - width;
  menu.style.top = `${below + height > clientHeight && above >= gap ? above : below}px`;
  menu.style.left = `${Math.max(gap, Math.min(left, clientWidth - width - gap))}px`;
}
