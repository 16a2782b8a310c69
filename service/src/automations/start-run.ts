/**
 * Turns an automation run into a session, in a worker.
 *
 * The session is created under the run's idempotency key, so a crash between two writes still creates it once: the
 * next worker gets the existing one.
 */
import { isServiceError, ServiceApiError } from "@service/sdk/protocol";
import { namedFiles } from "../files/named-files.js";
import { newSession } from "../sessions/new-session.js";
import type { Cause } from "../sessions/session-draft.js";
import { isUnavailable, type Store } from "../store/store.js";
import type { AutomationRunRecord } from "./automation-record.js";
import { openServers } from "./secrets-of.js";
import type { SecretsWorld } from "../secrets/required-secrets.js";

/** Time for a process to start the session of a claimed run before another process retries (ms). */
const takeOverMs = 30_000;
const mostAttempts = 10;

type World = SecretsWorld & { readonly store: Store };

/** Starts the session of a due run. Does nothing when another process has claimed the run. */
export async function startRun(world: World, due: AutomationRunRecord, cause: Cause): Promise<void> {
  const { store } = world;
  const isPaused = due.attempts === 0 && !(await isWanted(store, due));
  let taken: AutomationRunRecord | null = null;
  await store.changeAutomationRun(due.id, (known) => {
    if (known.dueAt === null || known.dueAt > cause.now) return null;
    if (isPaused && known.attempts === 0) return ended(known, cause, { status: "skipped" });
    const dueAt = new Date(Date.parse(cause.now) + takeOverMs).toISOString();
    taken = { ...known, status: "dispatching", attempts: known.attempts + 1, dueAt, updatedAt: cause.now };
    return taken;
  });
  if (taken !== null) await dispatch(world, taken, cause);
}

async function dispatch(world: World, run: AutomationRunRecord, cause: Cause): Promise<void> {
  const { store } = world;
  try {
    const sessionId = await startSession(world, run, cause);
    await store.changeAutomationRun(run.id, (known) => ended(known, cause, { status: "dispatched", sessionId }));
  } catch (error) {
    // The run was erased with its source.
    if (isServiceError(error) && error.code === "producer_missing") return;
    if (isUnavailable(error)) throw error;
    const failure = failureOf(error, run);
    if (failure === null) throw error;
    await store.changeAutomationRun(run.id, (known) => ended(known, cause, { status: "failed", error: failure }));
    if (!(error instanceof ServiceApiError)) throw error;
  }
}

async function startSession(world: World, run: AutomationRunRecord, cause: Cause): Promise<string> {
  const { plan, organizationId, workspaceId, endUser, triggerId, id: runId, eventId } = run;
  if (plan === null) throw new Error(`The run ${runId} has no plan.`);
  const { template, triggerName, context, approval } = plan;
  const { resources, files } = await namedFiles(world.store, workspaceId, template.resources);
  const { record, change } = newSession(
    {
      id: cause.newId(),
      organizationId,
      workspaceId,
      initialMessage: template.prompt,
      idempotencyKey: `automation-run:${runId}`,
      clientEventId: `automation-run:${runId}`,
      agentAccess: "session",
      memoryScope: "session",
      endUser,
      modelContext: context,
      extra: {
        ...(resources.length > 0 && { resources }),
        automation: { triggerId, runId, eventId, name: triggerName },
      },
      source: "automation",
      settings: template.settings,
      mcpServers: await openServers(world, triggerId, template),
      asksBeforeWrites: approval === "writes",
      goal: null,
      parent: null,
    },
    {
      ...cause,
      subjectId: `automation:${triggerId}`,
      actor: { source: "automation", id: triggerId, name: triggerName },
    },
  );
  const producer = { kind: "automation_run", id: runId } as const;
  return (await world.store.createSession(record, { ...change, files, producer })).session.id;
}

/**
 * Whether the trigger and its source are still active. Checked before the first attempt only: a later attempt may have
 * a session.
 */
async function isWanted(store: Store, { triggerId, sourceId }: AutomationRunRecord): Promise<boolean> {
  const [trigger, source] = await Promise.all([store.getTrigger(triggerId), store.getSource(sourceId)]);
  return trigger?.status === "active" && source?.status === "active";
}

/** Null while a retry may help. */
function failureOf(error: unknown, { attempts }: AutomationRunRecord): AutomationRunRecord["error"] {
  if (error instanceof ServiceApiError && !error.retryable) return { code: error.code, message: error.message };
  if (attempts < mostAttempts) return null;
  return { code: "internal_error", message: "The session could not be started. The service's log says why." };
}

function ended(
  known: AutomationRunRecord,
  { now }: Cause,
  end: Partial<Pick<AutomationRunRecord, "status" | "sessionId" | "error">>,
): AutomationRunRecord | null {
  if (known.dueAt === null) return null;
  return { ...known, ...end, dueAt: null, plan: null, updatedAt: now };
}
