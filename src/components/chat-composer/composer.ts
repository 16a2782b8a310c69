import type { ComponentType } from "react";
import type { ComposerState } from "../../hooks/use-composer.js";
import type { RootProps } from "../root.js";
import type { SendKey } from "./send-key.js";
import type { SuggestionSet } from "./use-suggestions.js";

export type { Composer } from "../../hooks/use-composer.js";

/** A host's handle on a composer, through its ref. */
export interface ComposerHandle {
  focus(): void;
  /** Inserts at the caret, replacing the selection. */
  insertText(text: string): void;
  readonly element: HTMLElement | null;
}

/** Props of a part of the composer that the host draws. */
export interface ComposerSlotProps {
  /** State of the composer. */
  readonly composer: ComposerState;
  /** Inserts at the caret, replacing the selection, and moves the caret after it. */
  readonly insertText: (text: string) => void;
}

/** A component that a host draws in the composer. */
export type ComposerPart = ComponentType<ComposerSlotProps> | ComponentType;

/** The parts of a composer that a host draws itself. One that throws takes nothing else down. */
export interface ComposerComponents {
  /** Above the box. */
  readonly Header?: ComposerPart | undefined;
  /** Before the other controls below the text. */
  readonly Tools?: ComposerPart | undefined;
  /** A choice of model or mode, by `composer.model` and `composer.setModel`. */
  readonly ModelPicker?: ComposerPart | undefined;
  /** Dictation: hands what it heard to `insertText`. */
  readonly VoiceInput?: ComposerPart | undefined;
  /** Below the box, in place of the hint about keys. A failure is shown above it. */
  readonly Footer?: ComposerPart | undefined;
}

/** Props of a composer's look, for any composer. */
export interface ComposerFaceProps extends RootProps<"defaultValue"> {
  /** The key that sends. @default "auto": Enter; on a touch keyboard, Enter starts a new line */
  readonly sendKey?: SendKey | undefined;
  /** The reason why sending is closed, shown in place of the hint. @default sending is open */
  readonly closedReason?: string | undefined;
  /** Placeholder of the empty field. @default the catalogue's words */
  readonly placeholder?: string | undefined;
  /** The accessible name of the field. @default the catalogue's "Message" */
  readonly label?: string | undefined;
  /** Suggestions at the caret: commands, names, … @default none */
  readonly suggestions?: readonly SuggestionSet[] | undefined;
  /**
   * Whether queued messages are shown; `"folded"`: their number, on a button that opens the list. It is folded anyway while
   * a decision in `pending` of the composer is open. @default true
   */
  readonly showQueue?: boolean | "folded" | undefined;
  /** Custom parts, which replace those of the kit. @default the kit's own */
  readonly components?: ComposerComponents | undefined;
  /** Class names for the parts. @default none */
  readonly classNames?: { readonly box?: string | undefined; readonly input?: string | undefined } | undefined;
}
