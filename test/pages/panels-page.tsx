import {
  ApprovalCard,
  AttachmentTray,
  ComposerView,
  ConnectionStatus,
  GoalBannerView,
  InstallDialogView,
  MemoryPanelView,
  QuestionForm,
  QueuePanelView,
  ScheduledTaskFormView,
  SessionListView,
  TimelineView,
  type Attachment,
  type SessionListViewProps,
} from "@service/react";
import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { preview } from "../../stories/integration-fixtures.js";
import { agent, answered, approval, questions } from "../../stories/fixtures.js";

/** A page with one panel, whose verbs do what a service would, and a field below it that takes the focus when asked. */
interface PanelsPage {
  show(name: keyof typeof panels, dir?: "ltr" | "rtl"): void;
  /** An event without the person: an upload is done, a connection is back. */
  happen(): void;
}

declare global {
  interface Window {
    panels: PanelsPage;
  }
}

function useHappened(): boolean {
  const [happened, setHappened] = useState(false);
  useEffect(() => {
    const hear = () => flushSync(() => setHappened(true));
    addEventListener("happened", hear);
    return () => removeEventListener("happened", hear);
  }, []);
  return happened;
}

const focusField = () => document.querySelector<HTMLElement>("#field")?.focus();
const error = new Error("We couldn't reach the server. Try again.");

type Row = SessionListViewProps["sessions"][number];
function row(title: string): Row {
  const updatedAt = "2026-05-12T09:30:00.000Z";
  const record = {
    id: title,
    workspaceId: "w",
    status: "requires_action",
    title,
    initialMessage: title,
    agentAccess: "session" as const,
    memoryScope: "session" as const,
    endUser: null,
    activeTurnId: null,
    lastSequence: 1,
    createdAt: updatedAt,
    updatedAt,
  };
  return {
    sessionId: title,
    title,
    firstMessage: title,
    status: record.status,
    isArchived: false,
    isPinned: false,
    updatedAt,
    record,
  };
}

function Sessions(): ReactNode {
  const [sessions, setSessions] = useState([row("One"), row("Two"), row("Three")]);
  const [hasMore, setMore] = useState(true);
  const [isRefused, setRefused] = useState(true);
  const [search, setSearch] = useState("");
  return (
    <SessionListView
      style={{ inlineSize: "20rem" }}
      sessions={sessions}
      search={search}
      onSearch={setSearch}
      onArchived={() => undefined}
      onOpen={() => undefined}
      onRename={async () => undefined}
      onArchive={async (id) => setSessions(sessions.filter(({ sessionId }) => sessionId !== id))}
      refused={isRefused ? { target: "One", action: "archive", isConflict: false, error } : null}
      onDismiss={() => setRefused(false)}
      hasMore={hasMore}
      onLoadMore={() => {
        setSessions([...sessions, row("Four"), row("Five")]);
        setMore(false);
      }}
    />
  );
}

function Attachments(): ReactNode {
  const [status, setStatus] = useState<Attachment["status"]>("uploading");
  const isDone = useHappened();
  const file = (name: string, now: Attachment["status"]): Attachment => ({
    id: name,
    name,
    contentType: "text/plain",
    sizeBytes: 1,
    status: now,
    progress: 0.5,
    previewUrl: null,
    resource: null,
    problem: null,
    error: null,
  });
  const attachments = {
    attachments: [file("one.txt", isDone ? "ready" : status), file("two.txt", "ready")],
    limits: { maxSizeBytes: null, maxFiles: 10 },
    remove: () => undefined,
    cancel: () => setStatus("cancelled"),
    retry: () => setStatus("uploading"),
  };
  return <AttachmentTray attachments={attachments} />;
}

function Goal(): ReactNode {
  const [status, setStatus] = useState("active");
  const [isRefused, setRefused] = useState(true);
  return (
    <GoalBannerView
      goal={{ text: "Find it", status, successCriteria: null, evidence: null, pausedReason: null }}
      onPause={async () => setStatus("paused")}
      onResume={async () => setStatus("active")}
      refused={isRefused ? { target: "s", action: "edit", isConflict: true, error } : null}
      onDismiss={() => setRefused(false)}
    />
  );
}

