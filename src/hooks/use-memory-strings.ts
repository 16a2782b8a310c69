import { englishMemory } from "../strings/memory-messages.js";
import { createAreaStrings } from "./area-strings.js";

/** The words of memories. */
export const useMemoryStrings = createAreaStrings("memory", englishMemory);
