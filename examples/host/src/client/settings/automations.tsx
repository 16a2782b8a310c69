import { AutomationList } from "@service/react";
import type { Section } from "./section.js";

export const automations: Section = {
  id: "automations",
  title: "Automations",
  about: "Start conversations when something happens in another system, such as GitHub or Stripe.",
  Content: ({ onOpen }) => <AutomationList headingLevel={2} onOpen={onOpen} />,
};
