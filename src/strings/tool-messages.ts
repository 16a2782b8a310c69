/** The words about one tool call. */
export interface ToolMessages {
  readonly running: string;
  readonly waiting: string;
  readonly approved: string;
  readonly complete: string;
  readonly failed: string;
  readonly cancelled: string;
  readonly input: string;
  readonly output: string;
  readonly noInput: string;
  readonly noOutput: string;
  readonly waitingForOutput: string;
  readonly waitingForApproval: string;
  readonly waitingForOthers: string;
  readonly showAll: string;
  readonly showLess: string;
  readonly copyInput: string;
  readonly copyOutput: string;
  readonly truncated: string;
  readonly yes: string;
  readonly no: string;
  readonly nothing: string;
  /** Values without content in the arguments of an approval. */
  readonly empty: { readonly text: string; readonly list: string; readonly object: string };
  /** An argument's text that reads like another value, such as the text "none". */
  quoted(text: string): string;
  readonly terminal: string;
  exitCode(code: number): string;
  readonly changes: string;
  readonly table: string;
  readonly image: string;
  readonly imageBlocked: string;
  /** A tool that the model's provider names by its type, such as `web_search_call`; undefined for any other tool. */
  named(name: string): string | undefined;
}
