import { expect, it } from "vitest";
import { englishPanels } from "../../src/strings/english-panels.js";
import { englishApiKeys } from "../../src/strings/api-key-messages.js";
import { englishAutomations } from "../../src/strings/automation-messages.js";
import { englishIntegrations } from "../../src/strings/integration-messages.js";
import { englishMachines } from "../../src/strings/machine-messages.js";
import { englishMemory } from "../../src/strings/memory-messages.js";
import { englishSchedules } from "../../src/strings/schedule-messages.js";

/** Every sentence of the panels; a function is called with a stand-in for each argument. */
function sentencesOf(entry: unknown): readonly string[] {
  if (typeof entry === "string") return [entry];
  if (typeof entry === "function")
    return [...entry.toString().matchAll(/["`]([^"`]{3,})["`]/g)].map(([, text]) => text!);
  return Object.values(entry as object).flatMap(sentencesOf);
}

const panels = {
  englishPanels,
  englishApiKeys,
  englishAutomations,
  englishIntegrations,
  englishMachines,
  englishMemory,
  englishSchedules,
};

it.each(Object.entries(panels))(
  "names what failed in each sentence of %s, and uses no word of the service",
  (_, words) => {
    const sentences = sentencesOf(words);
    expect(sentences.filter((text) => /\bCouldn't (?:add|remove|read|move) (?:it|this)\b/.test(text))).toEqual([]);
    expect(sentences.filter((text) => /\b(?:workers?|sessions?|leases?|outdated)\b/i.test(text))).toEqual([]);
    expect(sentences.filter((text) => text.endsWith("!"))).toEqual([]);
    // The command is typed as it is.
    expect(sentences.filter((text) => /\bmachines?\b/i.test(text) && !text.startsWith("npx "))).toEqual([]);
  },
);

it("marks a deprecated tool with the usual word", () => {
  expect(englishIntegrations.dialog.deprecated).toBe("Deprecated");
});
