// budget: every body that callers send, read beside each other.
import { actorSchema, answerSchema } from "@service/sdk/protocol";
import * as v from "valibot";
import { mcpCredentialUpdates, mcpServersSchema } from "../mcp/mcp-server.js";
import { instant } from "../instant.js";
import { isRecord } from "../sessions/is-record.js";
import { skillsSchema } from "../skills/skill.js";

/**
 * Request bodies. Unknown fields are dropped. A message of a schema's own is a predicate: it follows the field's name
 * in the refusal (`wanted.ts`).
 */

export const clientEventId = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
export const maybeClientEventId = v.nullish(clientEventId, null);
/** Null is read as missing (`protocol.md` §0). */
export const maybe = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
/** A person of the host, exactly as the host names them: `" ana"` is another person than `"ana"`. */
export const endUserBody = v.object({
  source: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
});

/** Whose a new record is; null or missing is the workspace's. */
export const maybeEndUser = v.nullish(endUserBody, null);

/** Trimmed text of 1 to `longest` characters. */
export const trimmedText = (longest: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest));
const reason = maybe(v.pipe(v.string(), v.maxLength(2_000)));
const modelContext = v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(32_768)), null);
export const maybeActor = maybe(actorSchema);
const word = maybe(v.string());
const list = maybe(v.array(v.unknown()));

/** For objects without a required field: valibot takes a list for one. */
export const object = v.custom<Readonly<Record<string, unknown>>>(isRecord, "must be an object");

const messageFields = {
  text: v.string(),
  modelContext,
  annotations: maybe(v.pipe(v.array(v.unknown()), v.maxLength(12))),
  resources: list,
  model: word,
  reasoningEffort: word,
  latencyMode: word,
  controlEtag: word,
  mcpCredentialUpdates,
};

interface Content {
  readonly text: string;
  readonly annotations?: readonly unknown[] | undefined;
  readonly resources?: readonly unknown[] | undefined;
}
const hasContent = ({ text, annotations, resources }: Content) =>
  text.trim() !== "" || [...(annotations ?? []), ...(resources ?? [])].length > 0;
const noContent = "must have text where the message has neither an annotation nor a file";

const message = v.pipe(
  v.object(messageFields),
  v.forward(
    v.check((sent) => hasContent(sent), noContent),
    ["text"],
  ),
);

const submission = v.variant("outcome", [
  v.object({ outcome: v.literal("answered"), answers: v.pipe(v.array(answerSchema), v.maxLength(20)) }),
  v.object({ outcome: v.literal("skipped") }),
]);

const control = (type: "user.pause" | "user.resume" | "user.cancel" | "user.interrupt") =>
  v.object({
    type: v.literal(type),
    clientEventId: maybeClientEventId,
    payload: v.nullish(v.pipe(object, v.object({ reason, turnId: word })), {}),
    actor: maybeActor,
  });

export const eventBody = v.variant("type", [
  v.object({
    type: v.literal("user.message"),
    clientEventId: maybeClientEventId,
    payload: message,
    actor: maybeActor,
  }),
  v.object({
    type: v.literal("user.approvalDecision"),
    clientEventId: maybeClientEventId,
    payload: v.object({
      approvalId: v.pipe(v.string(), v.minLength(1)),
      decision: v.picklist(["approve", "reject"]),
      message: maybe(v.pipe(v.string(), v.maxLength(8_192))),
      mcpCredentialUpdates,
    }),
    actor: maybeActor,
  }),
  v.object({
    type: v.literal("user.humanInputResponse"),
    clientEventId: maybeClientEventId,
    payload: v.object({ requestId: v.pipe(v.string(), v.minLength(1)), response: submission, mcpCredentialUpdates }),
    actor: maybeActor,
  }),
  control("user.pause"),
  control("user.resume"),
  control("user.cancel"),
  control("user.interrupt"),
]);

export const steerBody = v.pipe(
  v.object({ ...messageFields, clientEventId: maybeClientEventId, actor: maybeActor }),
  v.forward(
    v.check((sent) => hasContent(sent), noContent),
    ["text"],
  ),
);

