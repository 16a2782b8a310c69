"use client";
/** Everything a React app needs: the hooks, the connected components, and the views they are made of. */
// budget: one line a name, and every name of the package in one place.
export { ServiceProvider } from "./hooks/service-provider.js";
export type { ServiceProviderProps } from "./hooks/service-provider.js";
export type { HeadersAsk, HeadersSource } from "./foundation/headers.js";
export { visibleText } from "./foundation/visible-text.js";
export type { ConnectionState } from "./foundation/connection.js";
export type { Identity } from "./identity/identity.js";
export type { SessionStatus } from "./wire/protocol/session.js";
export type * from "./hooks/record-types.js";
export type * from "./hooks/session-view.js";
export { useApprovals } from "./hooks/use-approvals.js";
export type { Approvals } from "./hooks/use-approvals.js";
export { useAttachments } from "./hooks/use-attachments.js";
export type {
  Attachment,
  AttachmentLimits,
  AttachmentProblem,
  AttachmentsState,
  AttachmentStatus,
  Upload,
  UploadRequest,
  UseAttachmentsOptions,
} from "./hooks/use-attachments.js";
export { FilesOfSession, useFileAddress } from "./hooks/file-address.js";
export { useChat } from "./hooks/use-chat.js";
export type { Chat, UseChat, UseChatOptions } from "./hooks/use-chat.js";
export { useComposer } from "./hooks/use-composer.js";
export type {
  Composer,
  ComposerAction,
  ComposerState,
  DraftConflict,
  DraftKeeper,
  ResumeOption,
  SendBlock,
  UseComposerOptions,
} from "./hooks/use-composer.js";
export { useComposerById } from "./hooks/use-composer-by-id.js";
export type { UseComposerByIdOptions } from "./hooks/use-composer-by-id.js";
export { useLocalDraft } from "./hooks/use-draft.js";
export { useSessionDraft } from "./hooks/use-session-draft.js";
export type { SessionDraftOptions } from "./hooks/use-session-draft.js";
export { useIdentity } from "./hooks/use-identity.js";
export { checkAnswers, useQuestions } from "./hooks/use-questions.js";
export type { AnswerFault, Questions } from "./hooks/use-questions.js";
export { useConnection } from "./hooks/use-connection.js";
export type { Connection } from "./hooks/use-connection.js";
export { useSessionEvents } from "./hooks/use-session-events.js";
export type { SessionEvents } from "./hooks/use-session-events.js";
export { useTimeline } from "./hooks/use-timeline.js";
export { useSessionById } from "./hooks/use-session-by-id.js";
export type { SessionById, SessionWindow, UseSessionByIdOptions } from "./hooks/use-session-by-id.js";
export type { WindowVerbs } from "./session/session-types.js";
export { useSession } from "./hooks/use-session.js";
export type { ConversationSession, UseSessionOptions } from "./hooks/use-session.js";
export { badgeAttention, notificationAttention, titleAttention } from "./hooks/attention-adapters.js";
export type {
  AttentionAdapter,
  AttentionChange,
  NotificationAttentionOptions,
  NotificationMaker,
} from "./hooks/attention-adapters.js";
export { useAttention } from "./hooks/use-attention.js";
export type { Attention, UseAttentionOptions } from "./hooks/use-attention.js";
export { useGoal } from "./hooks/use-goal.js";
export type { Goal } from "./hooks/use-goal.js";
export { useAutomationDeliveries } from "./hooks/use-automation-deliveries.js";
export type {
  AutomationDeliveries,
  SourceDelivery,
  UseAutomationDeliveriesOptions,
} from "./hooks/use-automation-deliveries.js";
export { useAutomations } from "./hooks/use-automations.js";
export type { Automations, UseAutomationsOptions } from "./hooks/use-automations.js";
export { useIntegrations } from "./hooks/use-integrations.js";
export type { Integrations, UseIntegrationsOptions } from "./hooks/use-integrations.js";
export { useApiKeys } from "./hooks/use-api-keys.js";
export type { ApiKeys as ApiKeysState, UseApiKeysOptions } from "./hooks/use-api-keys.js";
export { useMemory } from "./hooks/use-memory.js";
export type { PersonMemory, UseMemoryOptions } from "./hooks/use-memory.js";
export { useMachines } from "./hooks/use-machines.js";
export type { Machines, UseMachinesOptions } from "./hooks/use-machines.js";
export type { ApprovedMachine } from "./session/approved-machines.js";
export { useModels } from "./hooks/use-models.js";
export type { Models } from "./hooks/use-models.js";
export { useQueue } from "./hooks/use-queue.js";
export type { Queue } from "./hooks/use-queue.js";
export { useSessionLineage } from "./hooks/use-session-lineage.js";
export type { LineageView } from "./hooks/use-session-lineage.js";
export { useScheduledTasks } from "./hooks/use-scheduled-tasks.js";
export type { ScheduledTasks, UseScheduledTasksOptions } from "./hooks/use-scheduled-tasks.js";
export { useCreateSession } from "./hooks/use-create-session.js";
export type { CreateSession, UseCreateSessionOptions } from "./hooks/use-create-session.js";
export { useSessions } from "./hooks/use-sessions.js";
export type { Sessions, UseSessionsOptions } from "./hooks/use-sessions.js";
export type { SessionHookOptions } from "./hooks/session-query.js";
export type { AttentionEntry, AttentionReason } from "./session/attention.js";
export type { GoalAction } from "./session/goal-actions.js";
export type { QueueAction } from "./session/queue-actions.js";
export type { SessionListAction } from "./session/session-list.js";
export type { SessionRow } from "./session/session-rows.js";
export type { RefusedWrite } from "./session/tracked-writes.js";
export { useLocale, useStrings } from "./hooks/use-strings.js";

