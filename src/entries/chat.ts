/** Both halves of a chat without React: the handler a host mounts, and the controller a client drives. */
export { createChatHandler } from "../chat/handler/create-chat-handler.js";
export type { ChatHandler, ChatHandlerOptions } from "../chat/handler/create-chat-handler.js";
export type { ChatResolution } from "../chat/handler/resolution.js";
export type * from "../chat/handler/chat-options.js";
export type { Chat, ChatCallOptions, ChatInput } from "../chat/handler/chat.js";
export { Service } from "../chat/handler/service.js";
export type { ServiceOptions } from "../chat/handler/service.js";
export { createLimiter } from "../door/limiter.js";
export type * from "../door/limiter.js";
export type * from "../door/request-event.js";
export { createChatController } from "../chat/client/chat-controller.js";
export type * from "../chat/client/chat-message.js";
export type * from "../chat/client/chat-types.js";
export { parseChatChunkStream } from "../chat/client/read-chunks.js";
export type * from "../protocol/chat-bodies.js";
export type * from "../protocol/chat-chunk.js";
export { ChatError } from "../protocol/chat-error.js";
export { isServiceError, ServiceError } from "../foundation/base-error.js";
