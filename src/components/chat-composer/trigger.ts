/** Finds the word at the caret that asks for suggestions: a command at the beginning of a message, a name anywhere. */

export interface Trigger {
  /** One character, such as `/` or `@`. */
  readonly character: string;
  /** `start`: only as the first character of the message. @default "word" */
  readonly at?: "start" | "word" | undefined;
}

/** The text behind a trigger character at the caret. */
export interface FoundTrigger {
  /** Which of the triggers. */
  readonly index: number;
  /** The text between the character and the caret. */
  readonly query: string;
  /** The word that a suggestion replaces, as places in the text. */
  readonly from: number;
  readonly to: number;
}

/** Longest query (characters). */
const longestQuery = 64;

/** Finds the trigger character and the text behind it at the caret; null when there is none. */
export function findTrigger(text: string, caret: number, triggers: readonly Trigger[]): FoundTrigger | null {
  const before = /\S*$/.exec(text.slice(Math.max(0, caret - longestQuery - 1), caret))?.[0] ?? "";
  const from = caret - before.length;
  const index = triggers.findIndex(
    ({ character, at = "word" }) => before.startsWith(character) && (at === "word" || from === 0),
  );
  const trigger = triggers[index];
  if (!trigger || (from > 0 && !/\s/.test(text[from - 1] ?? ""))) return null;
  const after = /^\S*/.exec(text.slice(caret))?.[0] ?? "";
  return { index, query: before.slice(trigger.character.length), from, to: caret + after.length };
}
