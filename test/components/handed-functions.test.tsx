import { act, render, screen } from "@testing-library/react";
import * as kit from "@service/react";
import type { AllHTMLAttributes, ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { run, task } from "../../stories/schedule-fixtures.js";
import type { ConversationComponents } from "../../src/components/conversation/conversation-frame.js";
import type { ComposerComponents } from "../../src/components/chat-composer/composer-view.js";

/**
 * Derived from the types of the package: each function that a host gives to an exported component. One that is called
 * while rendering or in an effect has a case here or in `contained.test.tsx`. A new prop does not compile without its row.
 */

type Anything = (...given: never[]) => unknown;
type PropsOf<C> = C extends (props: infer P) => unknown ? P : never;
/** Without the attributes of elements: React calls those from events alone. */
type Own<P> = Exclude<keyof P, keyof AllHTMLAttributes<HTMLElement> | "ref">;
type Handed<P> = { [K in Own<P>]-?: Extract<NonNullable<P[K]>, Anything> extends never ? never : K }[Own<P>] & string;
type ComponentName<N> = N extends `${infer First}${string}` ? (First extends Uppercase<First> ? N : never) : never;
type Kit = typeof kit;
type Functions = {
  [N in keyof Kit as ComponentName<N>]: [Handed<PropsOf<Kit[N]>>] extends [never]
    ? never
    : { readonly [K in Handed<PropsOf<Kit[N]>>]: Call };
};
type Table = { readonly [N in keyof Functions as [Functions[N]] extends [never] ? never : N]: Functions[N] };

/** Slots given as `components`. `contained.test.tsx` has a row for each slot of these two types. */
type Bag<P> = P extends { readonly components?: infer B } ? keyof NonNullable<B> : never;
type Slots = { [N in keyof Kit as ComponentName<N>]: Bag<PropsOf<Kit[N]>> };
type UnknownSlots = Exclude<Slots[keyof Slots], keyof ConversationComponents | keyof ComposerComponents>;
const unknownSlots: [UnknownSlots] extends [never] ? readonly [] : UnknownSlots = [];

/**
 * `event`: called from an event, where a fault is reported and nothing unmounts. `elsewhere`: contained, with
 * a case in `contained.test.tsx` or in the component's own tests. Otherwise what to render.
 */
type Call = "event" | "elsewhere" | (() => ReactElement);

const throws = (): never => {
  throw new Error("The host's fault.");
};
const file = { type: "file", fileId: "f", filename: "a.txt", contentType: "text/plain", sizeBytes: 1 };
const updatedAt = "2026-01-01T00:00:00.000Z";
const session = {
  sessionId: "s",
  title: "Invoices",
  status: "idle",
  isArchived: false,
  isPinned: false,
  updatedAt,
} as never;

const table: Table = {
  MemoryPanelView: { onDelete: "event", onDeleteAll: "event", onDismiss: "event", onRetry: "event" },
  ApiKeysView: { onCreate: "event", onDismiss: "event", onDone: "event", onRetry: "event", onRevoke: "event" },
  // Both hand `hrefOf` to the link that the list of tasks draws.
  AutomationList: { hrefOf: "elsewhere", onOpen: "event" },
  AutomationListView: {
    hrefOf: "elsewhere",
    onAdd: "event",
    onAddTrigger: "event",
    onChangeSecret: "event",
    onDismiss: "event",
    onDone: "event",
    onEditTrigger: "event",
    onLoadMore: "event",
    onOpen: "event",
    onOwner: "event",
    onPauseSource: "event",
    onPauseTrigger: "event",
    onRemoveSource: "event",
    onRemoveTrigger: "event",
    onResumeSource: "event",
    onResumeTrigger: "event",
    onRetry: "event",
    onShowDeliveries: "event",
    onTest: "event",
  },
  ApprovalCard: { onApprove: "event", onReject: "event", renderArguments: "elsewhere" },
  AttachmentTray: { onLeave: "event" },
  ChatComposer: { onValueChange: "event" },
  ChatConversation: { onMissing: "elsewhere", onNewConversation: "event" },
  CodeBlock: { highlight: () => <kit.CodeBlock code="let a;" language="ts" highlight={throws} /> },
  ComposerView: { onValueChange: "event" },
  ConnectedMachinesView: { onDismiss: "event", onRetry: "event", onRevoke: "event" },
  ConnectionStatus: { onRestored: "event", onRetry: "event" },
  CopyButton: { text: "event" },
  DecisionList: { onAllDecided: "elsewhere", onRespond: "elsewhere" },
  ErrorState: { onDismiss: "event", onRetry: "event" },
  GoalBanner: { onCleared: "event" },
  GoalBannerView: { onClear: "event", onCleared: "event", onDismiss: "event", onEdit: "event", onResume: "event" },
  InstallDialogView: { onBack: "event", onCheck: "event", onCheckAgain: "event", onClose: "event", onInstall: "event" },
  IntegrationListView: {
    onAdd: "event",
    onAddKey: "event",
    onDismiss: "event",
    onPreviewRemoval: "event",
    onRemove: "event",
    onRetry: "event",
  },
  MachineApprovalView: { onAgain: "event", onApprove: "event", onCheck: "event", onCode: "event", onDeny: "event" },
  Markdown: { allowImage: "elsewhere" },
  MessageAttachments: { addressOf: () => <kit.MessageAttachments resources={[file]} addressOf={throws} /> },
  MessageTimeline: { onMemoryClick: "event", onMissing: "elsewhere", onOpenSession: "event", onReconnect: "event" },
  NewSession: { onCreated: "event", onMemoryClick: "event", onOpenSession: "event", onReconnect: "event" },
  QueuePanelView: { onDismiss: "event", onEdit: "event", onMove: "event", onRemove: "event", onSendNow: "event" },
  ScheduledTaskForm: { onCancel: "event", onSaved: "event" },
  ScheduledTaskFormView: { onCancel: "event", onPreview: "event", onSave: "event", onSaved: "event" },
  ScheduledTaskList: { hrefOf: "elsewhere", onOpen: "event" },
  ScheduledTaskListView: {
    hrefOf: () => (
      <kit.ScheduledTaskListView tasks={[task(1, "Report", { lastRun: run(1, "completed") })]} hrefOf={throws} />
    ),
    onAdd: "event",
    onDismiss: "event",
    onEdit: "event",

    onLoadMore: "event",
    onOwner: "event",
    onOpen: "event",
    onRemove: "event",
    onResume: "event",
    onRetry: "event",
    onTrigger: "event",
  },
  ServiceProvider: { fetch: "event", onIdentityChange: "event" },
  SessionConversation: {
    onMemoryClick: "event",
    onMissing: "elsewhere",
    onNewConversation: "event",
    onOpenSession: "event",
    onReconnect: "event",
  },
  SessionList: {
    hrefOf: "elsewhere",
    isListed: "elsewhere",
    isQuiet: "elsewhere",
    onDeleted: "elsewhere",
    onNew: "event",
    onOpen: "event",
  },
  SessionListView: {
    clearRefused: "event",
    hrefOf: () => <kit.SessionListView sessions={[session]} hrefOf={throws} />,
    isListed: () => <kit.SessionListView sessions={[session]} isListed={throws} />,
    isQuiet: () => <kit.SessionListView sessions={[session]} isQuiet={throws} />,
    onArchive: "event",
    onArchived: "event",
    onDelete: "event",
    onDismiss: "event",
    onLoadMore: "event",
    onNew: "event",
    onOpen: "event",
    onRename: "event",
    onRetry: "event",
    onSearch: "event",
    subtasksOf: "elsewhere",
  },
  TimelineView: {
    onAskAgain: "event",
    onDiscard: "event",
    onJumpToLatest: "event",
    onLoadNewer: "event",
    onLoadOlder: "event",
    onMemoryClick: "event",
    onOpenSession: "event",
    onReconnect: "event",
    onRetry: "event",
  },
  ToolCall: { onOpenChange: "event" },
};

beforeEach(() => {
  vi.stubGlobal("reportError", vi.fn());
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rows = Object.entries(table).flatMap(([component, functions]) =>
  Object.entries(functions as Record<string, Call>).flatMap(([name, call]) =>
    typeof call === "function" ? [{ name: `${component}.${name}`, call }] : [],
  ),
);

it.each(rows)("leaves the rest of the page when $name throws", async ({ call }) => {
  render(
    <kit.ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
      <p>The rest of the page</p>
      {call()}
    </kit.ServiceProvider>,
  );
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByText("The rest of the page")).toBeVisible();
});

it("has a row for each slot", () => {
  expect(unknownSlots).toEqual([]);
});
