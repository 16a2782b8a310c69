import {
  ApprovalCard,
  ComposerView,
  DecisionList,
  QueuePanelView,
  SessionListView,
  type SessionListViewProps,
} from "@service/react";
import { ServiceApiError } from "@service/react/session";
import { useState, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { attachmentsOf, conflictedDraft } from "../../stories/composer-fixtures.js";
import { commands } from "../../stories/composer-parts.js";
import { approval, questions } from "../../stories/fixtures.js";

/** A page with one part at a time, in a state in which it has all its controls. */
declare global {
  interface Window {
    showControls(name: keyof typeof states): void;
    /** All that is seen of them, each as it is called. */
    shownControls(): readonly { readonly name: string; readonly element: HTMLElement }[];
  }
}

const done = async () => undefined;
const idle = { sendMessage: done, stop: done, steer: done, pause: done, resume: done };
const error = new ServiceApiError("Something is written.", { status: 409, code: "DRAFT_NOT_EMPTY" });

function Composer(): ReactNode {
  return <ComposerView composer={idle} attachments={attachmentsOf("ready", "failed")} suggestions={[commands]} />;
}

function RunningComposer(): ReactNode {
  return <ComposerView composer={{ ...idle, isRunning: true, queue, removeQueued: done }} />;
}

function PausedComposer(): ReactNode {
  const [draft] = useState(conflictedDraft);
  return <ComposerView composer={{ ...idle, isPaused: true }} draft={draft} />;
}

/** As in a whole conversation that fills the window. */
function FootComposer(): ReactNode {
  return (
    <div className="sv-root sv-conversation" style={{ height: "100vh" }}>
      <div className="sv-timeline" />
      <div className="sv-conversation-foot">
        <ComposerView composer={idle} />
      </div>
    </div>
  );
}

const smallApproval = { ...approval, arguments: { rooms: 11, total: "€4,100" } };

/** With a decision that waits above the composer. */
function FootApproval(): ReactNode {
  return (
    <div className="sv-root sv-conversation" style={{ height: "100vh" }}>
      <div className="sv-timeline" />
      <div className="sv-conversation-foot">
        <DecisionList decisions={[smallApproval]} onRespond={done} />
        <ComposerView composer={{ ...idle, isRunning: true }} />
      </div>
    </div>
  );
}

function Approval(): ReactNode {
  return <ApprovalCard approval={approval} onApprove={done} onReject={done} />;
}

function Questions(): ReactNode {
  return <DecisionList decisions={[questions]} onRespond={done} />;
}

const queue = ["One", "Two"].map((text) => ({ turnId: text, text }));

function Queue(): ReactNode {
  const verbs = { onRemove: done, onMove: done, onEdit: done, onSendNow: done, onDismiss: done };
  return (
    <QueuePanelView queue={queue} {...verbs} refused={{ target: "One", action: "edit", isConflict: true, error }} />
  );
}

function Sessions(): ReactNode {
  const [search, setSearch] = useState("");
  const [archived, setArchived] = useState(false);
  return (
    <SessionListView
      sessions={["One", "Two"].map(row)}
      selectedId="Two"
      search={search}
      onSearch={setSearch}
      archived={archived}
      onArchived={setArchived}
      onOpen={done}
      onRename={done}
      onArchive={done}
      refused={{ target: "One", action: "archive", isConflict: false, error }}
      onDismiss={done}
      hasMore
      onLoadMore={done}
    />
  );
}

function row(title: string): SessionListViewProps["sessions"][number] {
  const updatedAt = "2026-05-12T09:30:00.000Z";
  const status = "requires_action";
  const record = {
    id: title,
    workspaceId: "w",
    status,
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
    status,
    isArchived: false,
    isPinned: false,
    updatedAt,
    record,
  };
}

const states = {
  FootComposer,
  FootApproval,
  Composer,
  RunningComposer,
  PausedComposer,
  Approval,
  Questions,
  Queue,
  Sessions,
} satisfies Record<string, ComponentType>;
const root = createRoot(document.querySelector("#root") as Element);

window.showControls = (name) => {
  const State = states[name];
  flushSync(() => root.render(<State />));
};

const controls = "button, a[href], input, textarea, select, summary, [role=option], [tabindex='0']";

window.shownControls = () =>
  [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((element) => element.ariaHidden !== "true" && element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ name: `${element.localName} ${element.ariaLabel ?? element.textContent}`, element }));
