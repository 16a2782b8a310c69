import { useState } from "react";
import { SessionConversation } from "@service/react";
import type { Route } from "./route.js";
import { integrations } from "./settings/integrations.js";
import { machines } from "./settings/machines.js";
import { schedules } from "./settings/schedules.js";
import type { Section } from "./settings/section.js";

/** In the order of the page; each is a file of its own. */
const sections: readonly Section[] = [schedules, integrations, machines];

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
