import { useState, type ReactNode } from "react";
import { SessionConversation } from "@service/react";
import { Link } from "./link.js";
import type { Go, Route } from "./route.js";
import { apiKeys } from "./settings/api-keys.js";
import { automations } from "./settings/automations.js";
import { integrations } from "./settings/integrations.js";
import { machines } from "./settings/machines.js";
import { schedules } from "./settings/schedules.js";
import type { Section } from "./settings/section.js";
import { PageHead, SideBar } from "./side-bar.js";

/** In the order of the page; each is a file of its own. */
const sections: readonly Section[] = [schedules, automations, integrations, machines, apiKeys];

interface SettingsPageProps {
  readonly route: Route;
  readonly go: Go;
  readonly account: ReactNode;
}

export function SettingsPage({ route, account }: SettingsPageProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const section = sections.find(({ id }) => id === route.section) ?? sections[0];
  // A conversation belongs to the section that it was opened from.
  const [openedIn, setOpenedIn] = useState(section?.id);
  if (section === undefined) return null;
  if (openedIn !== section.id) {
    setOpenedIn(section.id);
    setOpened(null);
  }
  const { title, about, Content } = section;
  return (
    <>
      <SideBar label="Settings" account={account}>
        <h2>Settings</h2>
        <ul>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <Link to={{ section: id }} isCurrent={id === section.id} className="entry">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </SideBar>
      {opened === null ? (
        <main id="content" className="setting" tabIndex={-1}>
          <PageHead title={title} about={about} />
          <div>
            <Content onOpen={setOpened} />
          </div>
        </main>
      ) : (
        <main id="content" className="opened" tabIndex={-1}>
          <PageHead title={title}>
            <button type="button" className="button" onClick={() => setOpened(null)}>
              Back to {title.toLowerCase()}
            </button>
          </PageHead>
          <SessionConversation sessionId={opened} />
        </main>
      )}
    </>
  );
}
