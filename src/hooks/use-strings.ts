import { personsWords } from "../foundation/persons-words.js";
import type { Messages, PartialMessages } from "../strings/messages.js";
import { english, mergeMessages } from "../strings/messages.js";
import { sayError } from "../strings/error-messages.js";
import { readersEnglish } from "../strings/readers-english.js";
import { useOptionalServiceContext } from "./service-context.js";

/** Every visible and spoken word, as the provider has it; in English where there is no provider. */
export function useStrings(): Messages {
  const messages = useOptionalServiceContext()?.messages;
  if (!messages) return english;
  const known = merged.get(messages) ?? mergeMessages(messages);
  merged.set(messages, known);
  return known;
}

/** The words for an error, or for its sentence. */
export function useErrorText(): (error: Error | string) => string {
  const { errors } = useStrings();
  return (error) => sayError(errors, typeof error === "string" ? error : personsWords(error));
}

/** The words for an error, or for its sentence, beside a button that tries again: without the request to do so. */
export function useReasonBesideRetry(): (error: Error | string) => string {
  const { tryAgain } = useStrings().errors;
  const errorText = useErrorText();
  return (error) => {
    const text = errorText(error);
    return text.endsWith(` ${tryAgain}`) ? text.slice(0, -tryAgain.length).trimEnd() : text;
  };
}

const merged = new WeakMap<PartialMessages, Messages>();

/**
 * The locale of times and numbers, and the direction. Without the provider's, the locale is the reader's own (undefined);
 * beside English strings it is the English of the reader's region.
 */
export function useLocale(): { readonly locale: string | undefined; readonly dir: "ltr" | "rtl" | undefined } {
  const context = useOptionalServiceContext();
  const isEnglish = useStrings().units.day === english.units.day;
  return { locale: context?.locale ?? (isEnglish ? readersEnglish() : undefined), dir: context?.dir };
}