export const controlBody = v.object({
  action: v.picklist(["pause", "resume", "cancel", "interrupt"]),
  clientEventId,
  reason,
  turnId: word,
  expectedControlEtag: word,
  actor: maybeActor,
});

const wholeFrom = (least: number) => {
  const words = `must be a whole number from ${least}`;
  return v.pipe(v.number(words), v.integer(words), v.minValue(least, words));
};
const version = wholeFrom(0);

export const withdrawBody = v.object({
  clientEventId,
  expectedTurnVersion: maybe(version),
  reason,
  actor: maybeActor,
});
export const moveBody = v.object({
  clientEventId,
  expectedQueueVersion: version,
  beforeTurnId: v.nullable(v.string()),
  actor: maybeActor,
});
export const editBody = v.object({
  clientEventId,
  expectedTurnVersion: version,
  expectedDraftRevision: version,
  replaceDraft: v.nullish(v.boolean(), false),
  actor: maybeActor,
});
export const steerTurnBody = v.object({
  clientEventId,
  expectedTurnVersion: version,
  controlEtag: word,
  actor: maybeActor,
});

const maybeWord = v.nullish(v.pipe(v.string(), v.maxLength(200)), null);
const draftFields = {
  text: v.string(),
  annotations: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(12)), []),
  resources: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(100)), []),
  model: maybeWord,
  reasoningEffort: maybeWord,
  latencyMode: maybeWord,
  sourceTurnId: v.optional(v.nullable(v.string())),
  sourceTurnVersion: v.optional(v.nullable(version)),
};

export const putDraftBody = v.object({ ...draftFields, expectedRevision: version, actor: maybeActor });
export const submitDraftBody = v.pipe(
  v.object({
    ...draftFields,
    clientEventId,
    expectedDraftRevision: wholeFrom(1),
    delivery: v.nullish(v.picklist(["send", "steer"]), "send"),
    controlEtag: word,
    modelContext,
    mcpCredentialUpdates,
    actor: maybeActor,
  }),
  v.forward(
    v.check((sent) => hasContent(sent), noContent),
    ["text"],
  ),
);

const goalText = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text !== "", "must have text"),
);
const objectiveFields = {
  successCriteria: v.optional(v.nullable(v.string())),
  rootConstraints: list,
  mutationPolicy: maybe(v.picklist(["review_changes", "preserve_intent", "autonomous_adaptation"])),
};
const goalWrite = {
  clientEventId: maybeClientEventId,
  rationale: maybe(v.pipe(v.string(), v.maxLength(2_000))),
  actor: maybeActor,
};

export const goalInput = v.object({
  text: goalText,
  ...objectiveFields,
  maxAutoContinuations: v.nullish(
    v.pipe(version, v.maxValue(0, "is not supported here above 0: this service never continues a goal by itself")),
  ),
});
const holdGoalBody = v.object({ status: v.picklist(["paused", "active"]), ...goalWrite });
const rewriteGoalBody = v.object({
  text: goalText,
  ...objectiveFields,
  expectedObjectiveRevision: version,
  ...goalWrite,
});
/** The two kinds of patch, for the description of the route. */
export const goalPatchBodies = v.union([holdGoalBody, rewriteGoalBody]);
const notWithStatus = v.never("must not be in a body with status: pause or resume in a request of its own");
const onlyHoldGoalBody = v.object({
  ...holdGoalBody.entries,
  text: v.nullish(notWithStatus),
  // Null clears the criteria of a rewrite.
  successCriteria: v.optional(notWithStatus),
  rootConstraints: v.nullish(notWithStatus),
  mutationPolicy: v.nullish(notWithStatus),
  expectedObjectiveRevision: v.nullish(notWithStatus),
});
/** A body with `status` pauses or resumes, any other rewrites, so a refusal names a field of the intended form. */
export const goalPatchBody = v.lazy((body) =>
  isRecord(body) && "status" in body ? onlyHoldGoalBody : rewriteGoalBody,
);

const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase());

const toolReference = v.object({
  kind: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  eager: maybe(v.boolean()),
  optional: maybe(v.boolean()),
});

/**
 * References to servers of the deployment. There are none here, so an optional one is dropped and any other refused.
 */
