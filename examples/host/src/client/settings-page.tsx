import { useState, type ReactNode } from "react";
import { ScheduledTaskList, SessionConversation } from "@service/react";
import type { Route } from "./route.js";

interface Section {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly Content: (props: { readonly onOpen: (sessionId: string) => void }) => ReactNode;
}

/** One row a section; a section is a component of the kit under the product's own heading. */
const sections: readonly Section[] = [
  {
    id: "schedules",
    title: "Scheduled tasks",
    about: "Have the agent work at the times you choose. What it finds out is in your conversations.",
    Content: ({ onOpen }) => <ScheduledTaskList onOpen={onOpen} />,
  },
];

interface SettingsPageProps {
  readonly route: Route;
  readonly go: (change: Partial<Route>) => void;
}

export function SettingsPage({ route, go }: SettingsPageProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const section = sections.find(({ id }) => id === route.section) ?? sections[0];
  if (section === undefined) return null;
  const { title, about, Content } = section;
  return (
    <div className="settings">
      <nav aria-label="Settings">
        <h1>Settings</h1>
        {sections.map(({ id, title: name }) => (
          <button
            key={id}
            type="button"
            aria-current={id === section.id ? "page" : undefined}
            onClick={() => {
              setOpened(null);
              go({ section: id });
            }}
          >
            {name}
          </button>
        ))}
      </nav>
      {opened === null ? (
        <main className="setting">
          <h2>{title}</h2>
          <p>{about}</p>
          <Content onOpen={setOpened} />
        </main>
      ) : (
        <main className="opened">
          <button type="button" onClick={() => setOpened(null)}>
            Back to {title.toLowerCase()}
          </button>
          <SessionConversation sessionId={opened} />
        </main>
      )}
    </div>
  );
}
