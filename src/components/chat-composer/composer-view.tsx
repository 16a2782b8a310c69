// budget: one component with its two buttons; the props are documented in place
import {
  forwardRef,
  useId,
  useImperativeHandle,
  useRef,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses, present } from "../class-names.js";
import { Icon } from "../icons.js";
import { QueuePanel } from "../queue-panel/queue-panel.js";
import { Root, type RootProps } from "../root.js";
import type { Composer } from "./composer.js";
import { StopButton } from "./stop-button.js";
import { sendsOn, type SendKey } from "./send-key.js";
import { useComposerText } from "./use-composer-text.js";
import { useForgottenField } from "./use-forgotten-field.js";

/** What a host can do to a composer through its ref. */
export interface ComposerHandle {
  focus(): void;
  readonly element: HTMLElement | null;
}

export interface ComposerViewProps extends RootProps<"defaultValue"> {
  /** What it works on: a session, or anything that sends. */
  readonly composer: Composer;
  /** Makes the text controlled, together with `onValueChange`. */
  readonly value?: string | undefined;
  /** What is written at first. */
  readonly defaultValue?: string | undefined;
  /** Told of every change of the text. */
  readonly onValueChange?: ((value: string) => void) | undefined;
  /** Which key sends. @default "enter" */
  readonly sendKey?: SendKey | undefined;
  /** Nothing can be sent, and why: shown in place of the hint. */
  readonly closedReason?: string | undefined;
  /** Stands in the empty field. @default the catalogue's words */
  readonly placeholder?: string | undefined;
  /** The name of the field for those who do not see the placeholder. @default the catalogue's "Message" */
  readonly label?: string | undefined;
  /** Parts that the host draws itself. */
  readonly components?:
    | {
        /** Stands before the buttons: attachments, a choice of model, … */
        readonly Tools?: ComponentType | undefined;
      }
    | undefined;
  /** Class names for the parts. */
  readonly classNames?: { readonly box?: string; readonly input?: string } | undefined;
}

/** Where a person writes. It can be written in at any time; what is sent while a turn runs waits, in sight. */
export const ComposerView = forwardRef<ComposerHandle, ComposerViewProps>(function ComposerView(
  {
    composer,
    value,
    defaultValue,
    onValueChange,
    sendKey = "enter",
    closedReason,
    placeholder,
    label,
    components = {},
    classNames,
    className,
    ...dom
  },
  ref,
) {
  const strings = useStrings().composer;
  const root = useRef<HTMLElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  useForgottenField(input);
  const hint = useId();
  const { isRunning = false } = composer;
  const isClosed = closedReason !== undefined;
  const field = useComposerText({ value, defaultValue, onValueChange, composer });
  const canSend = !isClosed && field.text.trim() !== "";
  const submit = () => {
    if (canSend) field.submit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!sendsOn({ ...pressOf(event) }, sendKey)) return;
    event.preventDefault();
    submit();
  };
  const focus = () => input.current?.focus();
  useImperativeHandle(ref, () => ({ focus, element: root.current }), []);
  return (
    <Root
      {...dom}
      as="form"
      ref={root}
      className={joinClasses("sv-composer", className)}
      data-running={present(isRunning)}
      data-closed={present(isClosed)}
      data-empty={present(field.text === "")}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {composer.queue && <QueuePanel queue={composer.queue} onRemove={composer.removeQueued} />}
      <div className={joinClasses("sv-composer-box", classNames?.box)}>
        {/* The copy of the text below the field gives it its height, without a script that measures. */}
        <div className="sv-composer-grow" data-text={`${field.text.slice(0, grownLength)}\u200b`}>
          <textarea
            ref={input}
            className={joinClasses("sv-composer-input", classNames?.input)}
            rows={1}
            dir="auto"
            value={field.text}
            readOnly={isClosed}
            placeholder={placeholder ?? strings[isRunning ? "placeholderRunning" : "placeholder"]}
            aria-label={label ?? strings.label}
            aria-describedby={hint}
            enterKeyHint={enterKeyHints[sendKey]}
            onChange={(event) => field.change(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <div className="sv-composer-bar">
          <div className="sv-composer-tools">{components.Tools && <components.Tools />}</div>
          {isRunning && composer.stop && <StopButton onStop={composer.stop} onLeave={focus} />}
          <SendButton label={isRunning ? strings.sendQueued : strings.send} canSend={canSend} />
        </div>
      </div>
      <ComposerNote id={hint} error={field.error} closedReason={closedReason} sendKey={sendKey} />
    </Root>
  );
});

function SendButton({ label, canSend }: { readonly label: string; readonly canSend: boolean }): ReactNode {
  return (
    <button
      type="submit"
      className="sv-round-button"
      data-variant="primary"
      aria-label={label}
      title={label}
      aria-disabled={canSend ? undefined : true}
    >
      <Icon name="send" />
    </button>
  );
}

const enterKeyHints = { enter: "send", "mod-enter": "enter" } as const;

/** The field stops growing long before this (characters). */
const grownLength = 4000;

function pressOf(event: KeyboardEvent): Parameters<typeof sendsOn>[0] {
  const { key, keyCode, shiftKey, ctrlKey, metaKey, altKey } = event;
  return { key, keyCode, shiftKey, ctrlKey, metaKey, altKey, isComposing: event.nativeEvent.isComposing };
}

function ComposerNote(props: {
  readonly id: string;
  readonly error: Error | null;
  readonly closedReason: string | undefined;
  readonly sendKey: SendKey;
}): ReactNode {
  const strings = useStrings().composer;
  const { error, closedReason } = props;
  const said = error
    ? strings.failed(error.message)
    : (closedReason ?? (props.sendKey === "enter" ? strings.hintEnter : strings.hintModEnter));
  return (
    <p
      id={props.id}
      className="sv-composer-note"
      data-failed={present(error !== null)}
      data-closed={present(closedReason !== undefined)}
    >
      {said}
    </p>
  );
}