export { ChatConversation } from "./components/chat-conversation/chat-conversation.js";
export type { ChatConversationProps } from "./components/chat-conversation/chat-conversation.js";
export type { MissingProps } from "./components/conversation/missing.js";
export type { SessionPlaceProps } from "./components/message-timeline/session-timeline.js";
export type { ScrollOptions } from "./components/message-timeline/scroll/use-scroll.js";
export type { RootProps } from "./components/root.js";
export type { SessionLinkTargets } from "./components/session-link.js";
export type { SourceActions } from "./components/automations/source-buttons.js";
export type { TriggerActions } from "./components/automations/trigger-row.js";
export { SessionConversation } from "./components/session-conversation/session-conversation.js";
export type { SessionConversationProps } from "./components/session-conversation/session-conversation.js";
export type { ConversationComponents, ConversationProps } from "./components/conversation/conversation-frame.js";
export { MessageTimeline } from "./components/message-timeline/message-timeline.js";
export type { MessageTimelineProps } from "./components/message-timeline/message-timeline.js";
export { ChatComposer } from "./components/chat-composer/chat-composer.js";
export type { ChatComposerProps } from "./components/chat-composer/chat-composer.js";

export { hasUnsavedChanges } from "./components/unsaved-changes.js";
export { Announcer, useAnnounce } from "./components/announcer/announcer.js";
export type { Announce, AnnouncerProps } from "./components/announcer/announcer.js";
export type { Announced, Announcement } from "./components/announcer/announcements.js";
export { TimelineView } from "./components/message-timeline/timeline-view.js";
export type { TimelineGroups } from "./components/message-timeline/timeline-groups.js";
export type { TimelineViewProps } from "./components/message-timeline/timeline-view.js";
export type {
  HostActions,
  MarkdownPart,
  RowProps,
  RowTable,
  TimelineActions,
  TimelineComponents,
  ToolPart,
  ToolRendererProps,
} from "./components/message-timeline/timeline-context.js";
export { ComposerView } from "./components/chat-composer/composer-view.js";
export type {
  ComposerComponents,
  ComposerFaceProps,
  ComposerHandle,
  ComposerPart,
  ComposerSlotProps,
} from "./components/chat-composer/composer.js";
export type { ComposerViewProps } from "./components/chat-composer/composer-view.js";
export type { SendKey } from "./components/chat-composer/send-key.js";
export type { Suggestion, SuggestionSet } from "./components/chat-composer/use-suggestions.js";
export { findTrigger } from "./components/chat-composer/trigger.js";
export type { FoundTrigger, Trigger } from "./components/chat-composer/trigger.js";
export { AttachButton } from "./components/attachments/attach-button.js";
export type { AttachButtonProps } from "./components/attachments/attach-button.js";
export { AttachmentTray } from "./components/attachments/attachment-tray.js";
export type { AttachmentTrayProps } from "./components/attachments/attachment-tray.js";
export { MessageAttachments } from "./components/attachments/message-attachments.js";
export type { MessageAttachmentsProps } from "./components/attachments/message-attachments.js";
export { DecisionList } from "./components/decisions/decision-list.js";
export type { DecisionComponents, DecisionListProps } from "./components/decisions/decision-list.js";
export type { Position, SubmitAnswers } from "./components/decisions/decision-types.js";
export { ApprovalCard } from "./components/decisions/approval-card.js";
export type { ApprovalCardProps } from "./components/decisions/approval-card.js";
export { QuestionForm } from "./components/decisions/question-form.js";
export type { QuestionFormProps } from "./components/decisions/question-form.js";
export { ToolCall } from "./components/tool-call/tool-call.js";
export type { ToolCallProps, ToolCallState } from "./components/tool-call/tool-call.js";
export { Markdown } from "./components/markdown/markdown.js";
export type { MarkdownProps } from "./components/markdown/markdown.js";
export type { FenceProps, MarkdownPlugins, MarkdownSyntax } from "./components/markdown/plugins.js";
export { CodeBlock } from "./components/code-block/code-block.js";
export type { CodeBlockProps } from "./components/code-block/code-block.js";
export type { CodePiece, Highlight } from "./components/code-block/highlight.js";
export { CopyButton } from "./components/copy-button/copy-button.js";
export type { CopyButtonProps } from "./components/copy-button/copy-button.js";
export { ConnectionStatus } from "./components/connection-status/connection-status.js";
export type { ConnectionStatusProps } from "./components/connection-status/connection-status.js";
export { GoalBanner } from "./components/goal-banner/goal-banner.js";
export type { GoalBannerProps } from "./components/goal-banner/goal-banner.js";
export { GoalBannerView } from "./components/goal-banner/goal-banner-view.js";
export type { GoalBannerViewProps } from "./components/goal-banner/goal-banner-view.js";
export type { ShownGoal } from "./components/goal-banner/shown-goal.js";
export { ScheduledTaskForm } from "./components/scheduled-tasks/scheduled-task-form.js";
export type { ScheduledTaskFormProps } from "./components/scheduled-tasks/scheduled-task-form.js";
export { ScheduledTaskFormView } from "./components/scheduled-tasks/scheduled-task-form-view.js";
export type { ScheduledTaskFormViewProps } from "./components/scheduled-tasks/scheduled-task-form-view.js";
export { ScheduledTaskList } from "./components/scheduled-tasks/scheduled-task-list.js";
export type { ScheduledTaskListProps } from "./components/scheduled-tasks/scheduled-task-list.js";
export { ScheduledTaskListView } from "./components/scheduled-tasks/scheduled-task-list-view.js";
export type { ScheduledTaskListViewProps } from "./components/scheduled-tasks/scheduled-task-list-view.js";
export { AutomationList } from "./components/automations/automation-list.js";
export type { AutomationListProps } from "./components/automations/automation-list.js";
export { AutomationListView } from "./components/automations/automation-list-view.js";
export type { AutomationListViewProps } from "./components/automations/automation-list-view.js";
export { IntegrationList } from "./components/integrations/integration-list.js";
export type { IntegrationListProps } from "./components/integrations/integration-list.js";
export { IntegrationListView } from "./components/integrations/integration-list-view.js";
export type { IntegrationListViewProps } from "./components/integrations/integration-list-view.js";
export { InstallDialogView } from "./components/integrations/install-dialog-view.js";
export type { InstallDialogViewProps, InstallStep } from "./components/integrations/install-step.js";
export { ApiKeys } from "./components/api-keys/api-keys.js";
export type { ApiKeysProps } from "./components/api-keys/api-keys.js";
export { ApiKeysView } from "./components/api-keys/api-keys-view.js";
export type { ApiKeysViewProps } from "./components/api-keys/api-keys-view.js";
export { MemoryPanel } from "./components/memory/memory-panel.js";
export type { MemoryPanelProps } from "./components/memory/memory-panel.js";
export { MemoryPanelView } from "./components/memory/memory-panel-view.js";
export type { MemoryPanelViewProps } from "./components/memory/memory-panel-view.js";
export { ConnectedMachines } from "./components/machines/connected-machines.js";
export type { ConnectedMachinesProps } from "./components/machines/connected-machines.js";
export { ConnectedMachinesView } from "./components/machines/connected-machines-view.js";
export type { ConnectedMachinesViewProps } from "./components/machines/connected-machines-view.js";
export { MachineApproval } from "./components/machines/machine-approval.js";
export type { MachineApprovalProps } from "./components/machines/machine-approval.js";
export { MachineApprovalView } from "./components/machines/machine-approval-view.js";
export type { ApprovalState, MachineApprovalViewProps } from "./components/machines/machine-approval-view.js";
export { NewSession } from "./components/new-session/new-session.js";
export type { NewSessionProps } from "./components/new-session/new-session.js";
export { SessionList } from "./components/session-list/session-list.js";
export type { SessionListProps } from "./components/session-list/session-list.js";
export { SessionListView } from "./components/session-list/session-list-view.js";
export type { SessionListViewProps } from "./components/session-list/session-list-props.js";
export { QueuePanelView } from "./components/queue-panel/queue-panel-view.js";
export type { QueuePanelViewProps } from "./components/queue-panel/queue-panel-view.js";
export { QueuePanel } from "./components/queue-panel/queue-panel.js";
export type { QueuePanelProps } from "./components/queue-panel/queue-panel.js";
export { EmptyState, ErrorState, LoadingState } from "./components/states/states.js";
export type { EmptyStateProps, ErrorStateProps, LoadingStateProps } from "./components/states/states.js";

