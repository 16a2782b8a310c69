/** For Node: adapters from `Request → Response` to `node:http` and Express, and the examination of a deployed chat. */
export { toNodeHandler } from "../server/node/to-node-handler.js";
export type { FetchHandler, NodeHandlerOptions } from "../server/node/to-node-handler.js";
export { measureRequests } from "../server/gate/request-metrics.js";
export type { MeasureRequestsOptions, PrometheusClient } from "../server/gate/request-metrics.js";
export { verifyChatEndpoint } from "../server/doctor/verify-chat-endpoint.js";
export type { Report } from "../server/doctor/verify-chat-endpoint.js";
export type { CheckName, Finding, Outcome } from "../server/doctor/finding.js";
export type { DoctorLimits, VerifyOptions } from "../server/doctor/settings.js";
