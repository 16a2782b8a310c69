import type { ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { roomOf, type ComposerState } from "../../hooks/use-composer.js";
import { personsWords } from "../../foundation/persons-words.js";
import { sayError } from "../../strings/error-messages.js";
import type { Messages } from "../../strings/messages.js";
import { present } from "../class-names.js";
import { Icon } from "../icons.js";
import { ComposerSlot } from "./composer-slot.js";
import type { ComposerComponents, ComposerSlotProps } from "./composer.js";
import { useApple } from "./use-apple.js";
import type { Hint, HintState } from "./use-hint.js";

interface Note {
  readonly text: string;
  /** A failure, or an obstacle to sending that the person has to remove. */
  readonly isFault: boolean;
  /** Answers a press, so it is announced. A fault is announced too. */
  readonly isSpoken?: boolean;
  /** Only a hint about keys. */
  readonly isHint?: boolean;
}

/**
 * One line below the box: the most important message, else which key sends. Without that hint the empty line has no room,
 * except where the box would jump: where the hint was a moment ago, and while offline, where the first typed letter
 * brings a message.
 */
export function ComposerNote(props: {
  readonly id: string;
  readonly slot: ComposerSlotProps;
  readonly closedReason: string | undefined;
  readonly hint: Pick<HintState, "hint" | "keepsRoom">;
  /** Whether files were dropped or pasted where none can be attached. */
  readonly hasRefusedFiles: boolean;
  readonly Footer: ComposerComponents["Footer"];
}): ReactNode {
  const { composer: strings, attachments, errors } = useStrings();
  const { closedReason, slot } = props;
  const isApple = useApple();
  const refusal = props.hasRefusedFiles ? fault(attachments.notTaken) : undefined;
  const note = refusal ??
    noteOf(slot.composer, closedReason, strings, errors) ?? {
      text: hintOf(props.hint.hint, isApple, strings),
      isFault: false,
      isHint: true,
    };
  const isSpoken = note.isFault || note.isSpoken === true;
  const line = (
    <p
      // Another element, so that it is announced when it appears.
      key={String(isSpoken)}
      id={props.id}
      className="sv-composer-note"
      role={isSpoken ? "alert" : undefined}
      data-failed={present(note.isFault)}
      data-closed={present(closedReason !== undefined)}
      data-hint={present(note.isHint)}
      data-retired={present(note.text === "" && !props.hint.keepsRoom && !slot.composer.isOffline)}
    >
      {note.isFault && <Icon name="alert" />}
      <span className="sv-part" dir="auto">
        {note.text}
      </span>
    </p>
  );
  if (!props.Footer) return line;
  const isHint = note.isHint === true;
  return (
    <>
      {!isHint && line}
      <ComposerSlot part={props.Footer} fallback={isHint && line} {...slot} />
    </>
  );
}

/** The remaining room is shown from this share on. */
const nearlyFull = 0.9;

function noteOf(
  composer: ComposerState,
  closedReason: string | undefined,
  words: Messages["composer"],
  errors: Messages["errors"],
): Note | undefined {
  const { error, failed, refused, value, maxLength, sendsAs } = composer;
  if (error) {
    const reason = sayError(errors, personsWords(error));
    return fault(failed === "send" ? words.failed(reason) : words.actionFailed(failed ?? "", reason));
  }
  if (closedReason !== undefined) return { text: closedReason, isFault: false };
  const room = roomOf(value, maxLength);
  if (room < 0) return fault(words.charactersOver(-room));
  const refusal = refused && refusalOf(refused, composer.attachments, words);
  if (refusal) return refusal;
  if (value.length > (value.length + room) * nearlyFull) return plain(words.charactersLeft(room));
  // An empty field needs no promise: another line reports the connection.
  if (value === "") return undefined;
  if (composer.isOffline) return plain(words.offline);
  if (!composer.isRunning || sendsAs !== "send" || composer.queue.length > 0) return undefined;
  return composer.awaitsDecision ? plain(words.afterDecision) : undefined;
}

/** How many messages are sent before the one in the field. Not shown, as the queue is in sight: the box must not jump. */
export function QueuedBefore({ id, composer }: { readonly id: string; readonly composer: ComposerState }): ReactNode {
  const { composer: words } = useStrings();
  const { value, queue, isRunning, sendsAs } = composer;
  if (value === "" || !isRunning || sendsAs !== "send" || queue.length === 0) return null;
  return (
    <span id={id} className="sv-part" hidden>
      {words.ahead(queue.length)}
    </span>
  );
}

function hintOf(hint: Hint | null, isApple: boolean, words: Messages["composer"]): string {
  if (hint === "mod-enter") return words.hintModEnter(isApple);
  if (hint === "steer") return words.hintSteer(isApple);
  return hint === "enter" ? words.hintEnter : "";
}

/** Why it was not sent, where the field itself does not show that. */
function refusalOf(
  refused: NonNullable<ComposerState["refused"]>,
  files: ComposerState["attachments"],
  words: Messages["composer"],
): Note | undefined {
  if (refused === "busy") return fault(words.busy);
  // That ends by itself.
  if (refused === "uploading") return { text: words.uploading, isFault: false, isSpoken: true };
  if (refused !== "attachments") return undefined;
  const unresolved = files?.attachments.filter(({ status }) => status !== "ready" && status !== "cancelled") ?? [];
  const canRetry = unresolved.some(({ status }) => status !== "refused");
  return fault(canRetry ? words.attachmentFailed : words.attachmentsRefused(unresolved.length));
}

const fault = (text: string): Note => ({ text, isFault: true });
const plain = (text: string): Note => ({ text, isFault: false });
