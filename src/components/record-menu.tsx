import type { ReactNode, RefObject } from "react";
import { Menu, type MenuAction } from "./menu.js";

interface RecordMenuProps {
  /** Names the button and the menu, with the record's name. */
  readonly label: string;
  /** The button's tooltip. */
  readonly title: string;
  /** Those that are not offered are false or undefined. */
  readonly actions: readonly (MenuAction | false | undefined)[];
  readonly isBusy: boolean;
  /** The ref of its button, for a question that returns the focus to it. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** The actions on a record, behind one button at the end of its head; nothing where none is offered. */
export function RecordMenu({ label, title, actions, isBusy, button }: RecordMenuProps): ReactNode {
  const offered = actions.filter((action) => action !== undefined && action !== false);
  if (offered.length === 0) return null;
  return (
    <span className="sv-record-menu">
      <Menu {...{ label, title, isBusy, button }} actions={offered} />
    </span>
  );
}

interface RecordHeadProps {
  /** At the end of the first line. */
  readonly menu: ReactNode;
  readonly children: ReactNode;
}

/** The name of a record and its marks, which may take several lines, beside its menu. */
export function RecordHead({ menu, children }: RecordHeadProps): ReactNode {
  return (
    <div className="sv-record-top">
      <div className="sv-record-head">{children}</div>
      {menu}
    </div>
  );
}