function Queue(): ReactNode {
  const [queue, setQueue] = useState(["One", "Two"].map((text) => ({ turnId: text, text })));
  const [isRefused, setRefused] = useState(true);
  const happened = useHappened();
  return (
    <QueuePanelView
      queue={happened ? [] : queue}
      onMove={async () => setQueue(queue.toReversed())}
      onRemove={async (turnId) => setQueue(queue.filter((prompt) => prompt.turnId !== turnId))}
      refused={isRefused ? { target: "One", action: "remove", isConflict: true, error } : null}
      onDismiss={() => setRefused(false)}
      onEmptied={focusField}
    />
  );
}

function LongQueue(): ReactNode {
  const queue = Array.from({ length: 12 }, (_, index) => ({ turnId: `${index}`, text: `Message ${index}` }));
  const refused = { target: "9", action: "remove" as const, isConflict: true, error };
  return <QueuePanelView queue={queue} refused={useHappened() ? refused : null} onDismiss={() => undefined} />;
}

function Connection(): ReactNode {
  const [next, setNext] = useState<number | null>(() => Date.now() + 3_600_000);
  const isBack = useHappened();
  return (
    <ConnectionStatus
      connection={isBack ? "live" : "reconnecting"}
      nextAttemptAt={next}
      onRetry={() => setNext(null)}
      onRestored={focusField}
    />
  );
}

function Approval(): ReactNode {
  return <ApprovalCard approval={approval} onApprove={() => undefined} onReject={() => undefined} />;
}

function Composer(): ReactNode {
  return <ComposerView composer={{ sendMessage: async () => undefined }} />;
}

/** A question for each kind, as a set of its own. */
function Questions(): ReactNode {
  return questions.request.questions.map((question) => (
    <QuestionForm
      key={question.id}
      question={{ ...questions, request: { ...questions.request, questions: [question] } }}
      onSubmit={() => undefined}
    />
  ));
}

function Answers(): ReactNode {
  return <TimelineView timeline={[answered, agent("Casa do Rio has quiet rooms.")]} />;
}

function Memories(): ReactNode {
  const text = "Writes her reports in English and wants dates as day, month and year.";
  const at = "2026-05-12T09:30:00.000Z";
  const memory = { id: "m1", endUser: null, kind: "fact", text, createdAt: at, updatedAt: at };
  return <MemoryPanelView memories={[memory]} style={{ inlineSize: "20rem" }} />;
}

/** A long form in a panel that scrolls. */
function TaskForm(): ReactNode {
  return (
    <div id="panel" className="sv-tasks" style={{ blockSize: 480, overflow: "auto" }}>
      <ScheduledTaskFormView
        onSave={() => Promise.reject(error)}
        onPreview={async () => []}
        onCancel={() => undefined}
      />
    </div>
  );
}

/** A source with many tools, which could not be added. */
function Install(): ReactNode {
  const done = () => undefined;
  const step = { name: "review", preview, error } as const;
  return (
    <InstallDialogView
      definitions={[]}
      step={step}
      onCheck={done}
      onCheckAgain={done}
      onInstall={done}
      onBack={done}
      onClose={done}
    />
  );
}

const panels = {
  TaskForm,
  Install,
  Sessions,
  Attachments,
  Goal,
  Queue,
  LongQueue,
  Connection,
  Approval,
  Composer,
  Questions,
  Answers,
  Memories,
} satisfies Record<string, ComponentType>;
const root = createRoot(document.querySelector("#root") as Element);

window.panels = {
  show(name, dir = "ltr") {
    document.documentElement.dir = dir;
    const Panel = panels[name];
    flushSync(() =>
      root.render(
        <>
          <Panel />
          <input id="field" aria-label="Message" />
        </>,
      ),
    );
  },
  happen: () => void dispatchEvent(new Event("happened")),
};
