import type { ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import type { ComposerState } from "../../hooks/use-composer.js";
import type { Messages } from "../../strings/messages.js";
import { present } from "../class-names.js";
import { ComposerSlot } from "./composer-slot.js";
import type { ComposerComponents, ComposerSlotProps } from "./composer.js";
import type { SendKey } from "./send-key.js";

interface Note {
  readonly text: string;
  /** It went wrong, or cannot go on as it is. */
  readonly isFault: boolean;
  /** It only tells which keys do what. */
  readonly isHint?: boolean;
}

/** One line below the box: the most pressing thing there is to say, else which key sends. */
export function ComposerNote(props: {
  readonly id: string;
  readonly slot: ComposerSlotProps;
  readonly closedReason: string | undefined;
  readonly sendKey: SendKey;
  readonly Footer: ComposerComponents["Footer"];
}): ReactNode {
  const strings = useStrings().composer;
  const { closedReason, slot } = props;
  const note = noteOf(slot.composer, closedReason, props.sendKey, strings);
  if (note.isHint && props.Footer) return <ComposerSlot part={props.Footer} {...slot} />;
  return (
    <p
      // Another element, so that a fault is said aloud when it comes.
      key={String(note.isFault)}
      id={props.id}
      className="sv-composer-note"
      role={note.isFault ? "alert" : undefined}
      data-failed={present(note.isFault)}
      data-closed={present(closedReason !== undefined)}
      data-hint={present(note.isHint)}
    >
      {note.text}
    </p>
  );
}

/** Room left is told from here on, as a share of the whole. */
const nearlyFull = 0.9;

function noteOf(
  composer: ComposerState,
  closedReason: string | undefined,
  sendKey: SendKey,
  words: Messages["composer"],
): Note {
  const { error, failed, refused, value, maxLength, queue } = composer;
  if (error) return fault(failed === "send" ? words.failed(error.message) : words.actionFailed(error.message));
  if (closedReason !== undefined) return { text: closedReason, isFault: false };
  if (value.length > maxLength) return fault(words.charactersOver(value.length - maxLength));
  if (refused === "uploading") return fault(words.uploading);
  if (refused === "attachments") return fault(words.attachmentFailed);
  if (value.length > maxLength * nearlyFull) return plain(words.charactersLeft(maxLength - value.length));
  if (composer.isOffline) return plain(words.offline);
  if (composer.isRunning && value !== "" && queue.length > 0) return plain(words.ahead(queue.length));
  const hint = sendKey === "mod-enter" ? words.hintModEnter : words.hintEnter;
  return { text: composer.canSteer && sendKey !== "mod-enter" ? words.hintSteer : hint, isFault: false, isHint: true };
}

const fault = (text: string): Note => ({ text, isFault: true });
const plain = (text: string): Note => ({ text, isFault: false });
