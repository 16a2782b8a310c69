import { ScheduledTaskList } from "@service/react";
import type { Section } from "./section.js";

export const schedules: Section = {
  id: "schedules",
  title: "Scheduled tasks",
  about: "The agent works at the times you choose. Its answers appear in your conversations.",
  Content: ({ onOpen }) => <ScheduledTaskList headingLevel={2} onOpen={onOpen} />,
};
