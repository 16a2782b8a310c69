import { useId, useRef, useState, type ReactNode } from "react";
import type { SessionView } from "../../hooks/session-view.js";
import type { DraftKeeper } from "../../hooks/use-composer.js";
import { useForgetTyped } from "../../hooks/use-draft.js";
import { isBlank } from "../../foundation/blank-text.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useStrings } from "../../hooks/use-strings.js";
import { CopyButton } from "../copy-button/copy-button.js";
import { activeElementOf } from "../mount.js";
import { Root, type RootProps } from "../root.js";
import { fieldDirection } from "../field-direction.js";

type Shown = Pick<SessionView, "isMissing" | "created" | "sessionId" | "live" | "settled">;

/** Words that a person had not sent when the conversation was deleted. */
export interface UnsentMessage {
  /** Empty when there are none. */
  readonly text: string;
  readonly discard: () => void;
}

/**
 * Takes the typed text and the unsent messages of a conversation that was shown here and is deleted elsewhere. They leave
 * the storage with it, and stay in this component alone. Mount it when the conversation is missing.
 *
 * @param getSession null where there is no field to take words from
 */
export function useUnsentMessage(getSession: (() => Shown) | null, draft: DraftKeeper | undefined): UnsentMessage {
  const [{ isOver, sessionId, texts }] = useState(() => takenFrom(getSession?.(), draft));
  const [text, setText] = useState(texts);
  const forget = useForgetTyped();
  useBrowserLayoutEffect(() => {
    if (!isOver) return;
    draft?.clear();
    if (sessionId !== null) forget(sessionId);
  }, [isOver, sessionId, forget, draft]);
  return { text, discard: () => setText("") };
}

function takenFrom(session: Shown | undefined, draft: DraftKeeper | undefined) {
  if (!session?.isMissing || !session.created) return { isOver: false, sessionId: null, texts: "" };
  return { isOver: true, sessionId: session.sessionId, texts: textsOf(session, draft) };
}

function textsOf({ settled, live }: Shown, draft: DraftKeeper | undefined): string {
  const items = [...settled, ...live].flatMap((group) => (group.kind === "item" ? group.item : []));
  const unsent = items.flatMap((item) => (item.kind === "user-message" && item.delivery ? item.text : []));
  const texts = [...unsent, draft?.getState().text ?? ""];
  return texts.filter((text) => !isBlank(text)).join("\n\n");
}

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
  const { states, form } = useStrings();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useBrowserLayoutEffect(() => {
    if (takesFocus()) field.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it takes the place of the field
  }, []);
  return (
    <div className="sv-unsent-message">
      <label className="sv-label" htmlFor={id}>
        {states.unsentMessage}
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
