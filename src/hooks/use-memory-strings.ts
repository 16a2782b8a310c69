import { englishMemory, type MemoryMessages } from "../strings/memory-messages.js";
import { useOptionalServiceContext } from "./service-context.js";

const merged = new WeakMap<object, MemoryMessages>();

/** The words of memories, with those of the provider's `strings.memory` over them. */
export function useMemoryStrings(): MemoryMessages {
  const own = useOptionalServiceContext()?.messages?.memory;
  if (!own) return englishMemory;
  const known = merged.get(own) ?? { ...englishMemory, ...own };
  merged.set(own, known);
  return known;
}
