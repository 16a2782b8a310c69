import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { BackIcon, MenuIcon } from "./icons.js";
import { useIsWide } from "./is-wide.js";
import { Link } from "./link.js";
import { onPlaceChange } from "./route.js";

interface SideBarProps {
  readonly label: string;
  readonly account: ReactNode;
  readonly children?: ReactNode;
}

/** Makes the page behind the drawer inert, so that Tab and a screen reader stay in the drawer. */
function setBehindInert(drawer: HTMLElement, isInert: boolean): void {
  for (const part of drawer.parentElement?.children ?? []) if (part !== drawer) part.toggleAttribute("inert", isInert);
}

/** Beside the page; on a phone a modal drawer, which the platform's popover opens and closes. */
export function SideBar({ label, account, children }: SideBarProps) {
  const drawer = useRef<HTMLElement>(null);
  const isBeside = useIsWide(56);
  useEffect(() => onPlaceChange(() => drawer.current?.hidePopover()), []);
  useEffect(() => {
    if (isBeside) drawer.current?.hidePopover();
  }, [isBeside]);
  useLayoutEffect(() => {
    const element = drawer.current;
    // Another person's page has a side bar of its own.
    return () => void (element && setBehindInert(element, false));
  }, []);
  return (
    <nav
      id="side-bar"
      className="side-bar"
      popover="auto"
      tabIndex={-1}
      ref={drawer}
      aria-label={label}
      // Before it is closed: the platform then gives the focus back to the button behind it.
      onBeforeToggle={({ currentTarget, newState }) => newState === "closed" && setBehindInert(currentTarget, false)}
      onToggle={({ currentTarget, newState }) => {
        if (newState === "closed") return;
        currentTarget.focus();
        setBehindInert(currentTarget, true);
      }}
    >
      <p className="brand">{product}</p>
      <div className="side-bar-content">{children}</div>
      {account}
    </nav>
  );
}

/** In the side bar of every other page. */
export function ToDesk() {
  return (
    <Link to={{ page: "desk", opened: "" }} className="entry back">
      <BackIcon />
      Back to the desk
    </Link>
  );
}

interface PageHeadProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** Buttons at its end. */
  readonly children?: ReactNode;
}

const product = "Parcel Desk";

/** The page's one `h1`, which names the tab and its entry in the history too, and on a phone the button of the drawer. */
export function PageHead({ title, about, children }: PageHeadProps) {
  // Before the paint: no tab names another page or another person's conversation.
  useLayoutEffect(() => {
    document.title = `${title} · ${product}`;
    return () => void (document.title = product);
  }, [title]);
  return (
    <header className="page-head">
      <button type="button" className="menu-button" popoverTarget="side-bar" aria-label="Menu">
        <MenuIcon />
      </button>
      <div className="page-title">
        <h1 dir="auto">{title}</h1>
        {about !== undefined && <p>{about}</p>}
      </div>
      {children}
    </header>
  );
}
