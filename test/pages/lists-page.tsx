import {
  ScheduledTaskList,
  ServiceProvider,
  SessionList,
  useAttention,
  useAutomations,
  useScheduledTasks,
  useSessions,
} from "@service/react";
import { useEffect, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** A page with the lists of one person. */
interface ListsPage {
  /** Signs in; null signs out. */
  signIn(user: string | null): void;
  /** Signs out while the lists stay mounted. */
  signOutBelow(): void;
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

const lists = (
  <>
    <Lists />
    <SessionList />
    <ScheduledTaskList />
  </>
);

function show(user: string | null, content: ReactNode): void {
  const identity = user === null ? null : { tenant: "acme", user };
  flushSync(() =>
    root.render(
      <ServiceProvider identity={identity} headers={{ "x-user": user ?? "" }}>
        {content}
      </ServiceProvider>,
    ),
  );
}

window.lists = {
  signIn: (user) => show(user, user !== null && lists),
  signOutBelow: () => show(null, lists),
  refresh() {
    for (const refresh of refreshes) refresh();
  },
};
