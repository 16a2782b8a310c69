import { useEffect, useRef, useState } from "react";
import { SessionConversation } from "@service/react";
import type { Route } from "./route.js";
import { apiKeys } from "./settings/api-keys.js";
import { automations } from "./settings/automations.js";
import { integrations } from "./settings/integrations.js";
import { machines } from "./settings/machines.js";
import { schedules } from "./settings/schedules.js";
import type { Section } from "./settings/section.js";

/** In the order of the page; each is a file of its own. */
const sections: readonly Section[] = [schedules, automations, integrations, machines, apiKeys];

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
          <SectionButton
            key={id}
            name={name}
            isCurrent={id === section.id}
            onPress={() => {
              setOpened(null);
              go({ section: id });
            }}
          />
        ))}
      </nav>
      {opened === null ? (
        <main className="setting">
          <h2>{title}</h2>
          <p>{about}</p>
          <div>
            <Content onOpen={setOpened} />
          </div>
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

interface SectionButtonProps {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

function SectionButton({ name, isCurrent, onPress }: SectionButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // On a phone the sections are a row that scrolls.
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [isCurrent]);
  return (
    <button type="button" ref={button} aria-current={isCurrent ? "page" : undefined} onClick={onPress}>
      {name}
    </button>
  );
}
