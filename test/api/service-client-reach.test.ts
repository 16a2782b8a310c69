import { expect, it } from "vitest";
import { ServiceClient, type ServiceConnection } from "../../src/api/service-client.js";
import { serviceRoutes } from "../support/service-routes.js";

const at = { workspaceId: "x1" };
const ref = { ...at, sessionId: "x1" };
const text = "hi";
const task = { ...at, taskId: "x1" };
const integration = { ...at, integrationId: "x1" };
const source = { kind: "auto", url: "https://orders.example" } as const;
const schedule = { type: "manual" } as const;

/** Each method once, with what it takes to send its request. */
const calls: Readonly<Record<Exclude<keyof ServiceClient, keyof ServiceConnection>, (to: ServiceClient) => unknown>> = {
  health: (to) => to.health(),
  config: (to) => to.config(),
  accessMe: (to) => to.accessMe(),
  ensureWorkspace: (to) => to.ensureWorkspace({ externalSource: "host", externalId: "acme", name: "Acme" }),
  getWorkspace: (to) => to.getWorkspace(at),
  listAccessibleWorkspaces: (to) => to.listAccessibleWorkspaces(),
  createWorkspace: (to) => to.createWorkspace({ name: "Acme" }),
  updateWorkspace: (to) => to.updateWorkspace({ ...at, name: "Acme" }),
  listMembers: (to) => to.listMembers("x1"),
  changeMember: (to) =>
    to.changeMember("x1", "x1", { kind: "suspend", expectedAuthorizationRevision: 1, operationId: "x1" }),
  listWorkspaceMembers: (to) => to.listWorkspaceMembers(at),
  addWorkspaceMember: (to) => to.addWorkspaceMember({ ...at, email: "ana@acme.example" }),
  updateWorkspaceMember: (to) => to.updateWorkspaceMember("x1", { ...at, role: "admin" }),
  removeWorkspaceMember: (to) => to.removeWorkspaceMember("x1", at),
  listWorkspaceKeys: (to) => to.listWorkspaceKeys(at),
  createWorkspaceKey: (to) => to.createWorkspaceKey({ ...at, name: "ci" }),
  revokeWorkspaceKey: (to) => to.revokeWorkspaceKey("x1", at),
  listApiKeys: (to) => to.listApiKeys("x1"),
  createApiKey: (to) => to.createApiKey("x1", { name: "reader" }),
  revokeApiKey: (to) => to.revokeApiKey("x1", "x1"),
  listOrganizationSessions: (to) => to.listOrganizationSessions("x1"),
  listWorkspaces: (to) => to.listWorkspaces("x1"),
  getModelCatalog: (to) => to.getModelCatalog(at),
  listEnrollments: (to) => to.listEnrollments(at),
  getEnrollment: (to) => to.getEnrollment("x1", at),
  lookUpDevice: (to) => to.lookUpDevice("BCDF-GHJK"),
  approveDevice: (to) => to.approveDevice("BCDF-GHJK", at),
  denyDevice: (to) => to.denyDevice("BCDF-GHJK", at),
  createEnrollmentToken: (to) => to.createEnrollmentToken(at),
  revokeEnrollment: (to) => to.revokeEnrollment("x1", at),
  listSessions: (to) => to.listSessions(at),
  listSessionPage: (to) => to.listSessionPage(at),
  createSession: (to) => to.createSession({ ...at, initialMessage: text }),
  getSession: (to) => to.getSession(ref),
  renameSession: (to) => to.renameSession(ref, "Orders"),
  archiveSession: (to) => to.archiveSession(ref, true),
  pinSession: (to) => to.pinSession(ref, true),
  deleteSession: (to) => to.deleteSession(ref),
  listEvents: (to) => to.listEvents(ref),
  sendEvent: (to) => to.sendEvent(ref, { type: "user.message", payload: { text } }),
  steer: (to) => to.steer(ref, { text }),
  control: (to) => to.control(ref, { action: "pause" }),
  openEventStream: (to) => to.openEventStream(ref),
  getQueue: (to) => to.getQueue(ref),
  moveQueuedTurn: (to) => to.moveQueuedTurn(ref, "x1", { expectedQueueVersion: 1, beforeTurnId: null }),
  editQueuedTurn: (to) => to.editQueuedTurn(ref, "x1", { expectedTurnVersion: 1, expectedDraftRevision: 0 }),
  steerQueuedTurn: (to) => to.steerQueuedTurn(ref, "x1", { expectedTurnVersion: 1 }),
  deleteQueuedTurn: (to) => to.deleteQueuedTurn(ref, "x1"),
  listTurns: (to) => to.listTurns(ref),
  getComposerDraft: (to) => to.getComposerDraft(ref),
  putComposerDraft: (to) => to.putComposerDraft(ref, { text, expectedRevision: 0 }),
  submitComposerDraft: (to) => to.submitComposerDraft(ref, { text, expectedDraftRevision: 1 }),
  getGoal: (to) => to.getGoal(ref),
  listGoalRevisions: (to) => to.listGoalRevisions(ref),
  updateGoal: (to) => to.updateGoal(ref, { status: "paused" }),
  deleteGoal: (to) => to.deleteGoal(ref),
  beginUpload: (to) => to.beginUpload({ filename: "a.txt", contentType: "text/plain", sizeBytes: 2, sha256: "00" }, at),
  uploadContent: (to) =>
    to.uploadContent({ putUrl: "/v1/workspaces/x1/files/uploads/x1/content", requiredHeaders: {} }, new Blob([text])),
  completeUpload: (to) => to.completeUpload("x1", at),
  getFile: (to) => to.getFile("x1", at),
  fileDownloadUrl: (to) => to.fileDownloadUrl("x1", at),
  downloadFile: (to) => to.downloadFile("x1", at),
  listHumanInputRequests: (to) => to.listHumanInputRequests(ref),
  getHumanInputRequest: (to) => to.getHumanInputRequest(ref, "x1"),
  getLineage: (to) => to.getLineage(ref),
  listIntegrations: (to) => to.listIntegrations(at),
  listIntegrationDefinitions: (to) => to.listIntegrationDefinitions(at),
  getIntegration: (to) => to.getIntegration(integration),
  previewIntegration: (to) => to.previewIntegration({ ...at, source }),
  installIntegration: (to) =>
    to.installIntegration({ ...at, source, expectedRevisionId: "r", expectedContentSha256: "0" }),
  previewUninstall: (to) => to.previewUninstall(integration),
  uninstallIntegration: (to) => to.uninstallIntegration({ ...integration, expectedInstanceVersion: 1 }),
  listScheduledTasks: (to) => to.listScheduledTasks(at),
  createScheduledTask: (to) =>
    to.createScheduledTask({ ...at, name: "Report", schedule, agentConfig: { prompt: text } }),
  getScheduledTask: (to) => to.getScheduledTask(task),
  updateScheduledTask: (to) => to.updateScheduledTask(task, { name: "Report" }),
  deleteScheduledTask: (to) => to.deleteScheduledTask(task),
  pauseScheduledTask: (to) => to.pauseScheduledTask(task),
  resumeScheduledTask: (to) => to.resumeScheduledTask(task),
  triggerScheduledTask: (to) => to.triggerScheduledTask(task),
  listScheduledTaskRuns: (to) => to.listScheduledTaskRuns(task),
  previewSchedule: (to) => to.previewSchedule({ ...at, schedule }),
  eachSession: (to) => to.eachSession(at).next(),
  eachOrganizationSession: (to) => to.eachOrganizationSession("x1").next(),
  eachWorkspace: (to) => to.eachWorkspace("x1").next(),
  listAutomationSources: (to) => to.listAutomationSources(at),
  createAutomationSource: (to) => to.createAutomationSource({ ...at, name: "Shop", webhookSecret: "0123456789abcdef" }),
  getAutomationSource: (to) => to.getAutomationSource({ ...at, sourceId: "x1" }),
  updateAutomationSource: (to) => to.updateAutomationSource({ ...at, sourceId: "x1" }, { name: "Shop" }),
  disableAutomationSource: (to) => to.disableAutomationSource({ ...at, sourceId: "x1" }),
  listAutomationEvents: (to) => to.listAutomationEvents({ ...at, sourceId: "x1" }),
  sendAutomationEvent: (to) => to.sendAutomationEvent({ ...at, sourceId: "x1" }, { type: "order.created" }),
  listAutomationTriggers: (to) => to.listAutomationTriggers(at),
  createAutomationTrigger: (to) =>
    to.createAutomationTrigger({
      ...at,
      sourceId: "x1",
      name: "Look",
      eventTypes: ["*"],
      sessionTemplate: { prompt: text },
    }),
  getAutomationTrigger: (to) => to.getAutomationTrigger({ ...at, triggerId: "x1" }),
  updateAutomationTrigger: (to) => to.updateAutomationTrigger({ ...at, triggerId: "x1" }, { expectedRevision: 1 }),
  deleteAutomationTrigger: (to) => to.deleteAutomationTrigger({ ...at, triggerId: "x1" }, 1),
  listAutomationRuns: (to) => to.listAutomationRuns(at),
  eraseData: (to) => to.eraseData({ kind: "person", endUser: { source: "app", id: "ana" } }, at),
  exportData: (to) => to.exportData({ kind: "workspace" }, at),
  deleteFile: (to) => to.deleteFile("x1", at),
  listAudit: (to) => to.listAudit({}, at),
  listOrganizationAudit: (to) => to.listOrganizationAudit("x1"),
  getUsage: (to) => to.getUsage({ ...at, endUser: { source: "host", id: "ana" }, month: "2026-01" }),
  listUsage: (to) => to.listUsage(at),
  listMemories: (to) => to.listMemories(at),
  getMemory: (to) => to.getMemory("x1", at),
  deleteMemory: (to) => to.deleteMemory("x1", at),
  deleteMemories: (to) => to.deleteMemories(at),
  eachEvent: (to) => to.eachEvent(ref).next(),
};

