"use client";
/** The hooks alone, for people who draw their own interface. */
export { ServiceProvider } from "../hooks/service-provider.js";
export type { ServiceProviderProps } from "../hooks/service-provider.js";
export type { HeadersAsk, HeadersSource } from "../foundation/headers.js";
export { visibleText } from "../foundation/visible-text.js";
export type { ConnectionState } from "../foundation/connection.js";
export type { Identity } from "../identity/identity.js";
export type { SessionStatus } from "../wire/protocol/session.js";
export type * from "../hooks/record-types.js";
export type * from "../hooks/session-view.js";
export { useApprovals } from "../hooks/use-approvals.js";
export type { Approvals } from "../hooks/use-approvals.js";
export { useAttachments } from "../hooks/use-attachments.js";
export type {
  Attachment,
  AttachmentLimits,
  AttachmentProblem,
  AttachmentsState,
  AttachmentStatus,
  Upload,
  UploadRequest,
  UseAttachmentsOptions,
} from "../hooks/use-attachments.js";
export { FilesOfSession, useFileAddress } from "../hooks/file-address.js";
export { useChat } from "../hooks/use-chat.js";
export type { Chat, UseChat, UseChatOptions } from "../hooks/use-chat.js";
export { useComposer } from "../hooks/use-composer.js";
export type {
  Composer,
  ComposerAction,
  ComposerState,
  DraftConflict,
  DraftKeeper,
  ResumeOption,
  SendBlock,
  UseComposerOptions,
} from "../hooks/use-composer.js";
export { useComposerById } from "../hooks/use-composer-by-id.js";
export type { UseComposerByIdOptions } from "../hooks/use-composer-by-id.js";
export { useLocalDraft } from "../hooks/use-draft.js";
export { useSessionDraft } from "../hooks/use-session-draft.js";
export type { SessionDraftOptions } from "../hooks/use-session-draft.js";
export { useIdentity } from "../hooks/use-identity.js";
export { checkAnswers, useQuestions } from "../hooks/use-questions.js";
export type { AnswerFault, Questions } from "../hooks/use-questions.js";
export { useConnection } from "../hooks/use-connection.js";
export type { Connection } from "../hooks/use-connection.js";
export { useSessionEvents } from "../hooks/use-session-events.js";
export type { SessionEvents } from "../hooks/use-session-events.js";
export { useTimeline } from "../hooks/use-timeline.js";
export { useSessionById } from "../hooks/use-session-by-id.js";
export type { SessionById, SessionWindow, UseSessionByIdOptions } from "../hooks/use-session-by-id.js";
export type { WindowVerbs } from "../session/session-types.js";
export { useSession } from "../hooks/use-session.js";
export type { ConversationSession, UseSessionOptions } from "../hooks/use-session.js";
export { badgeAttention, notificationAttention, titleAttention } from "../hooks/attention-adapters.js";
export type {
  AttentionAdapter,
  AttentionChange,
  NotificationAttentionOptions,
  NotificationMaker,
} from "../hooks/attention-adapters.js";
export { useAttention } from "../hooks/use-attention.js";
export type { Attention, UseAttentionOptions } from "../hooks/use-attention.js";
export { useGoal } from "../hooks/use-goal.js";
export type { Goal } from "../hooks/use-goal.js";
export { useAutomationDeliveries } from "../hooks/use-automation-deliveries.js";
export type {
  AutomationDeliveries,
  SourceDelivery,
  UseAutomationDeliveriesOptions,
} from "../hooks/use-automation-deliveries.js";
export { useAutomations } from "../hooks/use-automations.js";
export type { Automations, UseAutomationsOptions } from "../hooks/use-automations.js";
export { useIntegrations } from "../hooks/use-integrations.js";
export type { Integrations, UseIntegrationsOptions } from "../hooks/use-integrations.js";
export { useApiKeys } from "../hooks/use-api-keys.js";
export type { ApiKeys as ApiKeysState, UseApiKeysOptions } from "../hooks/use-api-keys.js";
export { useMemory } from "../hooks/use-memory.js";
export type { PersonMemory, UseMemoryOptions } from "../hooks/use-memory.js";
export { useMachines } from "../hooks/use-machines.js";
export type { Machines, UseMachinesOptions } from "../hooks/use-machines.js";
export type { ApprovedMachine } from "../session/approved-machines.js";
export { useModels } from "../hooks/use-models.js";
export type { Models } from "../hooks/use-models.js";
export { useQueue } from "../hooks/use-queue.js";
export type { Queue } from "../hooks/use-queue.js";
export { useSessionLineage } from "../hooks/use-session-lineage.js";
export type { LineageView } from "../hooks/use-session-lineage.js";
export { useScheduledTasks } from "../hooks/use-scheduled-tasks.js";
export type { ScheduledTasks, UseScheduledTasksOptions } from "../hooks/use-scheduled-tasks.js";
export { useCreateSession } from "../hooks/use-create-session.js";
export type { CreateSession, UseCreateSessionOptions } from "../hooks/use-create-session.js";
export { useSessions } from "../hooks/use-sessions.js";
export type { Sessions, UseSessionsOptions } from "../hooks/use-sessions.js";
export type { SessionHookOptions } from "../hooks/session-query.js";
export type { AttentionEntry, AttentionReason } from "../session/attention.js";
export type { GoalAction } from "../session/goal-actions.js";
export type { QueueAction } from "../session/queue-actions.js";
export type { SessionListAction } from "../session/session-list.js";
export type { SessionRow } from "../session/session-rows.js";
export type { RefusedWrite } from "../session/tracked-writes.js";
export { useLocale, useStrings } from "../hooks/use-strings.js";
export type { ChatMessage, ChatPart, ChatQuestionPart, ChatToolPart, ChatToolState } from "../chat/chat-message.js";
export type { ChatStatus, ErrorSubject, WhenBusy } from "../chat/chat-types.js";
export { groupKey } from "../timeline/groups.js";
export type { ActivityGroup, SingleGroup, TimelineGroup, TurnGroup } from "../timeline/groups.js";
export type * from "../timeline/items.js";
export { isServiceError } from "../foundation/base-error.js";
