// budget: every record, body and page of one family, read beside each other.
import * as v from "valibot";
import type { OwnerChoices } from "./owner-choice.js";
import type { EndUser } from "./session.js";

/** Automations: signed events of other systems that start sessions (`protocol.md` §9.4). */

/** How a source's sender signs: one of ours, or GitHub's, Stripe's or Standard Webhooks' way. */
export type AutomationAdapterId = "signed-json.v1" | "github.v1" | "stripe.v1" | "standard-webhooks.v1";

/** A source of events. Its secret is never readable. */
export interface AutomationSource {
  readonly id: string;
  readonly workspaceId: string;
  /** Whose it is; null is the workspace's. */
  readonly endUser: EndUser | null;
  readonly name: string;
  readonly adapterId: AutomationAdapterId | (string & {});
  /** A paused source lists its events and starts nothing; a disabled one takes nothing any more. */
  readonly status: "active" | "paused" | "disabled" | (string & {});
  readonly endpointId: string;
  /** Under the service's public address: where the sender posts its events. */
  readonly webhookPath: string;
  readonly hasWebhookSecret: boolean;
  /** Until when the secret before the newest one is accepted too, or null. */
  readonly previousSecretUntil: string | null;
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The last delivery that was refused: the code of the error that its sender got, and when. */
  readonly lastRefusal: { readonly code: string; readonly at: string } | null;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Fields of a new automation source. */
export interface AutomationSourceInput {
  /** 1 to 120 characters. */
  readonly name: string;
  /** @default "signed-json.v1" */
  readonly adapterId?: AutomationAdapterId | undefined;
  /** At least 16 characters; of Standard Webhooks the base64 of 24 to 64 bytes, with or without `whsec_` before it. */
  readonly webhookSecret: string;
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  /** With an organization's key: whose it is. Through a host's proxy, the person's own. */
  readonly endUser?: EndUser | null | undefined;
  /** Through a host's proxy: `workspace` makes it the workspace's, for an admin. @default "user" */
  readonly owner?: "user" | "workspace" | undefined;
}

/** Fields left out stay. */
export interface AutomationSourcePatch {
  readonly name?: string | undefined;
  readonly status?: "active" | "paused" | undefined;
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  /** Becomes the newest secret. */
  readonly webhookSecret?: string | undefined;
  /** How long the secret before it is accepted too, at most seven days. @default 86_400 (seconds) */
  readonly previousSecretSeconds?: number | undefined;
  /** 409 when the source has another revision. */
  readonly expectedRevision?: number | undefined;
}

/** A statement about one place of an event's body: names joined by dots, as the sender sent it. */
export type AutomationCondition =
  | { readonly path: string; readonly equals: string | number | boolean | null }
  | { readonly path: string; readonly in: readonly (string | number | boolean | null)[] }
  | { readonly path: string; readonly exists: boolean };

/** Conditions of a trigger, and the fields of the event that its session gets. */
export interface AutomationTriggerConfiguration {
  /** All conditions must match; at most 20. @default none */
  readonly conditions?: readonly AutomationCondition[] | undefined;
  /** Paths of the body that the agent is given; at most 50. @default the whole body */
  readonly fields?: readonly string[] | undefined;
  /**
   * Which calls wait for a person: each that may write, or those that their tool's own setting names. A browser cannot
   * choose. @default "writes"
   */
  readonly approval?: "writes" | "tools" | undefined;
}

/** Settings of the sessions that a run starts. */
export interface AutomationSessionTemplate {
  /** At most 12 KiB in UTF-8. The event is added as data, apart from the prompt. */
  readonly prompt: string;
  readonly instructions?: string | null | undefined;
  readonly resources?: readonly unknown[] | undefined;
  readonly skills?: readonly unknown[] | undefined;
  readonly tools?: readonly unknown[] | undefined;
  /** As of a session; header values are encrypted and never read back. */
  readonly mcpServers?: readonly unknown[] | undefined;
  readonly model?: string | null | undefined;
  readonly reasoningEffort?: string | null | undefined;
  readonly latencyMode?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Which events of a source start a session. */
export interface AutomationTrigger {
  readonly id: string;
  readonly workspaceId: string;
  readonly sourceId: string;
  /** The source's. */
  readonly endUser: EndUser | null;
  readonly name: string;
  /** While it is paused, events are listed as skipped. */
  readonly status: "active" | "paused" | "disabled" | (string & {});
  /** `invoice` takes `invoice.paid` too; `*` takes every type. */
  readonly eventTypes: readonly string[];
  readonly configuration: AutomationTriggerConfiguration;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly sessionTemplate: AutomationSessionTemplate;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Fields of a new automation trigger. */
export interface AutomationTriggerInput {
  readonly sourceId: string;
  /** 1 to 120 characters. */
  readonly name: string;
  /** 1 to 50. */
  readonly eventTypes: readonly string[];
  readonly configuration?: AutomationTriggerConfiguration | undefined;
  /** Passed to the agent together with the event. At most 2 KiB of JSON. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly sessionTemplate: AutomationSessionTemplate;
  /** @default "active" */
  readonly status?: "active" | "paused" | "disabled" | undefined;
  /** Through a host's proxy: `workspace` for a trigger of the workspace's source. @default "user" */
  readonly owner?: "user" | "workspace" | undefined;
}

/** Fields left out stay. */
export type AutomationTriggerPatch = Partial<Omit<AutomationTriggerInput, "sourceId" | "owner">> & {
  /** The revision that the caller saw; 409 when it is another one now. */
  readonly expectedRevision: number;
};

/** An event that a source took. */
export interface AutomationEvent {
  readonly id: string;
  readonly sourceId: string;
  readonly kind: "webhook" | "manual" | (string & {});
  readonly type: string;
  readonly subject: string | null;
  readonly occurredAt: string | null;
  /** Why it started no session, or null. */
  readonly ignoredReason:
    | "no_trigger"
    | "filtered"
    | "trigger_paused"
    | "source_paused"
    | "occurrence_seen"
    | (string & {})
    | null;
  readonly runIds: readonly string[];
  /** Number of repeats of the same delivery. */
  readonly repeats: number;
  /** When it was taken. */
  readonly createdAt: string;
}

/** One event for one trigger. */
export interface AutomationRun {
  readonly id: string;
  readonly workspaceId: string;
  /** The source's. */
  readonly endUser: EndUser | null;
  readonly sourceId: string;
  readonly triggerId: string;
  readonly eventId: string;
  /** `skipped` because the trigger is paused. */
  readonly status: "queued" | "dispatching" | "dispatched" | "skipped" | "failed" | (string & {});
  /** The session that it started, or null. */
  readonly sessionId: string | null;
  /** Why it failed. */
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An event that a caller makes up, to try a trigger. */
export interface AutomationEventInput {
  readonly type: string;
  /** A repeat of the same id starts nothing. */
  readonly id?: string | undefined;
  readonly subject?: string | undefined;
  readonly occurredAt?: string | undefined;
  readonly occurrenceKey?: string | undefined;
  /** For a source with another adapter than `signed-json.v1`, the sender's whole body. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer to a delivery. */
export interface AutomationDelivery {
  readonly accepted: boolean;
  /** The event is a repeat; no run was started. */
  readonly duplicate: boolean;
  readonly ignoredReason: AutomationEvent["ignoredReason"];
  readonly eventId: string;
  readonly runIds: readonly string[];
}

/** Newest first. */
export interface AutomationSourcePage {
  readonly sources: readonly AutomationSource[];
  /** Whether the service was given a key for secrets; without one no source can be made. */
  readonly canStoreSecrets: boolean;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Through a host's proxy: whose a new record may be. */
  readonly owners?: OwnerChoices | undefined;
}

/** Newest first. */
export interface AutomationTriggerPage {
  readonly triggers: readonly AutomationTrigger[];
  readonly nextCursor: string | null;
}

/** Newest first. */
export interface AutomationEventPage {
  readonly events: readonly AutomationEvent[];
  readonly nextCursor: string | null;
}

/** Newest first. */
export interface AutomationRunPage {
  readonly runs: readonly AutomationRun[];
  readonly nextCursor: string | null;
}

const text = v.string();
const maybeText = v.nullish(text, null);
const endUser = v.nullish(v.looseObject({ source: text, id: text }), null);
const object = v.optional(v.looseObject({}), {});

/** Schema of `AutomationSource`. */
export const automationSourceSchema = v.looseObject({
  id: text,
  workspaceId: text,
  endUser,
  name: text,
  adapterId: text,
  status: v.optional(text, "active"),
  endpointId: text,
  webhookPath: text,
  hasWebhookSecret: v.optional(v.boolean(), true),
  previousSecretUntil: maybeText,
  configuration: object,
  lastRefusal: v.fallback(v.nullish(v.looseObject({ code: text, at: text }), null), null),
  revision: v.optional(v.number(), 1),
  createdAt: text,
  updatedAt: text,
});

/** Schema of `AutomationTrigger`. */
export const automationTriggerSchema = v.looseObject({
  id: text,
  workspaceId: text,
  sourceId: text,
  endUser,
  name: text,
  status: text,
  eventTypes: v.array(text),
  configuration: object,
  parameters: object,
  sessionTemplate: v.looseObject({ prompt: text }),
  revision: v.number(),
  createdAt: text,
  updatedAt: text,
});

/** Schema of `AutomationEvent`. */
export const automationEventSchema = v.looseObject({
  id: text,
  sourceId: text,
  kind: v.optional(text, "webhook"),
  type: text,
  subject: maybeText,
  occurredAt: maybeText,
  ignoredReason: maybeText,
  runIds: v.optional(v.array(text), []),
  repeats: v.optional(v.number(), 0),
  createdAt: text,
});

/** Schema of `AutomationRun`. */
export const automationRunSchema = v.looseObject({
  id: text,
  workspaceId: text,
  endUser,
  sourceId: text,
  triggerId: text,
  eventId: text,
  status: text,
  sessionId: maybeText,
  error: v.fallback(v.nullish(v.looseObject({ code: text, message: text }), null), null),
  createdAt: text,
  updatedAt: text,
});

/** Schema of `AutomationDelivery`. */
export const automationDeliverySchema = v.looseObject({
  accepted: v.boolean(),
  duplicate: v.optional(v.boolean(), false),
  ignoredReason: maybeText,
  eventId: text,
  runIds: v.optional(v.array(text), []),
});

/** Schema of `AutomationSourcePage`. */
export const automationSourcePageSchema = v.looseObject({
  sources: v.array(automationSourceSchema),
  canStoreSecrets: v.optional(v.boolean(), true),
  nextCursor: maybeText,
});
/** Schema of `AutomationTriggerPage`. */
export const automationTriggerPageSchema = v.looseObject({
  triggers: v.array(automationTriggerSchema),
  nextCursor: maybeText,
});
/** Schema of `AutomationEventPage`. */
export const automationEventPageSchema = v.looseObject({
  events: v.array(automationEventSchema),
  nextCursor: maybeText,
});
/** Schema of `AutomationRunPage`. */
export const automationRunPageSchema = v.looseObject({ runs: v.array(automationRunSchema), nextCursor: maybeText });
