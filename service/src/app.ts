// budget: one constructor that joins every part of the service, and its options beside it
import { ServiceError } from "@service/sdk/protocol";
import type { Agent } from "./agent/agent.js";
import { modelsOf } from "./agent/agent-models.js";
import { scriptedAgent } from "./scripted/agent.js";
import { createWebhookRate } from "./automations/webhook-rate.js";
import { systemClock, type Clock } from "./clock.js";
import { createClosing } from "./closing.js";
import { createMemoryFileStore } from "./files/memory-file-store.js";
import type { Files, FileStore } from "./files/file-store.js";
import { createRetention } from "./data/retention.js";
import { readFile, saveFile } from "./files/message-files.js";
import { heldFiles } from "./files/named-files.js";
import { sweepFiles } from "./files/uploads.js";
import { createEngine } from "./engine/engine.js";
import { createKeyWatch } from "./http/key-watch.js";
import { createHealth } from "./operate/health.js";
import { errorFacts, noLog, type Log, type LogFacts } from "./operate/log.js";
import type { Metrics } from "./operate/metrics.js";
import { noTracing, type Tracing } from "./operate/tracing.js";
import { tracedStore } from "./operate/traced-store.js";
import { observedStore } from "./operate/observed-store.js";
import { createMachines, type MachinesOptions } from "./machines/machines.js";
import { machineTools } from "./machines/machine-tools.js";
import { createRouter, type Connection } from "./routes/router.js";
import type { Integrations } from "./integrations/integrations.js";
import { integrationTools } from "./integrations/integration-tools.js";
import type { AgentMayReach } from "./policy/may-reach.js";
import { createReach } from "./policy/reach.js";
import { allRoutes } from "./routes/all-routes.js";
import { openRoutes } from "./routes/open-routes.js";
import { createKey } from "./routes/create-key.js";
import { checkSettings } from "./settings/check-settings.js";
import { defaultSettings, type Settings } from "./settings/setting-table.js";
import { createSecretBox } from "./secrets/secret-box.js";
import { newSession } from "./sessions/new-session.js";
import { relayFrom } from "./sessions/relay.js";
import { withoutMissing } from "./sessions/without-missing.js";
import type { SessionRecord } from "./store/records.js";
import { isUnavailable, type Store } from "./store/store.js";
import { createLogTails } from "./tail/log-tails.js";
import { createPulse } from "./tail/pulse.js";
import { memoryTools } from "./tools/memory-tools.js";
import { scheduleTools } from "./tools/schedule-tools.js";
import { sessionTools } from "./tools/session-tools.js";
import type { ToolSource } from "./tools/tool.js";
import { defaultLimits } from "./usage/limits.js";
import { limitedStore } from "./usage/limited-store.js";
import { isoNow, type World } from "./world.js";
import { toHex } from "./hex.js";

export type { Clock } from "./clock.js";
export type { Connection } from "./routes/router.js";
export type { Log, LogFacts } from "./operate/log.js";
export type { Span, SpanFacts, Tracing } from "./operate/tracing.js";
export type { Metrics } from "./operate/metrics.js";
export type { MachinesOptions } from "./machines/machines.js";
export type { FileStore } from "./files/file-store.js";
export { AgentFailure } from "./agent/agent.js";
export { answerOf, decisionOf, type TakenDecision } from "./agent/decisions-of.js";
export type { Agent, AgentModel, AgentStep, AgentTurn } from "./agent/agent.js";
export type { AgentMayReach, SessionFacts } from "./policy/may-reach.js";
export type { Settings } from "./settings/setting-table.js";
export type { Store } from "./store/store.js";
export type {
  AgentTool,
  CallContext,
  ToolCall,
  ToolContext,
  ToolOutcome,
  ToolResult,
  ToolSource,
} from "./tools/tool.js";

