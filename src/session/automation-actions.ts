/** The verbs for automations. */
import { randomId } from "../foundation/random-id.js";
import { isNotFound } from "../wire/protocol/api-error.js";
import type {
  AutomationDelivery,
  AutomationEventInput,
  AutomationSource,
  AutomationSourceInput,
  AutomationSourcePatch,
  AutomationTrigger,
  AutomationTriggerInput,
  AutomationTriggerPatch,
} from "../wire/protocol/automations.js";
import { retrying } from "../api/retrying.js";
import * as routes from "../api/routes/automations.js";
import { createTrackedWrites, type PanelWorld, type TrackedWrites } from "./tracked-writes.js";

/** A write on an automation source or trigger. */
export type AutomationAction =
  | "createSource"
  | "updateSource"
  | "removeSource"
  | "createTrigger"
  | "updateTrigger"
  | "removeTrigger"
  | "sendEvent";

/** Whether a read failed because the host or its service does not offer automations. */
export const isTurnedOff = (error: Error | null): boolean => isNotFound(error);

/** A trigger as it was shown: another revision on the service refuses the change with 409. */
export type ShownTrigger = Pick<AutomationTrigger, "id" | "revision">;

export interface AutomationActions {
  readonly writes: TrackedWrites<AutomationAction>;
  readonly createSource: (input: AutomationSourceInput) => Promise<AutomationSource>;
  /** Renames, pauses or resumes it, or gives it another secret. Fields left out stay. */
  readonly updateSource: (sourceId: string, patch: AutomationSourcePatch) => Promise<AutomationSource>;
  /** Disables it permanently: its address answers 410. Its sessions stay. */
  readonly removeSource: (sourceId: string) => Promise<void>;
  readonly createTrigger: (input: AutomationTriggerInput) => Promise<AutomationTrigger>;
  /** Changes, pauses or resumes it. Fields left out stay. */
  readonly updateTrigger: (
    trigger: ShownTrigger,
    patch: Omit<AutomationTriggerPatch, "expectedRevision">,
  ) => Promise<AutomationTrigger>;
  /** Removes it permanently; sessions that it started stay. */
  readonly removeTrigger: (trigger: ShownTrigger) => Promise<void>;
  /** Submits an event as if its sender had sent it. */
  readonly sendEvent: (sourceId: string, event: AutomationEventInput) => Promise<AutomationDelivery>;
}

/** The target of a write that makes a source. A new trigger's target is its source. */
export const newSourceTarget = "new";
export function createAutomationActions(options: PanelWorld): AutomationActions {
  const { client, workspaceId, refresh } = options;
  // Other writes are not retried: a second attempt would create another record, or conflict with the first one's
  // revision.
  const repeated = retrying(client);
  const writes = createTrackedWrites<AutomationAction>(refresh);
  const { run } = writes;

  return {
    writes,
    createSource: (input) =>
      run(newSourceTarget, "createSource", () => routes.createAutomationSource(client, { ...input, workspaceId })),
    updateSource: (sourceId, patch) =>
      run(sourceId, "updateSource", () => routes.updateAutomationSource(repeated, { sourceId, workspaceId }, patch)),
    removeSource: (sourceId) =>
      run(sourceId, "removeSource", () => routes.disableAutomationSource(repeated, { sourceId, workspaceId })),
    createTrigger: (input) =>
      run(input.sourceId, "createTrigger", () => routes.createAutomationTrigger(client, { ...input, workspaceId })),
    updateTrigger: ({ id, revision }, patch) =>
      run(id, "updateTrigger", () =>
        routes.updateAutomationTrigger(
          client,
          { triggerId: id, workspaceId },
          { ...patch, expectedRevision: revision },
        ),
      ),
    removeTrigger: ({ id, revision }) =>
      run(id, "removeTrigger", () => routes.deleteAutomationTrigger(client, { triggerId: id, workspaceId }, revision)),
    sendEvent: (sourceId, event) =>
      run(sourceId, "sendEvent", () =>
        routes.sendAutomationEvent(client, { sourceId, workspaceId }, { id: randomId(), ...event }),
      ),
  };
}
