import { useEffect, type ReactNode } from "react";
import { SessionConversation, useSessionById } from "@service/react";
import type { Go, Route } from "./route.js";
import { sections, SettingsNav } from "./settings-nav.js";
import { PageHead, SideBar } from "./side-bar.js";

interface SettingsPageProps {
  readonly route: Route;
  readonly go: Go;
  readonly account: ReactNode;
}

export function SettingsPage({ route, go, account }: SettingsPageProps) {
  const section = sections.find(({ id }) => id === route.section) ?? sections[0];
  const id = section?.id ?? "";
  useEffect(() => {
    // The address names the section that is shown, also where it named none or an unknown one.
    if (id !== route.section) go({ section: id }, "replace");
  }, [id, route.section, go]);
  if (section === undefined) return null;
  const { title, about, Content } = section;
  return (
    <>
      <SideBar label="Settings" account={account}>
        <SettingsNav current={section.id} />
      </SideBar>
      {route.opened === "" ? (
        <main id="content" className="setting" tabIndex={-1}>
          <PageHead title={title} about={about} />
          <div>
            <Content onOpen={(opened) => go({ opened })} />
          </div>
        </main>
      ) : (
        <Opened sessionId={route.opened} from={title} onBack={() => go({ opened: "" })} />
      )}
    </>
  );
}

interface OpenedProps {
  readonly sessionId: string;
  /** The page that it was opened from. */
  readonly from: string;
  readonly onBack: () => void;
}

/** A conversation that a page of the settings names, such as the run of a task. */
function Opened({ sessionId, from, onBack }: OpenedProps) {
  // Shared with the conversation below: one stream for both.
  const { title } = useSessionById(sessionId);
  return (
    <main id="content" className="opened" tabIndex={-1}>
      <PageHead title={title ?? from}>
        <button type="button" className="button" onClick={onBack}>
          Back to {from.toLowerCase()}
        </button>
      </PageHead>
      <SessionConversation key={sessionId} sessionId={sessionId} />
    </main>
  );
}
