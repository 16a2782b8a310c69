import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { joinClasses, present } from "./class-names.js";
import { Icon, type IconName } from "./icons.js";
import { isTab } from "./is-tab.js";
import { isDrawn, listenAround, windowOf } from "./mount.js";
import { placeMenu, showMenu } from "./place-menu.js";
import { useLeaveFocus } from "./use-leave-focus.js";
import { useOwnEscape } from "./use-own-escape.js";

export interface MenuAction {
  readonly label: string;
  readonly icon: IconName;
  /** Marks an action that cannot be undone. */
  readonly tone?: "danger" | undefined;
  /** A further class, for an action that the sheet shows in some places only. */
  readonly className?: string | undefined;
  readonly onPress: () => void;
}

interface MenuProps {
  /** Names the button and the menu. */
  readonly label: string;
  /** The button's tooltip. @default the label */
  readonly title?: string | undefined;
  readonly actions: readonly MenuAction[];
  readonly className?: string | undefined;
  readonly tabIndex?: number | undefined;
  /** Something is on its way: the menu does not open. */
  readonly isBusy?: boolean | undefined;
  /** Moves the focus when the button disappears with it. */
  readonly onLeave?: (() => void) | undefined;
  /** The ref of its button, for a caller that moves the focus to it. */
  readonly button?: RefObject<HTMLButtonElement | null> | undefined;
}

/** Further actions behind one button. Escape, Tab and a press elsewhere close it; nothing listens while it is closed. */
export function Menu(props: MenuProps): ReactNode {
  const { label, title = label, actions, className, tabIndex, isBusy = false } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useLeaveFocus(props.onLeave, props.button);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useOpen(isOpen, button, list, () => setOpen(false));
  useOwnEscape(list, isOpen);
  const leave = () => {
    // Before the menu unmounts, which would drop the focus.
    button.current?.focus();
    setOpen(false);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? "sv-icon-button"}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        title={title}
        aria-disabled={isBusy || undefined}
        data-open={present(isOpen)}
        onClick={isBusy ? undefined : () => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          className="sv-menu"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={(event) => pressIn(event, leave)}
        >
          {actions.map(({ label: text, icon, tone, className: own, onPress }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              className={joinClasses("sv-menu-item sv-bare-button", own)}
              tabIndex={-1}
              data-tone={tone}
              onClick={() => {
                leave();
                onPress();
              }}
            >
              <Icon name={icon} />
              <span className="sv-part">{text}</span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** While it is open: its place, the focus on its first action, and a press elsewhere that closes it. */
function useOpen(
  isOpen: boolean,
  button: { readonly current: HTMLElement | null },
  list: { readonly current: HTMLElement | null },
  close: () => void,
): void {
  useBrowserLayoutEffect(() => {
    const menu = list.current;
    if (!isOpen || !menu || !button.current) return;
    showMenu(menu);
    placeMenu(button.current, menu);
    itemsOf(menu)[0]?.focus({ preventScroll: true });
  }, [isOpen, button, list]);
  useEffect(() => {
    const menu = list.current;
    if (!isOpen || !menu) return;
    const isWithin = (node: Node) => [button.current, list.current].some((element) => element?.contains(node));
    const press = ({ target }: Event) => {
      if (!isWithin(target as Node)) close();
    };
    const move = () => {
      if (button.current && list.current) placeMenu(button.current, list.current);
    };
    const view = windowOf(menu);
    const stopPresses = listenAround(menu, ["pointerdown", "focusin"], press, true);
    const stopScrolls = listenAround(menu, ["scroll"], move, true);
    view.addEventListener("resize", move);
    return () => {
      stopPresses();
      stopScrolls();
      view.removeEventListener("resize", move);
    };
  });
}

const steps: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowDown: (place, count) => (place + 1) % count,
  ArrowUp: (place, count) => (place + count - 1) % count,
  Home: () => 0,
  End: (_place, count) => count - 1,
};

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")].filter(isDrawn);
}

function pressIn(event: KeyboardEvent<HTMLElement>, leave: () => void): void {
  // No key of the menu is one of the list or the conversation around it.
  event.stopPropagation();
  if (isTab(event)) leave();
  if (event.key === "Escape") {
    event.preventDefault();
    leave();
  }
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const items = itemsOf(event.currentTarget);
  items[step(items.indexOf(event.target as HTMLElement), items.length)]?.focus();
}
