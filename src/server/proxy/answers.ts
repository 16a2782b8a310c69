/** Schemas of the service's responses that the proxy forwards, by kind; the table of routes names them. */
import {
  automationDeliverySchema,
  automationEventPageSchema,
  automationRunPageSchema,
  automationSourcePageSchema,
  automationSourceSchema,
  automationTriggerPageSchema,
  automationTriggerSchema,
} from "../../wire/protocol/automations.js";
import { composerDraftSchema, editedTurnSchema, submittedDraftSchema } from "../../wire/protocol/draft.js";
import { begunUploadSchema, completedUploadSchema, fileAssetSchema } from "../../wire/protocol/files.js";
import { goalRevisionsSchema, goalSchema } from "../../wire/protocol/goal.js";
import type { GenericSchema } from "valibot";
import {
  integrationDefinitionsSchema,
  integrationListSchema,
  integrationPreviewSchema,
  integrationSchema,
  uninstalledSchema,
  uninstallPreviewSchema,
} from "../../wire/protocol/integrations.js";
import {
  deviceApprovalSchema,
  deviceLookupSchema,
  enrollmentListSchema,
  enrollmentSchema,
  revokedEnrollmentSchema,
} from "../../wire/protocol/machines.js";
import { readLineage } from "../../wire/protocol/lineage.js";
import {
  apiKeyListSchema,
  apiKeySchema,
  createdApiKeySchema,
  modelCatalogSchema,
  workspaceSchema,
} from "../../wire/protocol/organization.js";
import { readBody } from "../../wire/protocol/read-body.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import { usageReportSchema } from "../../wire/protocol/usage.js";
import { deletedMemoriesSchema, memoryListSchema, memorySchema } from "../../wire/protocol/people-data.js";
import {
  deletedTaskSchema,
  scheduledTaskSchema,
  schedulePreviewSchema,
  taskPageSchema,
  taskRunPageSchema,
  taskRunSchema,
} from "../../wire/protocol/schedules.js";
import {
  controlAnswerSchema,
  deletedSessionSchema,
  queueAnswerSchema,
  steerAnswerSchema,
} from "../../wire/protocol/session-answers.js";
import { parseSessionEvent } from "../../wire/protocol/session-event.js";
import {
  humanInputListSchema,
  humanInputRecordSchema,
  sessionPageSchema,
  turnListSchema,
} from "../../wire/protocol/session-lists.js";
import { clientConfigSchema, queueSnapshotSchema, sessionSchema } from "../../wire/protocol/session.js";
import { readEventPage } from "../../api/event-page.js";

/** Reads an answer's JSON, or throws a `ServiceError`. Null where the route has none: its body is not passed on as JSON. */
export type Answer = ((value: unknown, headers: Headers) => unknown) | null;

const record =
  <T>(schema: GenericSchema<unknown, T>, what: string) =>
  (value: unknown): T =>
    readBody(schema, value, what);

/** Adds the accepted message. */
const withAccepted =
  <T>(read: (value: unknown) => T) =>
  (value: unknown): T => {
    const answer = read(value);
    parseSessionEvent(isRecord(value) ? value["accepted"] : undefined);
    return answer;
  };

export const answers = {
  config: record(clientConfigSchema, "a client configuration"),
  workspace: record(workspaceSchema, "a workspace"),
  apiKey: record(apiKeySchema, "a key"),
  deletedSession: record(deletedSessionSchema, "the answer to a removal"),
  memory: record(memorySchema, "a memory"),
  usage: record(usageReportSchema, "a report of usage"),
  memories: record(memoryListSchema, "a list of memories"),
  deletedMemories: record(deletedMemoriesSchema, "the answer to a removal"),
  apiKeys: record(apiKeyListSchema, "a list of keys"),
  createdApiKey: record(createdApiKeySchema, "a new key"),
  models: record(modelCatalogSchema, "a model catalogue"),
  session: record(sessionSchema, "a session"),
  sessionPage: record(sessionPageSchema, "a page of sessions"),
  lineage: (value: unknown) => readLineage(value, ""),
  events: readEventPage,
  accepted: parseSessionEvent,
  steered: withAccepted(record(steerAnswerSchema, "the answer to a steer")),
  controlled: record(controlAnswerSchema, "the answer to a control"),
  queue: record(queueSnapshotSchema, "a queue"),
  changedQueue: record(queueAnswerSchema, "the answer of a queue"),
  editedTurn: record(editedTurnSchema, "the answer to an edit"),
  draft: record(composerDraftSchema, "a draft"),
  submittedDraft: withAccepted(record(submittedDraftSchema, "the answer to a submit")),
  goal: record(goalSchema, "a goal"),
  goalRevisions: record(goalRevisionsSchema, "a list of goal revisions"),
  request: record(humanInputRecordSchema, "a request"),
  requests: record(humanInputListSchema, "a list of requests"),
  turns: record(turnListSchema, "a list of turns"),
  source: record(automationSourceSchema, "a source"),
  sources: record(automationSourcePageSchema, "a page of sources"),
  sourceEvents: record(automationEventPageSchema, "a page of events"),
  delivery: record(automationDeliverySchema, "the answer to an event"),
  trigger: record(automationTriggerSchema, "a trigger"),
  triggers: record(automationTriggerPageSchema, "a page of triggers"),
  automationRuns: record(automationRunPageSchema, "a page of runs"),
  begunUpload: record(begunUploadSchema, "a begun upload"),
  completedUpload: record(completedUploadSchema, "a completed upload"),
  file: record(fileAssetSchema, "a file"),
  scheduledTask: record(scheduledTaskSchema, "a scheduled task"),
  taskPage: record(taskPageSchema, "a page of scheduled tasks"),
  taskRun: record(taskRunSchema, "a run of a task"),
  taskRunPage: record(taskRunPageSchema, "a page of runs"),
  schedulePreview: record(schedulePreviewSchema, "a preview"),
  integration: record(integrationSchema, "an integration"),
  integrations: record(integrationListSchema, "a list of integrations"),
  integrationDefinitions: record(integrationDefinitionsSchema, "a list of definitions"),
  integrationPreview: record(integrationPreviewSchema, "a preview"),
  uninstallPreview: record(uninstallPreviewSchema, "a preview of a removal"),
  uninstalled: record(uninstalledSchema, "a removal"),
  deletedTask: record(deletedTaskSchema, "the answer to a removal"),
  enrollment: record(enrollmentSchema, "a machine"),
  enrollments: record(enrollmentListSchema, "a list of machines"),
  deviceLookup: record(deviceLookupSchema, "what a code connects"),
  deviceApproval: record(deviceApprovalSchema, "the answer to an approval"),
  revokedEnrollment: record(revokedEnrollmentSchema, "the answer to a removal"),
  /** A file's own; its type and length are checked where they pass. */
  bytes: null,
  nothing: null,
} as const satisfies Record<string, Answer>;
