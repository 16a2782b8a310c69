import { forwardRef, memo, useCallback, useId, useImperativeHandle, useRef, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { ComposerState, DraftKeeper } from "../../hooks/use-composer.js";
import { joinClasses, present } from "../class-names.js";
import { AttachmentTray } from "../attachments/attachment-tray.js";
import { QueuePanelView, type QueuePanelViewProps } from "../queue-panel/queue-panel-view.js";
import { hasFocus } from "../mount.js";
import { Root } from "../root.js";
import { ComposerBar } from "./composer-bar.js";
import { ComposerField } from "./composer-field.js";
import { ComposerNote, QueuedBefore } from "./composer-note.js";
import { ComposerSlot } from "./composer-slot.js";
import type { ComposerFaceProps, ComposerHandle } from "./composer.js";
import { DraftConflictChoice, PauseBar } from "./composer-notices.js";
import { useCaret } from "./use-caret.js";
import { useFileDrop } from "./use-file-drop.js";
import { useRefusedFiles } from "./use-refused-files.js";
import { useForgottenField } from "./use-forgotten-field.js";
import { useHandedFocus } from "./use-handed-focus.js";
import { useHint } from "./use-hint.js";
import { useEarlyText } from "../use-early-input.js";
import { useNarrowPage, useTouch } from "../use-media.js";

interface FaceProps extends ComposerFaceProps {
  readonly composer: ComposerState;
  /** Where the text is kept: the next field with it takes on the focus. */
  readonly draft?: DraftKeeper | undefined;
}

type QueueFold = Pick<QueuePanelViewProps, "isFolded" | "onEmptied">;

/** The words of the empty field. With large text on a phone it is one line, which has room for its name. */
function usePlaceholder(
  { isRunning }: ComposerState,
  { placeholder, label, closedReason }: Pick<FaceProps, "placeholder" | "label" | "closedReason">,
): string {
  const strings = useStrings().composer;
  const isNarrow = useNarrowPage();
  if (closedReason !== undefined) return "";
  if (isNarrow) return label ?? strings.label;
  return placeholder ?? strings[isRunning ? "placeholderRunning" : "placeholder"];
}

/** The composer as it looks. It renders when what it shows changes, not with the session. */
export const ComposerFace = memo(
  forwardRef<ComposerHandle, FaceProps>(function ComposerFace(
    {
      composer,
      draft,
      sendKey = "auto",
      closedReason,
      placeholder,
      label,
      suggestions,
      showQueue = true,
      components = {},
      classNames = {},
      className,
      ...dom
    },
    ref,
  ) {
    const strings = useStrings().composer;
    const shown = usePlaceholder(composer, { placeholder, label, closedReason });
    const root = useRef<HTMLElement>(null);
    const input = useRef<HTMLTextAreaElement>(null);
    const isTouch = useTouch();
    useHandedFocus(input, draft, isTouch);
    useForgottenField(input);
    useEarlyText(input, composer.value, composer.setValue);
    const wasPressed = useRef(false);
    const noteId = useId();
    const focus = useCallback(() => input.current?.focus(), []);
    const { insertText, replaceText } = useCaret(input, composer.setValue);
    const [hasRefusedFiles, refuseFiles] = useRefusedFiles(composer);
    const isDropping = useFileDrop(
      root,
      composer.attachments?.isEnabled ? composer.attachments.addFiles : undefined,
      refuseFiles,
    );
    useImperativeHandle(ref, () => ({ focus, insertText, element: root.current }), [focus, insertText]);
    const slot = { composer, insertText };
    const hint = useHint(composer, sendKey, isTouch);
    return (
      <Root
        {...dom}
        as="form"
        ref={root}
        className={joinClasses("sv-composer", className)}
        data-running={present(composer.isRunning)}
        data-paused={present(composer.isPaused)}
        data-closed={present(closedReason !== undefined)}
        data-empty={present(composer.value === "")}
        data-dropping={present(isDropping)}
        onSubmit={(event) => {
          event.preventDefault();
          composer.send();
          if (wasPressed.current) focus();
          wasPressed.current = false;
        }}
        // A press of the pointer on a button of the bar leaves the focus, and a phone's keyboard, in the field.
        onMouseDown={(event) => {
          const button = (event.target as Element).closest(".sv-composer-bar > button");
          // Under a finger the keyboard stays as it is: up where it was up, and only there.
          wasPressed.current = button !== null && !isTouch;
          if (button && hasFocus(input.current)) event.preventDefault();
          dom.onMouseDown?.(event);
        }}
      >
        <ComposerSlot part={components.Header} {...slot} />
        {showQueue && <Queue composer={composer} isFolded={showQueue === "folded"} onEmptied={focus} />}
        {composer.conflict && <DraftConflictChoice composer={composer} onLeave={focus} />}
        {composer.isPaused && <PauseBar composer={composer} onLeave={focus} />}
        <div className={joinClasses("sv-composer-box", classNames.box)}>
          {composer.attachments && <AttachmentTray attachments={composer.attachments} onLeave={focus} />}
          <ComposerField
            ref={input}
            composer={composer}
            sendKey={sendKey}
            isTouch={isTouch}
            isClosed={closedReason !== undefined}
            suggestions={suggestions}
            placeholder={shown}
            label={label ?? strings.label}
            noteId={`${noteId} ${noteId}-queue`}
            className={classNames.input}
            onReplace={replaceText}
            onFilesRefused={refuseFiles}
            onSentByKey={hint.onSentByKey}
          />
          <ComposerBar slot={slot} components={components} onLeave={focus} />
        </div>
        <ComposerNote
          id={noteId}
          slot={slot}
          closedReason={closedReason}
          hint={hint}
          hasRefusedFiles={hasRefusedFiles}
          Footer={components.Footer}
        />
        <QueuedBefore id={`${noteId}-queue`} composer={composer} />
        {isDropping && <p className="sv-composer-drop">{strings.dropFiles}</p>}
      </Root>
    );
  }),
);

/** Folded while a decision waits: the room is for that, also below a host's own list of decisions. */
function Queue({ composer, isFolded, onEmptied }: Pick<FaceProps, "composer"> & QueueFold): ReactNode {
  const { queue, removeQueued, awaitsDecision } = composer;
  return (
    <QueuePanelView
      queue={queue}
      onRemove={removeQueued}
      isFolded={isFolded === true || awaitsDecision}
      onEmptied={onEmptied}
    />
  );
}
