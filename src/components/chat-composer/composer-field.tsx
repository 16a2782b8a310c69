import {
  forwardRef,
  useRef,
  type AriaAttributes,
  type ClipboardEvent,
  type KeyboardEvent,
  type SyntheticEvent,
} from "react";
import { roomOf, type ComposerState } from "../../hooks/use-composer.js";
import { joinClasses } from "../class-names.js";
import { directPaste, fieldDirection } from "../field-direction.js";
import { useOwnEscape } from "../use-own-escape.js";
import { isComposing, sendingOf, type PressedKey, type SendKey } from "./send-key.js";
import { SuggestionList } from "./suggestion-list.js";
import { pastedFiles } from "./use-file-drop.js";
import { optionId, useSuggestions, type OpenSuggestions, type SuggestionSet } from "./use-suggestions.js";

interface ComposerFieldProps {
  readonly composer: ComposerState;
  readonly sendKey: SendKey;
  readonly isTouch: boolean;
  readonly isClosed: boolean;
  readonly suggestions: readonly SuggestionSet[] | undefined;
  readonly placeholder: string;
  readonly label: string;
  readonly noteId: string;
  readonly className: string | undefined;
  readonly onReplace: (text: string, caret: number) => void;
  /** Called when files are pasted but none can be attached. */
  readonly onFilesRefused: () => void;
  /** Called when a key has sent the message, or interrupted with it. */
  readonly onSentByKey: (sending: "send" | "steer") => void;
}

const noSets: readonly SuggestionSet[] = [];

/** Most characters that determine the field's height. */
const grownLength = 4000;

/** The field itself: keys that send, interrupt, choose and recall, and files that are pasted. */
export const ComposerField = forwardRef<HTMLTextAreaElement, ComposerFieldProps>(function ComposerField(
  { composer, sendKey, isTouch, isClosed, suggestions = noSets, onReplace, onFilesRefused, onSentByKey, ...props },
  ref,
) {
  const { value } = composer;
  const { open, moveCaret, onKeyDown: chooseByKey } = useSuggestions(value, suggestions, onReplace);
  const box = useRef<HTMLDivElement>(null);
  useOwnEscape(box, open !== null);
  const followCaret = (event: SyntheticEvent<HTMLTextAreaElement>) => {
    if (suggestions.length > 0) moveCaret(event.currentTarget.selectionStart);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Escape is used up for the suggestions before it arrives here.
    const isTaken = event.defaultPrevented && !(open && event.key === "Escape");
    if (isTaken || chooseByKey(event)) return;
    const press = pressOf(event);
    const sending = sendingOf(press, sendKey, isTouch);
    if (sending) {
      event.preventDefault();
      const isSteer = sending === "steer" && composer.isRunning;
      const isSent = isSteer ? composer.steer() : composer.send();
      if (isSent) onSentByKey(isSteer ? "steer" : "send");
    } else if (recallOf(press, event.currentTarget, composer)) event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return directPaste(event);
    event.preventDefault();
    if (composer.attachments?.isEnabled) composer.attachments.addFiles(files);
    else onFilesRefused();
  };
  return (
    <>
      {open && <SuggestionList open={open} />}
      {/* A hidden copy of the text, or of the placeholder, sets the field's height, without measuring in a script. */}
      <div
        ref={box}
        className="sv-composer-grow"
        data-text={`${value.slice(0, grownLength) || (props.placeholder ?? "")}\u200b`}
      >
        <textarea
          ref={ref}
          className={joinClasses("sv-composer-input", props.className)}
          rows={1}
          dir={fieldDirection(value) ?? "auto"}
          value={value}
          readOnly={isClosed}
          placeholder={props.placeholder}
          aria-label={props.label}
          aria-describedby={props.noteId}
          aria-invalid={roomOf(value, composer.maxLength) < 0 || undefined}
          {...listOf(open, suggestions)}
          enterKeyHint={sendKey === "mod-enter" || (sendKey === "auto" && isTouch) ? "enter" : "send"}
          onChange={(event) => {
            followCaret(event);
            composer.setValue(event.target.value);
          }}
          onSelect={followCaret}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
    </>
  );
});

function listOf(open: OpenSuggestions | null, sets: readonly SuggestionSet[]): AriaAttributes {
  if (sets.length === 0) return {};
  if (!open) return { "aria-autocomplete": "list" };
  return {
    "aria-autocomplete": "list",
    "aria-controls": open.listId,
    "aria-activedescendant": optionId(open.listId, open.active),
  };
}

/** Up and down look for earlier messages, where they would not move the caret through a text. */
function recallOf(press: PressedKey, field: HTMLTextAreaElement, { recall }: ComposerState): boolean {
  const hasModifier = press.shiftKey || press.ctrlKey || press.metaKey || press.altKey;
  if (hasModifier || isComposing(press) || field.readOnly) return false;
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart !== selectionEnd) return false;
  if (press.key === "ArrowUp") return !value.slice(0, selectionStart).includes("\n") && recall("older");
  return press.key === "ArrowDown" && !value.slice(selectionEnd).includes("\n") && recall("newer");
}

function pressOf(event: KeyboardEvent): PressedKey {
  const { key, keyCode, shiftKey, ctrlKey, metaKey, altKey } = event;
  return { key, keyCode, shiftKey, ctrlKey, metaKey, altKey, isComposing: event.nativeEvent.isComposing };
}
