import { ServiceProvider, useAttention, useAutomations, useScheduledTasks, useSessions } from "@service/react";
import { useEffect, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** A page with the lists of one person. */
interface ListsPage {
  /** Signs in; null signs out. */
  signIn(user: string | null): void;
  /** Reads all lists again. */
  refresh(): void;
}

declare global {
  interface Window {
    lists: ListsPage;
  }
}

let refreshes: readonly (() => void)[] = [];

function Lists(): ReactNode {
  const list = useSessions({ limit: 3 });
  const { entries } = useAttention({ sessions: list.sessions, inView: [] });
  const tasks = useScheduledTasks();
  const automations = useAutomations();
  useEffect(() => {
    refreshes = [list.refresh, tasks.refresh, automations.refresh];
    return () => void (refreshes = []);
  }, [list.refresh, tasks.refresh, automations.refresh]);
  return (
    <ul>
      {list.sessions.map(({ sessionId, firstMessage }) => (
        <li key={sessionId}>{firstMessage}</li>
      ))}
      {entries.map(({ sessionId, title }) => (
        <li key={`waiting ${sessionId}`}>{title}</li>
      ))}
      {tasks.tasks.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}

const root = createRoot(document.querySelector("#root") as Element);

window.lists = {
  signIn(user) {
    const identity = user === null ? null : { tenant: "acme", user };
    flushSync(() =>
      root.render(
        <ServiceProvider identity={identity} headers={{ "x-user": user ?? "" }}>
          {identity && <Lists />}
        </ServiceProvider>,
      ),
    );
  },
  refresh() {
    for (const refresh of refreshes) refresh();
  },
};
