import { MemoryPanel } from "@service/react";
import type { Section } from "./section.js";

export const memory: Section = {
  id: "memory",
  title: "Memory",
  about: "What the agent remembers about you, for conversations where you allow it.",
  Content: () => <MemoryPanel />,
};
