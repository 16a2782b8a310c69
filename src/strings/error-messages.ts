/** The sentences of failures that a person reads. */
export interface ErrorMessages {
  readonly wentWrong: string;
  readonly unreachable: string;
  readonly tookTooLong: string;
  readonly signInFirst: string;
  readonly unavailable: string;
  /** In place of a message about keys, quotas or billing, which concerns the operator. */
  readonly agentUnavailable: string;
  readonly creditUsedUp: string;
  /** The end of other sentences, left out beside a button that offers it. */
  readonly tryAgain: string;
  /** Translates any other sentence: the server's, in English, or the host's own. */
  said(sentence: string): string;
}

/** English sentences; errors and rows carry these words, and `sayError` finds the entry by them. */
export const englishErrors: ErrorMessages = {
  wentWrong: "Something went wrong. Try again.",
  unreachable: "We couldn't reach the server. Try again.",
  tookTooLong: "This took too long. Try again.",
  signInFirst: "Sign in first.",
  unavailable: "This isn't available right now.",
  agentUnavailable: "The agent isn't available right now. Try again later.",
  creditUsedUp: "The credit for the agent is used up.",
  tryAgain: "Try again.",
  said: (sentence) => sentence,
};

type NamedError = Exclude<keyof ErrorMessages, "said">;

const names = new Map(
  Object.entries(englishErrors).flatMap(([name, text]) =>
    typeof text === "string" ? [[text, name as NamedError] as const] : [],
  ),
);

/** The catalogue's words for the sentence of an error or a failed turn. */
export function sayError(words: ErrorMessages, sentence: string): string {
  const name = names.get(sentence);
  return name === undefined ? words.said(sentence) : words[name];
}
