import type * as react from "@service/react";
import { conversationDocs } from "./docs-conversation.js";
import { decisionDocs } from "./docs-decisions.js";
import { panelDocs } from "./docs-panels.js";

/** The text of a component's page, beside its stories, its props and the tokens of its sheet. */
export interface ComponentDoc {
  /** In which case a host takes it, and which neighbour fits otherwise. */
  readonly when: string;
  /** Its elements by class, each with its meaning: the hooks for a host's own CSS. */
  readonly parts: Readonly<Record<`sv-${string}`, string>>;
  /** Keys and their effect; empty for one without a control. */
  readonly keys: readonly (readonly [keys: string, effect: string])[];
  /** Behaviour with a keyboard, a screen reader or large text. */
  readonly accessibility: readonly string[];
}

type Component<Name> = Name extends `use${string}`
  ? never
  : Name extends Capitalize<Name & string>
    ? Name extends `${string}_${string}`
      ? never
      : Name
    : never;

/** Each public component and the page that describes it. The compiler misses a component without a page. */
export const pageOf: Readonly<Record<Component<keyof typeof react>, string>> = {
  Announcer: "Announcer",
  ApiKeys: "ApiKeys",
  ApiKeysView: "ApiKeys",
  MemoryPanel: "MemoryPanel",
  MemoryPanelView: "MemoryPanel",
  ApprovalCard: "ApprovalCard",
  AttachButton: "AttachmentTray",
  AttachmentTray: "AttachmentTray",
  AutomationList: "AutomationList",
  AutomationListView: "AutomationList",
  ChatComposer: "ChatComposer",
  ChatConversation: "ChatConversation",
  CodeBlock: "CodeBlock",
  ComposerView: "ComposerView",
  ConnectedMachines: "ConnectedMachines",
  ConnectedMachinesView: "ConnectedMachines",
  ConnectionStatus: "ConnectionStatus",
  CopyButton: "CopyButton",
  DecisionList: "DecisionList",
  EmptyState: "States",
  ErrorState: "States",
  FilesOfSession: "MessageAttachments",
  GoalBanner: "GoalBanner",
  GoalBannerView: "GoalBanner",
  InstallDialogView: "InstallDialog",
  IntegrationList: "IntegrationList",
  IntegrationListView: "IntegrationList",
  LoadingState: "States",
  MachineApproval: "MachineApproval",
  MachineApprovalView: "MachineApproval",
  Markdown: "Markdown",
  MessageAttachments: "MessageAttachments",
  MessageTimeline: "MessageTimeline",
  NewSession: "NewSession",
  QuestionForm: "QuestionForm",
  QueuePanel: "QueuePanel",
  QueuePanelView: "QueuePanel",
  ScheduledTaskForm: "ScheduledTaskForm",
  ScheduledTaskFormView: "ScheduledTaskForm",
  ScheduledTaskList: "ScheduledTaskList",
  ScheduledTaskListView: "ScheduledTaskList",
  ServiceProvider: "Getting started",
  SessionConversation: "SessionConversation",
  SessionList: "SessionList",
  SessionListView: "SessionList",
  TimelineView: "TimelineView",
  ToolCall: "ToolCall",
};

export const componentDocs: Readonly<Record<string, ComponentDoc>> = {
  ...conversationDocs,
  ...decisionDocs,
  ...panelDocs,
};
