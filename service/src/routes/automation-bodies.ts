/** Request bodies of automations (`protocol.md` §9.4). */
import * as v from "valibot";
import { webhookSenders, type AdapterId } from "../automations/webhook-senders.js";
import { mcpServersSchema } from "../mcp/mcp-server.js";
import { utf8Length } from "../sessions/bound-payload.js";
import { instant } from "../instant.js";
import { skillsSchema } from "../skills/skill.js";
import { maybe, maybeEndUser, object, toolReferences, trimmedText } from "./bodies.js";

/** An object of at most so much JSON (bytes). */
const smallObject = (most: number) =>
  v.pipe(
    object,
    v.check((value) => utf8Length(JSON.stringify(value)) <= most, `must be an object of at most ${most} bytes of JSON`),
  );

const name = trimmedText(120);
const adapterIds = Object.keys(webhookSenders) as [AdapterId, ...AdapterId[]];
/** Checked as a whole, so that no refusal quotes it. */
const webhookSecret = v.custom<string>(
  (value) => typeof value === "string" && value.length >= 16 && value.length <= 512,
  "must be a text of 16 to 512 characters",
);
const revisionWords = "must be a whole number from 1";
const revision = v.pipe(v.number(revisionWords), v.integer(revisionWords), v.minValue(1, revisionWords));

export const sourceBody = v.object({
  name,
  adapterId: v.nullish(v.picklist(adapterIds), "signed-json.v1"),
  webhookSecret,
  configuration: v.nullish(smallObject(4_096), {}),
  endUser: maybeEndUser,
});

const overlapWords = "must be a whole number of seconds from 0 to 604800";

export const sourcePatchBody = v.object({
  name: maybe(name),
  status: maybe(v.picklist(["active", "paused"])),
  configuration: maybe(smallObject(4_096)),
  webhookSecret: maybe(webhookSecret),
  previousSecretSeconds: v.nullish(
    v.pipe(
      v.number(overlapWords),
      v.integer(overlapWords),
      v.minValue(0, overlapWords),
      v.maxValue(604_800, overlapWords),
    ),
    86_400,
  ),
  expectedRevision: maybe(revision),
});

const pathWords = "must be up to 16 names joined by dots, of at most 200 characters";
const path = v.pipe(
  v.string(),
  v.check((given) => given.length <= 200 && /^[^.]+(?:\.[^.]+){0,15}$/.test(given), pathWords),
);
const plain = v.custom<string | number | boolean | null>(
  (value) =>
    value === null ||
    ["number", "boolean"].includes(typeof value) ||
    (typeof value === "string" && value.length <= 1_000),
  "must be a text of at most 1,000 characters, a number, true, false or null",
);
const condition = v.union(
  [
    v.strictObject({ path, equals: plain }),
    v.strictObject({ path, in: v.pipe(v.array(plain), v.minLength(1), v.maxLength(50)) }),
    v.strictObject({ path, exists: v.boolean() }),
  ],
  "must be an object of path and one of equals, in (a list of at most 50) and exists, with plain values",
);

const conditions = v.pipe(v.array(condition), v.maxLength(20));
const fields = v.pipe(v.array(path), v.maxLength(50));
const approval = v.picklist(["writes", "tools"]);

const configuration = v.pipe(
  object,
  v.object({
    conditions: v.nullish(conditions, []),
    fields: v.nullish(fields, []),
    approval: v.nullish(approval, "writes"),
  }),
);

/** In a change, missing fields stay. */
const configurationPatch = v.pipe(
  object,
  v.object({ conditions: maybe(conditions), fields: maybe(fields), approval: maybe(approval) }),
);

const eventType = v.pipe(v.string(), v.regex(/^[^\s*]{1,200}$|^\*$/, "must be a type such as invoice.paid, or *"));
const maxPromptBytes = 12_288;
const word = v.nullish(v.pipe(v.string(), v.maxLength(200)));
const prompt = v.pipe(
  v.string(),
  v.check((given) => given.trim() !== "", "must have text"),
  v.check((given) => utf8Length(given) <= maxPromptBytes, `must have at most ${maxPromptBytes} bytes of UTF-8`),
);

const templateFields = {
  instructions: v.nullish(v.pipe(v.string(), v.maxLength(65_536))),
  resources: maybe(v.pipe(v.array(v.unknown()), v.maxLength(20))),
  skills: v.nullish(skillsSchema),
  tools: v.nullish(toolReferences),
  mcpServers: maybe(mcpServersSchema),
  model: word,
  reasoningEffort: word,
  latencyMode: word,
  metadata: v.nullish(smallObject(4_096)),
};

const triggerFields = {
  name,
  eventTypes: v.pipe(v.array(eventType), v.minLength(1), v.maxLength(50)),
  configuration: v.nullish(configuration, {}),
  parameters: v.nullish(smallObject(2_048), {}),
  status: v.nullish(v.picklist(["active", "paused", "disabled"]), "active"),
};

export const triggerBody = v.object({
  sourceId: trimmedText(64),
  ...triggerFields,
  sessionTemplate: v.object({ prompt, ...templateFields }),
  endUser: v.optional(maybeEndUser),
});

export const triggerPatchBody = v.object({
  name: maybe(triggerFields.name),
  eventTypes: maybe(triggerFields.eventTypes),
  configuration: maybe(configurationPatch),
  parameters: maybe(smallObject(2_048)),
  sessionTemplate: maybe(v.pipe(object, v.object({ prompt: maybe(prompt), ...templateFields }))),
  status: maybe(v.picklist(["active", "paused", "disabled"])),
  expectedRevision: revision,
});

const fact = v.nullish(trimmedText(200));

export const manualEventBody = v.object({
  type: v.pipe(v.string(), v.regex(/^[^\s*]{1,200}$/, "must be a type such as invoice.paid")),
  id: fact,
  subject: fact,
  occurredAt: v.nullish(v.pipe(v.string(), v.trim(), instant)),
  occurrenceKey: fact,
  data: v.nullish(object, {}),
});