const reasonNotToReach = {
  "GET /v1/workspaces/:id/sessions/:id/files/:id":
    "a proxy's own question, whether this session holds the file; `getFile` with `sessionId` asks it through one",
  "POST /v1/webhooks/automations/:id": "another system posts there, signed and without a key",
};

/** Routes that a connected machine calls with its own credential; `service-sdk machine` uses them. */
const ofMachines = /^\w+ \/v1\/(?:machine\/|enrollments\/device\/(?:start|poll)$)/;

const needsNoKey = ["GET /healthz", "GET /v1/config/client"];

it("every route of the service is reached by a method of the client, and no method asks for anything else", async () => {
  const asked = new Set<string>();
  const client = new ServiceClient({
    baseUrl: "http://service.test",
    fetch: async (input, init) => {
      const { pathname } = new URL(input as string);
      asked.add(`${init?.method ?? "GET"} ${pathname.replaceAll("/x1", "/:id")}`);
      throw new TypeError("It is enough to know what is asked for.");
    },
  });
  await Promise.allSettled(Object.values(calls).map((call) => call(client)));
  const all = (await serviceRoutes()).map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ":id")}`);
  const served = all.filter((route) => !ofMachines.test(route));
  expect(served.length).toBeGreaterThan(30);
  expect(served.filter((route) => !asked.has(route))).toEqual(Object.keys(reasonNotToReach));
  expect([...asked].filter((route) => !served.includes(route))).toEqual(needsNoKey);
});
