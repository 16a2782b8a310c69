/** The rows of connected machines in the table of what a browser may do. */
import { answers } from "./answers.js";
import { pick } from "./bodies.js";
import type { OwnedRoute, ProxyRoute } from "./proxy-route.js";

const machines = "workspaces/:workspaceId/enrollments";
const machine = `${machines}/:enrollmentId`;
const enabled: ProxyRoute["enabled"] = (options) => options.machines === true;
const owned: OwnedRoute = { act: "record", record: machine, answers: answers.enrollment };

export const machineRoutes: readonly ProxyRoute[] = [
  {
    method: "GET",
    path: machines,
    owned: { act: "list", items: "enrollments" },
    answers: answers.enrollments,
    enabled,
  },
  {
    method: "POST",
    path: "enrollments/device/lookup",
    body: pick("userCode"),
    answers: answers.deviceLookup,
    enabled,
  },
  {
    method: "POST",
    path: `${machines}/device/approve`,
    body: pick("userCode"),
    owned: { act: "create" },
    answers: answers.deviceApproval,
    enabled,
  },
  {
    method: "POST",
    path: `${machines}/device/deny`,
    body: pick("userCode"),
    answers: answers.deviceApproval,
    uncounted: true,
    enabled,
  },
  // Behind the fixed paths, which would else read as ids.
  { method: "GET", path: machine, owned, answers: answers.enrollment, enabled },
  {
    method: "POST",
    path: `${machine}/revoke`,
    body: pick(),
    owned,
    answers: answers.revokedEnrollment,
    uncounted: true,
    enabled,
  },
];
