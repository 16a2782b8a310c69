"use client";
/** Everything a React app needs: the hooks, the connected components, and the views they are made of. */
export { ServiceProvider } from "./hooks/service-provider.js";
export type { ServiceProviderProps } from "./hooks/service-provider.js";
export type * from "./hooks/session-view.js";
export { useApprovals } from "./hooks/use-approvals.js";
export type { Approvals } from "./hooks/use-approvals.js";
export { useChat } from "./hooks/use-chat.js";
export type { Chat, UseChatOptions } from "./hooks/use-chat.js";
export { useIdentity } from "./hooks/use-identity.js";
export { useQuestions } from "./hooks/use-questions.js";
export type { Questions } from "./hooks/use-questions.js";
export { useSessionById } from "./hooks/use-session-by-id.js";
export type { SessionById, UseSessionByIdOptions } from "./hooks/use-session-by-id.js";
export { useSession } from "./hooks/use-session.js";
export type { UseSessionOptions } from "./hooks/use-session.js";
export { useLocale, useStrings } from "./hooks/use-strings.js";

export { ChatConversation } from "./components/chat-conversation/chat-conversation.js";
export type { ChatConversationProps } from "./components/chat-conversation/chat-conversation.js";
export { SessionConversation } from "./components/session-conversation/session-conversation.js";
export type { SessionConversationProps } from "./components/session-conversation/session-conversation.js";
export type { ConversationComponents } from "./components/conversation/conversation-frame.js";
export { MessageTimeline } from "./components/message-timeline/message-timeline.js";
export type { MessageTimelineProps } from "./components/message-timeline/message-timeline.js";
export { ChatComposer } from "./components/chat-composer/chat-composer.js";
export type { ChatComposerProps } from "./components/chat-composer/chat-composer.js";

export { Announcer } from "./components/announcer/announcer.js";
export type { AnnouncerProps } from "./components/announcer/announcer.js";
export { TimelineView } from "./components/message-timeline/timeline-view.js";
export type { TimelineGroups } from "./components/message-timeline/timeline-groups.js";
export type { TimelineViewProps } from "./components/message-timeline/timeline-view.js";
export type {
  RowProps,
  RowTable,
  TimelineComponents,
  ToolRendererProps,
} from "./components/message-timeline/timeline-context.js";
export { ComposerView } from "./components/chat-composer/composer-view.js";
export type { Composer } from "./components/chat-composer/composer.js";
export type { ComposerHandle, ComposerViewProps } from "./components/chat-composer/composer-view.js";
export { DecisionList } from "./components/decisions/decision-list.js";
export type { DecisionComponents, DecisionListProps } from "./components/decisions/decision-list.js";
export { ApprovalCard } from "./components/decisions/approval-card.js";
export type { ApprovalCardProps } from "./components/decisions/approval-card.js";
export { QuestionForm } from "./components/decisions/question-form.js";
export type { QuestionFormProps } from "./components/decisions/question-form.js";
export { ToolCall } from "./components/tool-call/tool-call.js";
export type { ToolCallProps } from "./components/tool-call/tool-call.js";
export { Markdown } from "./components/markdown/markdown.js";
export type { MarkdownProps } from "./components/markdown/markdown.js";
export { CodeBlock } from "./components/code-block/code-block.js";
export type { CodeBlockProps } from "./components/code-block/code-block.js";
export { CopyButton } from "./components/copy-button/copy-button.js";
export type { CopyButtonProps } from "./components/copy-button/copy-button.js";
export { ConnectionStatus } from "./components/connection-status/connection-status.js";
export type { ConnectionStatusProps } from "./components/connection-status/connection-status.js";
export { QueuePanel } from "./components/queue-panel/queue-panel.js";
export type { QueuePanelProps } from "./components/queue-panel/queue-panel.js";
export { EmptyState, ErrorState, LoadingState } from "./components/states/states.js";
export type { EmptyStateProps, ErrorStateProps, LoadingStateProps } from "./components/states/states.js";

export { english, mergeMessages } from "./strings/messages.js";
export type { Messages, PartialMessages } from "./strings/messages.js";
export { isServiceError } from "./foundation/base-error.js";
export { groupKey } from "./timeline/groups.js";
export type * from "./timeline/groups.js";
export type * from "./timeline/items.js";
export type * from "./decisions/decision.js";
export type { ChatMessage, ChatPart, ChatToolState } from "./chat/client/chat-message.js";
export type { ChatStatus, WhenBusy } from "./chat/client/chat-types.js";
