import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { ignoreRepeatedClicks } from "./ignore-repeated-clicks.js";
import { isEscape } from "./is-escape.js";
import { useOwnEscape } from "./use-own-escape.js";

interface ConfirmQuestionProps {
  readonly question: string;
  readonly confirm: string;
  readonly keep: string;
  readonly onConfirm: () => void;
  /** Called after a choice, whichever it was. */
  readonly onLeave: () => void;
  /** Further facts, above the buttons. */
  readonly children?: ReactNode;
  /** A change brings the question into view again, as later facts make it higher. */
  readonly revision?: unknown;
}

/** Asks before a record is removed, whole in view. Escape keeps it. */
export function ConfirmQuestion(props: ConfirmQuestionProps): ReactNode {
  const { question, confirm, keep, onConfirm, onLeave, children, revision } = props;
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  useOwnEscape(group);
  useBrowserLayoutEffect(() => {
    // The focus brings one button into view. In a box too low for the whole question, the buttons are in view.
    for (const part of [group.current, group.current?.lastElementChild]) {
      part?.scrollIntoView?.({ block: "nearest", behavior: "instant" });
    }
  }, [revision]);
  const leaveByKey = (event: KeyboardEvent) => {
    if (isEscape(event)) onLeave();
  };
  const press = () => {
    onLeave();
    onConfirm();
  };
  return (
    <div
      ref={group}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the padding of a fieldset does not contain its legend
      role="group"
      aria-labelledby={id}
      className="sv-record-question"
      onClickCapture={ignoreRepeatedClicks}
    >
      <p id={id} className="sv-part">
        <bdi className="sv-part">{question}</bdi>
      </p>
      {children}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for it; the harmless choice has the focus */}
      <button type="button" className="sv-button" autoFocus onClick={onLeave} onKeyDown={leaveByKey}>
        {keep}
      </button>
      <button type="button" className="sv-button" data-variant="danger" onClick={press} onKeyDown={leaveByKey}>
        {confirm}
      </button>
    </div>
  );
}