export const toolReferences = v.pipe(
  v.array(toolReference),
  v.maxLength(128),
  v.checkItems(
    ({ optional }) => optional === true,
    "is not supported here: this service knows no tools by reference. Give the server in mcpServers, or set optional",
  ),
  v.transform(() => null),
);

export const createSessionBody = v.object({
  initialMessage: v.pipe(
    v.string(),
    v.check((text) => text.trim() !== "", "must have text"),
  ),
  requestedSessionId: v.nullish(uuid, null),
  idempotencyKey: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(200)), null),
  clientEventId: maybeClientEventId,
  agentAccess: v.nullish(v.picklist(["session", "user", "workspace"])),
  memoryScope: v.nullish(v.picklist(["session", "user", "workspace", "off"])),
  endUser: maybeEndUser,
  modelContext,
  parentSessionId: v.nullish(uuid, null),
  goal: v.nullish(goalInput, null),
  actor: maybeActor,
  instructions: v.nullish(v.pipe(v.string(), v.maxLength(65_536))),
  skills: v.nullish(skillsSchema),
  tools: v.nullish(toolReferences),
  mcpServers: v.nullish(mcpServersSchema, []),
  mcpCredentialUpdates,
  resources: list,
  metadata: maybe(v.pipe(object, v.record(v.string(), v.unknown()))),
  model: word,
  reasoningEffort: word,
  latencyMode: word,
});

export const renameBody = v.object({
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  actor: maybeActor,
});
export const archiveBody = v.object({
  archived: v.boolean(),
  expectedVersion: maybe(version),
  actor: maybeActor,
});

export const pinBody = v.object({ pinned: v.boolean(), expectedVersion: maybe(version), actor: maybeActor });

const externalSource = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const externalId = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
const workspaceName = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const slug = v.pipe(v.string(), v.maxLength(200));
const agentInstructions = v.pipe(v.string(), v.maxLength(65_536));
const days = "must be a whole number of days from 1 to 36500, or null to keep sessions for good";
const most = (min: number) => {
  const rule = `must be a whole number from ${min}, or null for no limit`;
  return v.optional(v.nullable(v.pipe(v.number(rule), v.safeInteger(rule), v.minValue(min, rule))));
};
const limits = maybe(
  v.pipe(object, v.strictObject({ messages: most(0), tokens: most(0), storedBytes: most(0), runningTurns: most(1) })),
);
const settings = v.nullish(
  v.pipe(
    object,
    v.object({
      memoryEnabled: maybe(v.boolean()),
      retentionDays: v.optional(
        v.nullable(v.pipe(v.number(days), v.integer(days), v.minValue(1, days), v.maxValue(36_500, days))),
      ),
      quotas: v.optional(v.nullable(v.pipe(object, v.strictObject({ workspace: limits, person: limits })))),
    }),
  ),
  {},
);

export const ensureWorkspaceBody = v.object({
  accountId: v.nullish(v.string(), null),
  externalSource,
  externalId,
  name: workspaceName,
  slug: v.nullish(slug, null),
  agentInstructions: v.nullish(agentInstructions, null),
  settings,
});

export const createWorkspaceBody = v.pipe(
  v.object({
    accountId: v.nullish(v.string(), null),
    externalSource: v.nullish(externalSource, null),
    externalId: v.nullish(externalId, null),
    name: workspaceName,
    slug: v.nullish(slug, null),
    agentInstructions: v.nullish(agentInstructions, null),
    settings,
  }),
  v.forward(
    v.check((body) => body.externalSource !== null || body.externalId === null, "must be a text where externalId is"),
    ["externalSource"],
  ),
  v.forward(
    v.check(
      (body) => body.externalId !== null || body.externalSource === null,
      "must be a text where externalSource is",
    ),
    ["externalId"],
  ),
);

/** Fields that are left out stay; null clears. */
export const changeWorkspaceBody = v.object({
  name: maybe(workspaceName),
  slug: v.optional(v.nullable(slug)),
  agentInstructions: v.optional(v.nullable(agentInstructions)),
  settings,
});

export const createKeyBody = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  description: v.nullish(v.pipe(v.string(), v.maxLength(1_000)), null),
  access: v.nullish(v.picklist(["full", "read"]), "full"),
  expiresAt: v.nullish(instant, null),
});
