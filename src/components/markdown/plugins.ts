import type { ComponentType } from "react";
import type { Highlight } from "../code-block/highlight.js";

/** A host's additions to markdown; none of them is in the default bundle. Create it once, outside of components. */
export interface MarkdownPlugins {
  /** Colours code. Called once for a finished block, never while it grows. */
  readonly highlight?: Highlight | undefined;
  /** Draws fenced blocks itself, by the word after the fence, such as `mermaid`. */
  readonly fences?: Readonly<Record<string, ComponentType<FenceProps>>> | undefined;
  /** Adds syntaxes of one's own, such as `$…$` for formulas. */
  readonly syntax?: readonly MarkdownSyntax[] | undefined;
}

/** Props of `Fence`. */
export interface FenceProps {
  /** The content of the fence. */
  readonly code: string;
  /** Language behind the opening fence; empty when none is given. */
  readonly language: string;
  /** Whether the closing fence is there. */
  readonly isComplete: boolean;
}

/** A host's own inline or block syntax of markdown. */
export interface MarkdownSyntax {
  /** Unique name. */
  readonly name: string;
  /** A block occupies lines of its own and must end at the first blank line at the latest. */
  readonly level: "block" | "inline";
  /** Where the next one may begin, or -1. */
  readonly find: (text: string) => number;
  /** Reads one at the very beginning of the text: its length in characters and its content. */
  readonly read: (text: string) => { readonly length: number; readonly content: string } | undefined;
  readonly component: ComponentType<{ readonly content: string }>;
}
