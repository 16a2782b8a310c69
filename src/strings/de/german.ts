// Checked by a native reader: not yet.
import type { CompleteMessages } from "../catalogue.js";
import { germanAutomations } from "./automations.js";
import { germanConversation } from "./conversation.js";
import { germanSchedules } from "./schedules.js";
import { germanApiKeys, germanIntegrations, germanMachines, germanMemory } from "./settings.js";

/**
 * The kit's strings in German, for `strings` of `ServiceProvider` together with `locale="de"`. To replace single
 * strings, add your own to an area: `{ ...german, composer: { ...german.composer, send: "Abschicken" } }`.
 */
export const german: CompleteMessages = {
  ...germanConversation,
  schedules: germanSchedules,
  automations: germanAutomations,
  integrations: germanIntegrations,
  machines: germanMachines,
  apiKeys: germanApiKeys,
  memory: germanMemory,
};
