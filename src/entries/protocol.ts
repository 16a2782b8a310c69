/** What travels on the wire: types, guards and the frame writer. No runtime but valibot. */
export * from "../foundation/base-error.js";
export * from "../protocol/api-error.js";
export * from "../protocol/chat-bodies.js";
export * from "../protocol/chat-chunk.js";
export * from "../protocol/chat-error.js";
export * from "../protocol/conversation-id.js";
export * from "../protocol/decisions.js";
export * from "../protocol/event-payloads.js";
export * from "../protocol/event-types.js";
export * from "../protocol/headers.js";
export * from "../protocol/organization.js";
export * from "../protocol/read-body.js";
export * from "../protocol/session-answers.js";
export * from "../protocol/session-bodies.js";
export * from "../protocol/session-event.js";
export * from "../protocol/session.js";
export * from "../sse/write-frame.js";
