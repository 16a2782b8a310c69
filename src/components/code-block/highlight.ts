/**
 * Gives the pieces of a code, in order; their texts joined must be the code. A promise is waited for with the plain code in
 * view, and stays unused when it rejects, so that a highlighter may be loaded with its first code. Undefined: not coloured.
 */
export type Highlight = (
  code: string,
  language: string,
) => readonly CodePiece[] | undefined | Promise<readonly CodePiece[] | undefined>;

/** A piece of highlighted code with its class. */
export interface CodePiece {
  readonly text: string;
  /** A word for style sheets, as in `[data-token="keyword"]`. */
  readonly kind?: string | undefined;
}
