// budget: every record of the family and the part of the store's contract that keeps them.
import type { EndUser } from "@service/sdk/protocol";
import type { McpServer } from "../mcp/mcp-server.js";
import type { Owner } from "../store/owner.js";
import type { Room } from "../store/room.js";
import type { Condition } from "./event-filter.js";
import type { AdapterId } from "./webhook-senders.js";

/** A source of events: a sender with a webhook address and a secret. */
export interface SourceRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly endUser: Owner;
  readonly name: string;
  readonly adapterId: AdapterId;
  /** Last part of the webhook's address, which cannot be guessed. Unique. */
  readonly endpointId: string;
  /** A paused source takes events and starts nothing; a disabled one takes nothing, for good. */
  readonly status: "active" | "paused" | "disabled";
  /** The newest first; empty once it is disabled. */
  readonly secrets: readonly SealedSecret[];
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The last delivery that was refused; written at most once in ten seconds. @default null, in records that were stored before it */
  readonly lastRefusal?: SourceRefusal | null;
  /** Grows by one with every change that a caller makes. */
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SourceRefusal {
  /** Code of the error that the sender got. */
  readonly code: string;
  readonly at: string;
}

export interface SealedSecret {
  /** See `secrets/secret-box.ts`. */
  readonly sealed: string;
  /** Null for the newest. */
  readonly validUntil: string | null;
}

/** Settings of the session that a trigger starts. */
export interface SessionTemplate {
  readonly prompt: string;
  /** Settings of the session, such as its instructions and its model. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly resources: readonly unknown[];
  /** Header values are empty; `sealedHeaders` has the real ones. */
  readonly mcpServers: readonly McpServer[];
  /** JSON of the header values by server id, encrypted; null when there are none. */
  readonly sealedHeaders: string | null;
}

export interface TriggerConfiguration {
  readonly conditions: readonly Condition[];
  /** Paths of the body that the agent is given; empty for all of it. */
  readonly fields: readonly string[];
  /** Which calls need approval: every writing call, or those whose tool requires it. */
  readonly approval: "writes" | "tools";
}

/** Which events of a source start a session, and which session. */
export interface TriggerRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly sourceId: string;
  /** The source's. */
  readonly endUser: Owner;
  readonly name: string;
  readonly status: "active" | "paused" | "disabled";
  readonly eventTypes: readonly string[];
  readonly configuration: TriggerConfiguration;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly template: SessionTemplate;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type IgnoredReason = "no_trigger" | "filtered" | "trigger_paused" | "source_paused" | "occurrence_seen";

/** An accepted event. Its body is not stored: the runs have the part that agents receive. */
export interface EventRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly sourceId: string;
  readonly endUser: Owner;
  readonly kind: "webhook" | "manual";
  readonly type: string;
  readonly subject: string | null;
  readonly occurredAt: string | null;
  readonly ignoredReason: IgnoredReason | null;
  readonly runIds: readonly string[];
  /** Number of repeats of the delivery. @default 0, in records stored before the field existed */
  readonly repeats?: number;
  /** When it was taken. */
  readonly createdAt: string;
}

/** Stored permanently for each delivery id, and for each body whose type is not signed. */
export interface KnownDelivery {
  readonly contentHash: string;
  /** Only where the type is not signed. Absent in records stored before the field existed. */
  readonly unsignedType?: string;
  readonly eventId: string;
  readonly ignoredReason: IgnoredReason | null;
  readonly runIds: readonly string[];
}

/** Settings of the run's session, as they were when the event arrived. */
export interface RunPlan {
  readonly triggerName: string;
  readonly template: SessionTemplate;
  readonly approval: TriggerConfiguration["approval"];
  /** The part of the event that the agent receives. */
  readonly context: string;
}

/** One event for one trigger, on its way to a session. */
export interface AutomationRunRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly sourceId: string;
  readonly triggerId: string;
  readonly eventId: string;
  readonly endUser: EndUser | null;
  readonly status: "queued" | "dispatching" | "dispatched" | "skipped" | "failed";
  readonly sessionId: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** How often a process has begun to start the session. */
  readonly attempts: number;
  /** When a process has to look at it; null once it has ended. */
  readonly dueAt: string | null;
  /** Null once it has ended. */
  readonly plan: RunPlan | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Selects records. Every given field must match. */
