import { useRef, type KeyboardEvent, type ReactNode } from "react";
import type { Goal } from "../../hooks/use-goal.js";
import { isEscape } from "../is-escape.js";
import { useStrings } from "../../hooks/use-strings.js";
import { useOwnEscape } from "../use-own-escape.js";

interface ClearQuestionProps {
  readonly onClear: Goal["clear"];
  readonly onLeave: () => void;
}

/** Asks before a goal is cleared. Escape keeps it. */
export function ClearQuestion({ onClear, onLeave }: ClearQuestionProps): ReactNode {
  const strings = useStrings().goal;
  const group = useRef<HTMLFieldSetElement>(null);
  useOwnEscape(group);
  const clear = () => {
    // The banner shows failures.
    void onClear().catch(() => undefined);
    onLeave();
  };
  const leaveByKey = (event: KeyboardEvent) => {
    if (isEscape(event)) onLeave();
  };
  return (
    <fieldset ref={group} className="sv-goal-question">
      <legend className="sv-part">{strings.clearQuestion}</legend>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for it; the harmless choice has the focus */}
      <button type="button" className="sv-button" autoFocus onClick={onLeave} onKeyDown={leaveByKey}>
        {strings.keep}
      </button>
      <button type="button" className="sv-button" data-variant="danger" onClick={clear} onKeyDown={leaveByKey}>
        {strings.clearConfirm}
      </button>
    </fieldset>
  );
}
