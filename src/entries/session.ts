/** The session SDK: the client, the exactly-once stream, the controller, and the timeline fold. No React. */
export * from "./protocol.js";
export { ServiceClient } from "../api/service-client.js";
export type { CallOptions, Keyed, ServiceClientOptions, ServiceConnection, SessionRef } from "../api/service-client.js";
export type { FileOptions, UploadContentOptions, WorkspaceOptions } from "../api/routes/files.js";
export type { Upload, UploadRequest } from "../api/send-bytes.js";
export type { OrganizationSessionSearch } from "../api/routes/organization.js";
export type { SessionPageSearch, SessionQuery } from "../api/routes/sessions.js";
export type { EventPage, EventQuery } from "../api/event-page.js";
export { streamSessionEvents } from "../api/stream-session-events.js";
export type { StreamSessionEventsOptions } from "../api/stream-session-events.js";
export { createSessionController } from "../session/session-controller.js";
export type {
  QueuedTurn,
  SessionController,
  SessionControllerOptions,
  SessionControllerState,
  SessionMessage,
  SessionReceipt,
} from "../session/session-controller.js";
export { buildTimeline } from "../timeline/build-timeline.js";
export { groupTimeline } from "../timeline/group-timeline.js";
export { groupKey } from "../timeline/groups.js";
export type { ActivityGroup, SingleGroup, TimelineGroup, TurnGroup } from "../timeline/groups.js";
export type * from "../timeline/items.js";
export { sessionStatusFromEvents } from "../timeline/session-status.js";
export { createTimelineFold } from "../timeline/timeline-fold.js";
export type { PayloadFault, TimelineFold, TimelineFoldOptions } from "../timeline/timeline-fold.js";
export {
  projectPendingApprovals,
  projectPendingHumanInputRequests,
} from "../conversation/decisions/pending-projections.js";
export type * from "../conversation/decisions/decision.js";
