import { ChatComposer, MessageTimeline } from "@service/react";

/** The parts alone, in two corners of a page; they share one controller and one connection. The address names the session. */
export function PartsPage({ conversation: sessionId }: { conversation: string }) {
  return (
    <main className="parts">
      <section aria-label="Transcript corner">
        <MessageTimeline sessionId={sessionId} />
      </section>
      <section aria-label="Composer corner">
        <ChatComposer sessionId={sessionId} />
      </section>
    </main>
  );
}