export interface AutomationQuery {
  readonly workspaceId: string;
  /** Only theirs. @default every owner's */
  readonly owners?: readonly Owner[] | undefined;
  readonly sourceId?: string | undefined;
  /** Only for runs. */
  readonly triggerId?: string | undefined;
  /** Only for runs. */
  readonly eventId?: string | undefined;
  readonly limit: number;
  /** Only records after this one in the list's order. */
  readonly behind?: { readonly createdAt: string; readonly id: string } | undefined;
}

/** State that a decision about a delivery may use. */
export interface DeliveryState {
  readonly source: SourceRecord;
  /** Those of the source, oldest first. */
  readonly triggers: readonly TriggerRecord[];
  /** By the asked keys, those that are known. */
  readonly known: ReadonlyMap<string, KnownDelivery>;
}

/** Changes to write in one transaction. */
export interface DeliveryChange<T> {
  readonly event?: EventRecord | undefined;
  /** The repeated event; counted while it is stored. */
  readonly repeatOf?: string | undefined;
  readonly runs?: readonly AutomationRunRecord[] | undefined;
  /** Kept for good. None of them is known yet. */
  readonly keys?: readonly (readonly [key: string, known: KnownDelivery])[] | undefined;
  readonly result: T;
}

/** How many events, and how many ended runs, a store keeps of each source: the newest. */
export const maxKeptEvents = 1_000;

export interface AutomationMethods {
  /** @param room gets the sources of the record's owner in the workspace that are not disabled. */
  createSource(record: SourceRecord, room: Room): Promise<void>;
  getSource(sourceId: string): Promise<SourceRecord | null>;
  findSource(endpointId: string): Promise<SourceRecord | null>;
  /** Newest first (`createdAt`, then `id`, both descending), as every list here. */
  listSources(query: AutomationQuery): Promise<SourceRecord[]>;
  /**
   * The one way in which a source changes: locks it, calls `decide` once and writes what that returns; null changes nothing.
   * When `decide` throws, nothing is written and the error is rethrown. Returns null when there is no such source.
   */
  changeSource(sourceId: string, decide: (known: SourceRecord) => SourceRecord | null): Promise<SourceRecord | null>;

  /**
   * @param room gets the triggers of the record's source.
   * @throws {ServiceError} `producer_missing` when the source is not there.
   */
  createTrigger(record: TriggerRecord, room: Room): Promise<void>;
  getTrigger(triggerId: string): Promise<TriggerRecord | null>;
  listTriggers(query: AutomationQuery): Promise<TriggerRecord[]>;
  /** As `changeSource`; `remove` removes the trigger, and its runs stay. */
  changeTrigger(
    triggerId: string,
    decide: (known: TriggerRecord) => TriggerRecord | "remove" | null,
  ): Promise<TriggerRecord | null>;

  /**
   * The only way for an event to enter. Locks the source, calls `decide` once with its triggers and the deliveries
   * stored under `keys`, and writes the result. Returns null when there is no such source.
   *
   * @param decide is pure and synchronous: it must not call the store.
   */
  takeDelivery<T>(
    sourceId: string,
    keys: readonly string[],
    decide: (state: DeliveryState) => DeliveryChange<T>,
  ): Promise<{ readonly result: T } | null>;
  listSourceEvents(query: AutomationQuery): Promise<EventRecord[]>;

  listAutomationRuns(query: AutomationQuery): Promise<AutomationRunRecord[]>;
  /** As `changeSource`. */
  changeAutomationRun(
    runId: string,
    decide: (known: AutomationRunRecord) => AutomationRunRecord | null,
  ): Promise<AutomationRunRecord | null>;
  /** Runs whose `dueAt` is not after `now`, the most overdue first. */
  listDueAutomationRuns(now: string, limit: number): Promise<AutomationRunRecord[]>;
}
