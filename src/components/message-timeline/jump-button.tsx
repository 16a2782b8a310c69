import type { ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";
import { hasFocus } from "../mount.js";

/** Scrolls to the newest line, and shows how many messages are new. A press of the pointer keeps the focus. */
export function JumpButton(props: {
  readonly newCount: number;
  /** @param hadFocus whether the button, which is about to go, has the focus */
  readonly onJump: (hadFocus: boolean) => void;
}): ReactNode {
  const strings = useStrings().timeline;
  return (
    <button
      type="button"
      className="sv-jump sv-bare-button"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => props.onJump(hasFocus(currentTarget))}
    >
      <Icon name="down" />
      <span className="sv-part">{strings.jumpToLatest}</span>
      {props.newCount > 0 && <bdi className="sv-jump-count">{strings.newBelow(props.newCount)}</bdi>}
    </button>
  );
}
