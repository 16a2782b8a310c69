import { MemoryPanel } from "@service/react";
import type { Section } from "./section.js";

export const memory: Section = {
  id: "memory",
  title: "Memory",
  about: "What the agent remembers about you. A new conversation uses it if you allow that when you start it.",
  Content: () => <MemoryPanel />,
};
