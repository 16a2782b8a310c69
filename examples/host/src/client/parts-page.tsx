import type { ReactNode } from "react";
import { ChatComposer, MessageTimeline, SessionList } from "@service/react";
import { PageHead, SideBar, ToDesk } from "./side-bar.js";

interface PartsPageProps {
  readonly conversation: string;
  readonly account: ReactNode;
}

const addressOf = (sessionId: string) => `/parts?conversation=${sessionId}`;
const isId = (text: string) => /^[0-9a-f]{8}-/.test(text);

/** The parts alone, in two corners of a page; they share one controller and one connection. The address names the session. */
export function PartsPage({ conversation: sessionId, account }: PartsPageProps) {
  return (
    <>
      <SideBar label="Parts" account={account}>
        <ToDesk />
      </SideBar>
      <main id="content" className="parts" tabIndex={-1}>
        <PageHead title="Parts" about="The timeline and the composer alone, in two corners of a page" />
        {isId(sessionId) ? (
          <>
            <section aria-label="Transcript corner">
              <MessageTimeline sessionId={sessionId} />
            </section>
            <section aria-label="Composer corner">
              <ChatComposer sessionId={sessionId} />
            </section>
          </>
        ) : (
          <div className="hint">
            <p>Choose a conversation to see its parts.</p>
            <SessionList
              headingLevel={2}
              limit={5}
              hrefOf={addressOf}
              onOpen={(id) => location.assign(addressOf(id))}
            />
          </div>
        )}
      </main>
    </>
  );
}
