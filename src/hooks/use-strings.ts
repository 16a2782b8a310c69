import type { Messages, PartialMessages } from "../strings/catalogue.js";
import { english, mergeMessages } from "../strings/messages.js";
import { useOptionalServiceContext } from "./service-context.js";

/** Every visible and spoken word, as the provider has it; in English where there is no provider. */
export function useStrings(): Messages {
  const messages = useOptionalServiceContext()?.messages;
  if (!messages) return english;
  const known = merged.get(messages) ?? mergeMessages(messages);
  merged.set(messages, known);
  return known;
}

const merged = new WeakMap<PartialMessages, Messages>();

/** The locale and direction that the provider was given; undefined = the reader's own. */
export function useLocale(): { readonly locale: string | undefined; readonly dir: "ltr" | "rtl" | undefined } {
  const context = useOptionalServiceContext();
  return { locale: context?.locale, dir: context?.dir };
}
