import { ApiKeys } from "@service/react";
import type { Section } from "./section.js";

export const apiKeys: Section = {
  id: "api-keys",
  title: "API keys",
  about: "Use this workspace from scripts and servers of your own. A key sees everyone's conversations.",
  Content: () => <ApiKeys headingLevel={2} />,
};