export { english, mergeMessages } from "./strings/messages.js";
export { englishSchedules } from "./strings/schedule-messages.js";
export type { ScheduleMessages } from "./strings/schedule-messages.js";
export { englishAutomations } from "./strings/automation-messages.js";
export type { AutomationMessages } from "./strings/automation-messages.js";
export { englishIntegrations } from "./strings/integration-messages.js";
export type { IntegrationMessages } from "./strings/integration-messages.js";
export { englishApiKeys } from "./strings/api-key-messages.js";
export type { ApiKeyMessages } from "./strings/api-key-messages.js";
export { englishMemory } from "./strings/memory-messages.js";
export type { MemoryMessages } from "./strings/memory-messages.js";
export { englishMachines } from "./strings/machine-messages.js";
export type { MachineMessages } from "./strings/machine-messages.js";
export type { ErrorMessages } from "./strings/error-messages.js";
export type { TimelineMessages } from "./strings/timeline-messages.js";
export type { ToolMessages } from "./strings/tool-messages.js";
export type { CompleteMessages, Messages, PanelMessages, PartialMessages } from "./strings/messages.js";
export { isServiceError } from "./foundation/base-error.js";
export { groupKey } from "./timeline/groups.js";
export type { ActivityGroup, SingleGroup, TimelineGroup, TurnGroup } from "./timeline/groups.js";
export type * from "./timeline/items.js";
export type { Denial } from "./wire/protocol/decisions.js";
export type { ChatMessage, ChatPart, ChatQuestionPart, ChatToolPart, ChatToolState } from "./chat/chat-message.js";
export type { ChatStatus, ErrorSubject, WhenBusy } from "./chat/chat-types.js";
export type { ChatFirstPage } from "./wire/protocol/chat-first-page.js";
