/** Every route of the service that needs a key. */
import { accessRoutes } from "./access.js";
import { apiKeyRoutes } from "./api-keys.js";
import { automationRoutes } from "./automations.js";
import { automationTriggerRoutes } from "./automation-triggers.js";
import { composerDraftRoutes } from "./composer-draft.js";
import { controlRoutes } from "./control.js";
import { streamRoutes } from "./event-stream.js";
import { enrollmentRoutes } from "./enrollments.js";
import { erasureRoutes } from "./erasures.js";
import { exportRoutes } from "./exports.js";
import { fileRoutes } from "./files.js";
import { goalRoutes } from "./goal.js";
import { integrationRoutes } from "./integrations.js";
import { lineageRoutes } from "./lineage.js";
import { memberRoutes } from "./members.js";
import { memoryRoutes } from "./memories.js";
import { modelRoutes } from "./models.js";
import { organizationListRoutes } from "./organization-lists.js";
import { queueRoutes } from "./queue.js";
import { removeRoutes } from "./remove-session.js";
import { replayRoutes } from "./replay.js";
import { scheduleRoutes } from "./schedules.js";
import { sessionRoutes } from "./sessions.js";
import { writeEventRoutes } from "./write-events.js";
import { metricsRoutes } from "./operate.js";
import { usageRoutes } from "./usage.js";
import { workspaceRoutes } from "./workspaces.js";
import type { Route } from "./route.js";

export const allRoutes: readonly Route[] = [
  ...metricsRoutes,
  ...accessRoutes,
  ...apiKeyRoutes,
  ...memberRoutes,
  ...workspaceRoutes,
  ...sessionRoutes,
  ...replayRoutes,
  ...streamRoutes,
  ...writeEventRoutes,
  ...controlRoutes,
  ...queueRoutes,
  ...composerDraftRoutes,
  ...goalRoutes,
  ...lineageRoutes,
  ...removeRoutes,
  ...erasureRoutes,
  ...exportRoutes,
  ...memoryRoutes,
  ...usageRoutes,
  ...organizationListRoutes,
  ...modelRoutes,
  ...fileRoutes,
  ...enrollmentRoutes,
  ...scheduleRoutes,
  ...integrationRoutes,
  ...automationRoutes,
  ...automationTriggerRoutes,
];
