import { ScheduledTaskList } from "@service/react";
import type { Section } from "./section.js";

export const schedules: Section = {
  id: "schedules",
  title: "Scheduled tasks",
  about: "Have the agent work at the times you choose. What it finds out is in your conversations.",
  Content: ({ onOpen }) => <ScheduledTaskList headingLevel={2} onOpen={onOpen} />,
};
