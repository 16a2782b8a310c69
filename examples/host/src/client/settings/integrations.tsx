import { IntegrationList } from "@service/react";
import type { Section } from "./section.js";

export const integrations: Section = {
  id: "integrations",
  title: "Integrations",
  about: "Let the agent use other systems. You see what it can do before you add one.",
  Content: () => <IntegrationList headingLevel={2} anySource />,
};
