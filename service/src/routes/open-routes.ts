/** Every route of the service that needs no organization key. */
import { deviceFlowRoutes } from "./device-flow.js";
import { machineLinkRoutes } from "./machine-link.js";
import type { OpenRoute } from "./open-route.js";
import { probeRoutes } from "./operate.js";
import { webhookRoutes } from "./webhooks.js";

export const openRoutes: readonly OpenRoute[] = [
  ...probeRoutes,
  ...deviceFlowRoutes,
  ...machineLinkRoutes,
  ...webhookRoutes,
];
