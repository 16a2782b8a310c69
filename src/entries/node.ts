/** For Node: adapters from `Request → Response` to `node:http` and Express, and the examination of a deployed chat. */
export { toNodeHandler } from "../node/to-node-handler.js";
export type { FetchHandler, NodeHandlerOptions } from "../node/to-node-handler.js";
export { verifyChatEndpoint } from "../doctor/verify-chat-endpoint.js";
export type { Report } from "../doctor/verify-chat-endpoint.js";
export type { CheckName, Finding, Outcome } from "../doctor/finding.js";
export type { DoctorLimits, VerifyOptions } from "../doctor/settings.js";
