import type { ComponentType } from "react";
import type { ComposerState } from "../../hooks/use-composer.js";
import type { RootProps } from "../root.js";
import type { SendKey } from "./send-key.js";
import type { SuggestionSet } from "./use-suggestions.js";

export type { Composer } from "../../hooks/use-composer.js";

/** What a host can do to a composer through its ref. */
export interface ComposerHandle {
  focus(): void;
  /** Writes at the caret, in place of what is selected. */
  insertText(text: string): void;
  readonly element: HTMLElement | null;
}

/** What a part of the composer that the host draws is handed. */
export interface ComposerSlotProps {
  /** State of the composer. */
  readonly composer: ComposerState;
  /** Writes at the caret, in place of what is selected, and goes on there. */
  readonly insertText: (text: string) => void;
}

/** A component that a host draws in the composer. */
export type ComposerPart = ComponentType<ComposerSlotProps> | ComponentType;

/** The parts of a composer that a host draws itself. One that throws takes nothing else down. */
export interface ComposerComponents {
  /** Stands above the box. */
  readonly Header?: ComposerPart | undefined;
  /** Stands before the other controls below the text: whatever the host likes. */
  readonly Tools?: ComposerPart | undefined;
  /** A choice of model or mode, by `composer.model` and `composer.setModel`. */
  readonly ModelPicker?: ComposerPart | undefined;
  /** Dictation: hands what it heard to `insertText`. */
  readonly VoiceInput?: ComposerPart | undefined;
  /** Stands below the box, in place of the hint; what went wrong is still told. */
  readonly Footer?: ComposerPart | undefined;
}

export interface ComposerFaceProps extends RootProps<"defaultValue"> {
  /** Which key sends. @default "auto": Enter, but under a finger Enter begins a line */
  readonly sendKey?: SendKey | undefined;
  /** Nothing can be sent, and why: shown in place of the hint. */
  readonly closedReason?: string | undefined;
  /** Stands in the empty field. @default the catalogue's words */
  readonly placeholder?: string | undefined;
  /** The name of the field for those who do not see the placeholder. @default the catalogue's "Message" */
  readonly label?: string | undefined;
  /** What is offered at the caret: commands, names, … */
  readonly suggestions?: readonly SuggestionSet[] | undefined;
  /** Shows the prompts that wait. @default true */
  readonly showQueue?: boolean | undefined;
  /** Parts that the host draws itself. */
  readonly components?: ComposerComponents | undefined;
  /** Class names for the parts. */
  readonly classNames?: { readonly box?: string; readonly input?: string } | undefined;
}
