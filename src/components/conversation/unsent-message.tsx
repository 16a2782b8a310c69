import { useId, useRef, useState, type ReactNode } from "react";
import type { SessionView } from "../../hooks/session-view.js";
import type { DraftKeeper } from "../../hooks/use-composer.js";
import { useForgetTyped } from "../../hooks/use-draft.js";
import { useKeptValues } from "../../hooks/use-kept-value.js";
import { isBlank } from "../../foundation/blank-text.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useStrings } from "../../hooks/use-strings.js";
import { CopyButton } from "../copy-button/copy-button.js";
import { leftWords } from "../decisions/unsent-words.js";
import { activeElementOf } from "../mount.js";
import { Root, type RootProps } from "../root.js";
import { fieldDirection } from "../field-direction.js";

type Shown = Pick<SessionView, "isMissing" | "created" | "sessionId" | "live" | "settled">;

/** Words that a person had not sent when the conversation was deleted. */
export interface UnsentMessage {
  /** Empty when there are none. */
  readonly text: string;
  /** Whether words for a decision are among them. */
  readonly hasAnswers: boolean;
  readonly discard: () => void;
}

/**
 * Takes the typed text, the words typed for decisions and the unsent messages of a conversation that was shown here and
 * is deleted elsewhere. They leave the storage with it, and stay in this component alone. Mount it when the conversation
 * is missing.
 *
 * @param getSession null where there is no field to take words from
 */
export function useUnsentMessage(getSession: (() => Shown) | null, draft: DraftKeeper | undefined): UnsentMessage {
  const kept = useKeptValues();
  const [{ isOver, sessionId, texts, answers, names }] = useState(() => takenFrom(getSession?.(), draft, kept.read));
  const [text, setText] = useState(texts);
  const forget = useForgetTyped();
  useBrowserLayoutEffect(() => {
    if (!isOver) return;
    draft?.clear();
    names.forEach(kept.forget);
    if (sessionId !== null) forget(sessionId);
  }, [isOver, sessionId, forget, draft, names, kept]);
  return { text, hasAnswers: answers !== "", discard: () => setText("") };
}

const nothing = { isOver: false, sessionId: null, texts: "", answers: "", names: [] };

function takenFrom(session: Shown | undefined, draft: DraftKeeper | undefined, read: (name: string) => unknown) {
  if (!session?.isMissing || !session.created) return nothing;
  const { sessionId } = session;
  const typed = sessionId === null ? { texts: [], names: [] } : leftWords(sessionId, read);
  const answers = joined(typed.texts);
  const texts = joined([...unsentOf(session), answers, draft?.getState().text ?? ""]);
  return { isOver: true, sessionId, texts, answers, names: typed.names };
}

function unsentOf({ settled, live }: Shown): readonly string[] {
  const items = [...settled, ...live].flatMap((group) => (group.kind === "item" ? group.item : []));
  return items.flatMap((item) => (item.kind === "user-message" && item.delivery ? item.text : []));
}

const joined = (texts: readonly string[]) => texts.filter((text) => !isBlank(text)).join("\n\n");

interface NotedRootProps extends RootProps {
  readonly children: ReactNode;
  /** Called with whether this had the focus when it was removed. */
  readonly onGone: (hadFocus: boolean) => void;
}

/** A part that notes whether it had the focus when it was removed. */
export function NotedRoot({ onGone, ...dom }: NotedRootProps): ReactNode {
  const part = useRef<HTMLElement>(null);
  useBrowserLayoutEffect(() => {
    const { current } = part;
    // Asked before it leaves the page, which would take the focus with it.
    return () => onGone(current !== null && current.contains(activeElementOf(current)));
  }, [onGone]);
  return <Root {...dom} ref={part} />;
}

interface UnsentTextProps {
  readonly message: UnsentMessage;
  /** Whether the field that is gone had the focus, which then moves to the words. */
  readonly takesFocus: () => boolean;
}

/** The words, to be copied or discarded. A later key press does no harm in this field. */
export function UnsentText({ message, takesFocus }: UnsentTextProps): ReactNode {
  const { states, decisions, form } = useStrings();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useBrowserLayoutEffect(() => {
    if (takesFocus()) field.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it takes the place of the field
  }, []);
  return (
    <div className="sv-unsent-message">
      <label className="sv-label" htmlFor={id}>
        {message.hasAnswers ? decisions.unsent : states.unsentMessage}
      </label>
      <textarea
        ref={field}
        id={id}
        className="sv-input"
        dir={fieldDirection(message.text)}
        rows={4}
        readOnly
        value={message.text}
      />
      <p className="sv-unsent-buttons">
        <CopyButton variant="text" text={message.text} />
        <button type="button" className="sv-button" onClick={message.discard}>
          {form.discardConfirm}
        </button>
      </p>
    </div>
  );
}
