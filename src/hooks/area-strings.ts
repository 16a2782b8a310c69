import type { CompleteMessages, Messages } from "../strings/catalogue.js";
import { useOptionalServiceContext } from "./service-context.js";

type Area = Exclude<keyof CompleteMessages, keyof Messages>;

/** A hook for the words of an area that is loaded apart: in English, with the provider's `strings` over them. */
export function createAreaStrings<Name extends Area>(
  area: Name,
  english: CompleteMessages[Name],
): () => CompleteMessages[Name] {
  const merged = new WeakMap<object, CompleteMessages[Name]>();
  return function useAreaStrings() {
    const own = useOptionalServiceContext()?.messages?.[area];
    if (!own) return english;
    const known = merged.get(own) ?? { ...english, ...own };
    merged.set(own, known);
    return known;
  };
}
