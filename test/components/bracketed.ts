import { english, type Messages } from "../../src/strings/messages.js";

const bracket = (entry: unknown): unknown =>
  typeof entry === "function"
    ? (...values: unknown[]) => `⟦${(entry as (...given: unknown[]) => string)(...values)}⟧`
    : `⟦${String(entry)}⟧`;

/** A catalogue in which every word of ours is between brackets, so that a word from elsewhere shows. */
export const bracketed = Object.fromEntries(
  Object.entries(english).map(([area, words]) => [
    area,
    Object.fromEntries(Object.entries(words as object).map(([name, entry]) => [name, bracket(entry)])),
  ]),
) as unknown as Messages;