/** Options of `createServiceApp`. */
export interface ServiceAppOptions {
  /** Where everything is stored. */
  readonly store: Store;
  /** @default the scripted development agent */
  readonly agent?: Agent;
  /** @default the platform's clock */
  readonly clock?: Clock;
  /** SHA-256 of a text in lower-case hex. @default WebCrypto, which plain-http pages lack */
  readonly hash?: (text: string) => Promise<string> | string;
  /** A fresh lower-case UUID. @default crypto.randomUUID */
  readonly newId?: () => string;
  /**
   * The organization and its full key to serve, created when the store does not have them yet. Reopen a durable store
   * with the same ones. @default fresh ones
   */
  readonly credentials?: { readonly organizationId: string; readonly apiKey: string };
  /** Whether files are taken, and how large (bytes). @default enabled, 52_428_800 */
  readonly fileUploads?: { readonly enabled?: boolean; readonly maxSizeBytes?: number } | undefined;
  /** Where the bytes of files are kept. @default in memory */
  readonly fileStore?: FileStore | undefined;
  /** Whether people may connect machines of their own, and where they approve them. @default enabled */
  readonly machines?: MachinesOptions | undefined;
  /** Whether this process erases, every hour, what workspaces keep for some days only. @default enabled */
  readonly retention?: { readonly enabled?: boolean } | undefined;
  /**
   * Where callers reach the service, such as `https://api.example.com`: the origin of upload and download addresses. Needed
   * behind a proxy that changes the host or ends TLS. @default the origin that each request names
   */
  readonly publicUrl?: string | undefined;
  /** Additional tools for every session's agent. @default none */
  readonly toolSources?: readonly ToolSource[] | undefined;
  /**
   * The host's own function beside the policy: called for each session that the policy permits, and only able to
   * refuse.
   * @default permits them
   */
  readonly agentMayReach?: AgentMayReach | undefined;
  /**
   * The key for stored secrets (AES-256-GCM): 32 random bytes as base64 or hex. In a list the first one encrypts, and
   * each one decrypts. Without a key, records that need a stored secret cannot be created, such as automation
   * sources. @default none
   */
  readonly secretsKey?: string | readonly string[] | undefined;
  /** Reads sources of integrations and calls their tools. @default none, and the routes answer 503 */
  readonly integrations?: Integrations | undefined;
  /** How many signed webhook deliveries a source may make within a minute, in this process. @default 600 */
  readonly webhooksPerMinute?: number | undefined;
  /** How long a worker may be silent before its turn is taken over (ms). @default 30_000 */
  readonly leaseMs?: number;
  /** Limits and times that are otherwise fixed; an option of its own name goes before. @default those of docs/operate.md */
  readonly settings?: Partial<Settings> | undefined;
  /** How long an attempt at a turn may take; then the turn fails with `turn_timed_out`. @default 3_600_000 (ms) */
  readonly maxTurnMs?: number | undefined;
  /** Figures of the service, for `GET /metrics`. @default none, and the route answers 404 `metrics_disabled` */
  readonly metrics?: Metrics | undefined;
  /** Makes spans of requests, turns and tool calls. @default none */
  readonly tracing?: Tracing | undefined;
  /** Called with faults that have no caller. @default nothing */
  readonly onError?: (error: unknown) => void;
  /** Faults that were found as the store was opened; reported with the others. @default none */
  readonly damage?: readonly ServiceError[] | undefined;
  /** Takes the lines of the log: an instance of pino, for example. No line has content, a name or a key. @default none */
  readonly log?: Log | undefined;
}

/** The service as a function from `Request` to `Response`, without a port. */
export interface ServiceApp {
  /** @param connection facts about the connection; `listen` provides it. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  readonly organizationId: string;
  /** A full key of the organization. */
  readonly apiKey: string;
  /**
   * Stops claiming turns, hands over those without output, and waits for the others for at most `drainMs`. Then ends open
   * streams, whose readers are asked to reconnect, and releases every lease. The store stays open: it is the caller's.
   *
   * @param options.drainMs requests are answered meanwhile. @default 0 (ms)
   */
  close(options?: { readonly drainMs?: number | undefined }): Promise<void>;
}

export { createMemoryFileStore } from "./files/memory-file-store.js";
export { createMemoryStore } from "./store/memory-store.js";
export { scriptedAgent } from "./scripted/agent.js";

