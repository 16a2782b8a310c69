/** Both halves of a chat without React: the handler a host mounts, and the controller a client drives. */
export { createChatHandler } from "../server/handler/create-chat-handler.js";
export type { ChatHandler, ChatHandlerOptions } from "../server/handler/create-chat-handler.js";
export type { ChatFormatName } from "../server/handler/formats/format.js";
export type { ChatResolution } from "../server/handler/resolution.js";
export type { ChatActor, ChatOptions, ChatPolicy, WorkspaceTarget } from "../server/handler/chat-options.js";
export type { Chat, ChatCallOptions, ChatInput } from "../server/handler/chat.js";
export { Service } from "../server/handler/service.js";
export type { FirstPageOptions, ServiceOptions } from "../server/handler/service.js";
export { createLimiter } from "../server/gate/limiter.js";
export type { Admission, LimitedRequest, Limiter, LimiterOptions } from "../server/gate/limiter.js";
export type * from "../server/gate/request-event.js";
export { createChatController } from "../chat/chat-controller.js";
export type * from "../chat/chat-message.js";
export type * from "../chat/chat-types.js";
export { parseChatChunkStream } from "../chat/read-chunks.js";
export type {
  ChatHistory,
  ChatHistoryMessage,
  ChatHistoryPart,
  ChatQueuedMessage,
  ChatRespondBody,
  ChatSendBody,
} from "../wire/protocol/chat-bodies.js";
export type { ChatFirstPage } from "../wire/protocol/chat-first-page.js";
export type {
  ChatChunk,
  ChatPending,
  ChatReply,
  DoneChunk,
  MessageChunk,
  PendingChunk,
  SettledChunk,
  TextChunk,
  ToolChunk,
  ToolStatus,
  TurnChunk,
} from "../wire/protocol/chat-chunk.js";
export type { McpCredentialUpdate, McpServerInput, ToolReference } from "../wire/protocol/mcp-server.js";
export type { SkillDefinition } from "../wire/protocol/skill.js";
export { ChatError } from "../wire/protocol/chat-error.js";
export { isServiceError, ServiceError } from "../foundation/base-error.js";
