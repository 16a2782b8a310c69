import type { CompleteMessages } from "../catalogue.js";
import { germanAutomations } from "./automations.js";
import { germanConversation } from "./conversation.js";
import { germanSchedules } from "./schedules.js";
import { germanApiKeys, germanIntegrations, germanMachines } from "./settings.js";

/**
 * Every word of the kit in German, for `messages` of `ServiceProvider` beside `locale="de"`. To replace single words, put
 * your own over an area: `{ ...german, composer: { ...german.composer, send: "Abschicken" } }`.
 */
export const german: CompleteMessages = {
  ...germanConversation,
  schedules: germanSchedules,
  automations: germanAutomations,
  integrations: germanIntegrations,
  machines: germanMachines,
  apiKeys: germanApiKeys,
};