/**
 * Makes the whole service as one Request → Response function over a store. Recovers what a crash left behind.
 *
 * @throws {ServiceError} `secrets_key_invalid`, and `credentials_taken`.
 */
export async function createServiceApp(options: ServiceAppOptions): Promise<ServiceApp> {
  const closing = createClosing();
  const agent = options.agent ?? scriptedAgent;
  const models = modelsOf(agent);
  const { health, ...base } = await baseOf(options);
  const { metrics = null, damage = [] } = options;
  const { settings } = base;
  for (const fault of damage) base.onError(fault);
  const credentials = await ensureCredentials(base, options.credentials);
  const engine = createEngine({
    ...base,
    agent,
    models,
    leaseMs: settings.leaseMs,
    maxTurnMs: settings.maxTurnMs,
    turnsAtOnce: settings.turnsAtOnce,
    delta: { ms: settings.deltaMs, bytes: settings.deltaBytes },
    startChild: (parent, message) => startChild(base, parent, message),
    readFile: (session, fileId) => readFile(base, session, fileId),
    saveFile: (session, file) => saveFile(base, session, file),
    toolSources: toolSourcesOf(base, options),
  });
  const machines = createMachines(options.machines ?? {}, base);
  const webhookRate = createWebhookRate(base.clock, settings.webhooksPerMinute);
  const publicUrl = options.publicUrl?.replace(/\/+$/, "") ?? null;
  const pulse = createPulse(base);
  const keys = createKeyWatch({ ...base, pulse });
  const tails = createLogTails({ ...base, pulse });
  const live = { closing, keys, tails };
  const world: World = { ...base, ...live, publicUrl, engine, models, machines, webhookRate, health, metrics };
  metrics?.gauges({
    streams: () => closing.openCount,
    ready: () => health.isReady,
    queueAge: () => queueAge(base),
  });
  await sweepFiles(base).catch((error: unknown) => {
    // A database that takes no writes for the moment still answers reads.
    if (!isUnavailable(error)) throw error;
    base.onError(error);
  });
  const handle = createRouter(world, allRoutes, openRoutes);
  engine.start();
  const retention = createRetention({ ...base, engine, organizationId: credentials.organizationId });
  if (options.retention?.enabled !== false) retention.start();
  return {
    ...credentials,
    fetch: (request, connection) => handle(request, connection),
    async close({ drainMs = 0 } = {}) {
      health.stop();
      const retained = retention.close();
      await engine.drain(drainMs);
      closing.close();
      await engine.close();
      await retained;
    },
  };
}

