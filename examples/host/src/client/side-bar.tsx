import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { MenuIcon } from "./icons.js";
import { Link } from "./link.js";
import { onPlaceChange } from "./route.js";

interface SideBarProps {
  readonly label: string;
  readonly account: ReactNode;
  readonly children?: ReactNode;
}

/** Beside the page; on a phone a drawer, which the platform's popover opens, closes and gives the keyboard. */
export function SideBar({ label, account, children }: SideBarProps) {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => onPlaceChange(() => drawer.current?.hidePopover()), []);
  return (
    <nav id="side-bar" className="side-bar" popover="auto" ref={drawer} aria-label={label}>
      <p className="brand">{product}</p>
      <div className="side-bar-content">{children}</div>
      {account}
    </nav>
  );
}

/** In the side bar of every other page. */
export function ToDesk() {
  return (
    <Link to={{ page: "desk", opened: "" }} className="entry">
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