/** Null while the database is away: the other figures are answered nevertheless. */
async function queueAge({ store, clock }: Pick<World, "store" | "clock">): Promise<number | null> {
  try {
    const { turn } = await store.nextDue();
    return turn === null ? 0 : Math.max(0, clock.now() - Date.parse(turn));
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/** Dependencies of every part of the service. */
async function baseOf(options: ServiceAppOptions) {
  const { metrics = null, clock = systemClock, log = noLog } = options;
  const { tracing = noTracing } = options;
  const traced = tracing === noTracing ? options.store : tracedStore(options.store, tracing);
  const settings = settingsOf(options);
  const limited = limitedStore(traced, { defaults: defaultLimits(settings), now: () => isoNow(clock) });
  const store = metrics === null && log === noLog ? limited : observedStore(limited, { metrics, log });
  const health = createHealth({ store, clock });
  return {
    health,
    store,
    clock,
    newId: options.newId ?? (() => crypto.randomUUID()),
    hash: async (text: string) => (options.hash ?? sha256)(text),
    log,
    tracing,
    onError(error: unknown, facts: LogFacts = {}) {
      health.note(error);
      log.error({ ...facts, ...errorFacts(error) }, "fault");
      options.onError?.(error);
    },
    settings,
    files: filesFor(options, settings),
    secrets: options.secretsKey === undefined ? null : await createSecretBox(options.secretsKey),
    integrations: options.integrations ?? null,
  };
}

/** @throws {ServiceError} `setting_invalid` */
function settingsOf({ settings = {}, leaseMs, maxTurnMs, webhooksPerMinute }: ServiceAppOptions): Settings {
  const options = withoutMissing({ leaseMs, maxTurnMs, webhooksPerMinute });
  return { ...defaultSettings, ...checkSettings(settings, "`settings`"), ...options };
}

function filesFor({ fileUploads, fileStore }: ServiceAppOptions, { maxFileBytes }: Settings): Files | null {
  if (fileUploads?.enabled === false) return null;
  return {
    store: fileStore ?? createMemoryFileStore(),
    maxSizeBytes: fileUploads?.maxSizeBytes ?? maxFileBytes,
  };
}

async function sha256(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

type Base = Pick<World, "store" | "clock" | "newId" | "hash" | "onError" | "log" | "secrets" | "integrations">;

/** Tool sources of every session: the service's own first, so that no other source can take their names. */
function toolSourcesOf(base: Base, { agentMayReach, machines, toolSources = [] }: ServiceAppOptions): ToolSource[] {
  const { store, clock, newId, hash, onError, log, secrets, integrations } = base;
  const cause = () => ({ now: isoNow(clock), newId });
  const reach = createReach({ store, agentMayReach, onError });
  const onLeftOut = (facts: LogFacts) => log.warn(facts, "integration left out");
  return [
    sessionTools({ store, reach, cause }),
    memoryTools({ store, newId, now: () => isoNow(clock) }),
    scheduleTools({ store, cause, hash }),
    ...(machines?.enabled === false ? [] : [machineTools({ store, clock, newId })]),
    ...toolSources,
    // Last, so that an installed integration can replace no listed tool of a product or of the service. Names of a
    // product's servers that are not listed now are theirs by `owns`.
    ...(integrations === null ? [] : [integrationTools({ store, secrets, integrations, onError, onLeftOut })]),
  ];
}

async function ensureCredentials(
  base: Base,
  known: ServiceAppOptions["credentials"],
): Promise<{ organizationId: string; apiKey: string }> {
  const { store, newId, hash, clock } = base;
  const organizationId = known?.organizationId ?? newId();
  if ((await store.getOrganization(organizationId)) === null) {
    await store.createOrganization({ id: organizationId, name: "Development", createdAt: isoNow(clock) });
  }
  const facts = {
    organizationId,
    workspaceId: null,
    name: "development",
    description: null,
    access: "full",
    expiresAt: null,
    createdBy: null,
  } as const;
  const keyOf = async (token: string) => (await store.readForRequest({ keyHash: await hash(token) })).key;
  const isKept = known !== undefined && (await keyOf(known.apiKey)) !== null;
  const token = isKept ? known.apiKey : (await createKey(base, facts, { token: known?.apiKey })).token;
  // One of two concurrent starts has created it.
  const key = await keyOf(token);
  if (key?.organizationId === organizationId && (key.workspaceId ?? null) === null)
    return { organizationId, apiKey: token };
  throw new ServiceError(
    "The key belongs to another organization in this store. Give each organization a key of its own.",
    { code: "credentials_taken" },
  );
}

/** A session that an agent starts: it inherits its parent's reach. */
async function startChild({ store, clock, newId }: Base, parent: SessionRecord, message: string): Promise<string> {
  const { organizationId, workspaceId, agentAccess, memoryScope, endUser, settings, mcpServers } = parent;
  const [turn] = await store.listTurns(parent.id, { statuses: ["running"], order: "position", limit: 1 });
  const { record, change } = newSession(
    {
      id: newId(),
      organizationId,
      workspaceId,
      initialMessage: message,
      idempotencyKey: null,
      clientEventId: null,
      modelContext: null,
      ...(turn !== undefined && { extra: relayFrom(turn) }),
      agentAccess,
      memoryScope,
      endUser,
      settings,
      mcpServers,
      goal: null,
      parent,
    },
    { now: isoNow(clock), newId, subjectId: `session:${parent.id}` },
  );
  const files = await heldFiles(store, parent);
  const { session } = await store.createSession(record, { ...change, files });
  return session.id;
}
