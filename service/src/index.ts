// budget: every option of the service with its contract, beside the one function that puts the parts together
/**
 * The whole service inside one Node process: durable in a data folder, in memory, or on a PostgreSQL server that it
 * shares with other processes.
 *
 * It answers requests passed to `fetch`, and on a port after `listen`. This file only assembles the app and the
 * store, and closes them in order.
 */
import { resolve } from "node:path";
import { ServiceError } from "@service/sdk/protocol";
import {
  createServiceApp,
  type Agent,
  type AgentMayReach,
  type Clock,
  type Connection,
  type Log,
  type MachinesOptions,
  type Settings,
  type ServiceApp,
  type ServiceAppOptions,
} from "./app.js";
import { systemClock } from "./clock.js";
import { checkCredentials, type Credentials } from "./credentials.js";
import { createIntegrations } from "./integrations/create-integrations.js";
import type { HostIntegration } from "./integrations/host-integration.js";
import { listen, type Listening, type ListenOptions } from "./listen.js";
import { mcpTools } from "./mcp/mcp-tools.js";
import { loadOtel, otelTracing } from "./operate/otel-tracing.js";
import { prometheusMetrics } from "./operate/prometheus-metrics.js";
import { checkSettings } from "./settings/check-settings.js";
import { defaultSettings } from "./settings/setting-table.js";
import { serverVersion } from "./version.js";
import { openStorage, type Storage } from "./open-storage.js";
import type { HintCarrier } from "./store/hint-carrier.js";

export { AgentFailure, answerOf, decisionOf, type TakenDecision } from "./app.js";
export type {
  Agent,
  AgentMayReach,
  AgentModel,
  AgentStep,
  AgentTurn,
  Clock,
  Connection,
  Log,
  LogFacts,
  MachinesOptions,
  SessionFacts,
  Settings,
} from "./app.js";
export type { HostCredential, HostCredentialContext, HostIntegration } from "./integrations/host-integration.js";
export type { Credentials } from "./credentials.js";
export type { HintCarrier } from "./store/hint-carrier.js";
export type { Listening, ListenOptions } from "./listen.js";

/** Options of `createEmbeddedService`. */
export interface EmbeddedServiceOptions {
  /**
   * Where sessions are kept: gone with the process, in a folder that this process then has to itself, or in a database of a
   * PostgreSQL server (`postgres://user:password@host:5432/database`), which any number of processes share. They notify each
   * other by NOTIFY, or by `hints`. @default "memory"
   */
  readonly store?:
    | "memory"
    | { readonly dataDir: string }
    | { readonly databaseUrl: string; readonly hints?: HintCarrier | undefined }
    | undefined;
  /**
   * The organization (a UUID) and its full key (at least 20 characters), the same in every process. Needed with
   * `databaseUrl`; made in the store at the first start. @default with a folder those that it keeps, else fresh ones
   */
  readonly credentials?: Credentials | undefined;
  /** Whether files are taken, and how large one may be (bytes). @default enabled, 52_428_800 */
  readonly fileUploads?: { readonly enabled?: boolean; readonly maxSizeBytes?: number } | undefined;
  /** Whether people may connect machines of their own, and the product's page where they approve one. @default enabled */
  readonly machines?: MachinesOptions | undefined;
  /**
   * The host's own function beside the policy: called for each session that the policy permits, and only able to
   * refuse.
   * @default permits them
   */
  readonly agentMayReach?: AgentMayReach | undefined;
  /**
   * Where the servers of product tools may be (`mcpServers` of a session): on this machine and in the open internet, and
   * in private networks too when a deployment's own servers are there. @default no private networks
   */
  readonly mcp?: { readonly privateNetworks?: boolean } | undefined;
  /**
   * Integrations that people may install by name, such as the host's own API. Only these may be on this machine; those that
   * people bring along are in the open internet, or anywhere with `mcp.privateNetworks`. @default none
   */
  readonly integrations?: readonly HostIntegration[] | undefined;
  /**
   * The key for stored secrets (AES-256-GCM): 32 random bytes as base64 or hex. In a list the first one encrypts, and
   * each one decrypts. Without a key, records that need a stored secret cannot be created, such as automation
   * sources. @default none
   */
  readonly secretsKey?: string | readonly string[] | undefined;
  /** How many signed webhook deliveries a source may make within a minute, in this process. @default 600 */
  readonly webhooksPerMinute?: number | undefined;
  /** @default the scripted agent for development */
  readonly agent?: Agent | undefined;
  /** How long an attempt at a turn may take; then the turn fails with `turn_timed_out`. @default 3_600_000 (ms) */
  readonly maxTurnMs?: number | undefined;
  /**
   * How long `close` waits for turns that have begun to answer; requests are answered meanwhile. Turns without output are
   * handed over at once. @default 30_000 (ms), 0 in memory
   */
  readonly drainMs?: number | undefined;
  /**
   * Limits and times that are otherwise fixed (docs/operate.md). An option of its own name goes before, as `maxTurnMs` does,
   * and so does what `listen` is given. @default those of docs/operate.md
   */
  readonly settings?: Partial<Settings> | undefined;
  /** @default the platform's clock */
  readonly clock?: Clock | undefined;
  /** Takes the lines of the log: an instance of pino, for example. No line has content, a name or a key. @default none */
  readonly log?: Log | undefined;
  /** Called with faults that have no caller. @default nothing */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A running embedded service. */
export interface EmbeddedService {
  /** @param connection facts about the connection; `listen` provides it. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Answers on a port until the service is closed, or only that port is. */
  listen(options: ListenOptions): Promise<Listening>;
  readonly organizationId: string;
  /** A full key of the organization: the given one, or one for development on this machine. */
  readonly apiKey: string;
  /**
   * Resolves with the reason when the service cannot go on by itself, as when the database of its data folder has stopped
   * (`store_crashed`). Requests are answered with 503 from then on: restart the process.
   */
  readonly failed: Promise<ServiceError>;
  /**
   * Copies the data folder to one that is not there yet, while requests are answered: the database is still for as long as its
   * files are copied. A service that is started on the copy continues from there. On PostgreSQL use its own tools.
   *
   * @throws {ServiceError} `backup_failed`, also without a data folder.
   */
  backup(folder: string): Promise<void>;
  /**
   * Claims no further turn, waits up to `drainMs` for those that have begun to answer, ends streams, and closes ports and the
   * data folder or the connections. On a shared database another process runs the other turns at once. A second call waits
   * for the same end.
   */
  close(): Promise<void>;
}

/**
 * Starts the service. The first start in a folder creates and stores one organization and one key; turns of a killed
 * process are recovered: in a folder at once, on a shared database when their lease of 30 seconds has expired.
 *
 * @example
 * const service = await createEmbeddedService({ store: { dataDir: ".data" } });
 * const { url } = await service.listen({ port: 0 });
 *
 * @throws {ServiceError} `data_folder_in_use`, `data_folder_not_lockable`, `data_folder_not_writable`,
 *   `data_folder_damaged`, `store_unreadable` or `store_too_new`; on a server `credentials_missing`,
 *   `credentials_unfit`, `credentials_taken` or `store_unreachable`; for a malformed key `secrets_key_invalid`, for a setting `setting_invalid`. Each
 *   message names the remedy, and none contains a password or a key.
 */
export async function createEmbeddedService(options: EmbeddedServiceOptions = {}): Promise<EmbeddedService> {
  const { store: place = "memory", drainMs } = options;
  const given = checkCredentials(options.credentials, typeof place === "object" && "databaseUrl" in place);
  checkSettings(options.settings ?? {}, "`settings`");
  const metrics = prometheusMetrics();
  const opened = await openStorage(place, { ...options, onConnected: (ms) => metrics.connected(ms) });
  try {
    const otel = await loadOtel();
    const app = await createServiceApp({
      ...appOptions(options, opened, given ?? opened.credentials),
      metrics,
      ...(otel && { tracing: otelTracing(otel, serverVersion) }),
    });
    return serviceOver(app, drainMs ?? drainOf(place, options.settings), opened, options.settings);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function appOptions(
  options: EmbeddedServiceOptions,
  { store, fileStore, damage }: Storage,
  credentials: Credentials | undefined,
): ServiceAppOptions {
  const { agent, agentMayReach, clock, onError, fileUploads, integrations, machines, mcp } = options;
  const outbound = { ...mcp, clock: clock ?? systemClock };
  return {
    store,
    fileStore,
    fileUploads,
    machines,
    maxTurnMs: options.maxTurnMs,
    settings: options.settings,
    log: options.log,
    secretsKey: options.secretsKey,
    webhooksPerMinute: options.webhooksPerMinute,
    toolSources: [mcpTools({ ...outbound, onLeftOut: (facts) => options.log?.warn({ ...facts }, "tool left out") })],
    integrations: createIntegrations({ ...outbound, definitions: integrations, onError }),
    damage,
    ...(credentials && { credentials }),
    ...(agent && { agent }),
    ...(agentMayReach && { agentMayReach }),
    ...(clock && { clock }),
    ...(onError && { onError }),
  };
}

function drainOf(place: EmbeddedServiceOptions["store"], { drain }: Partial<Settings> = {}): number {
  return (drain ?? (place === "memory" ? 0 : defaultSettings.drain)) * 1_000;
}

function serviceOver(
  app: ServiceApp,
  drainMs: number,
  opened: Storage,
  { keepAliveMs }: Partial<Settings> = {},
): EmbeddedService {
  const ports = new Set<Listening>();
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    const appClosed = app.close({ drainMs });
    await Promise.all([appClosed, ...[...ports].map((port) => port.close(appClosed))]);
    await opened.close();
  }

  return {
    fetch: (request, connection) => app.fetch(request, connection),
    async listen(options) {
      const port = await listen(app, { keepAliveMs, ...options });
      ports.add(port);
      // Closed while the port was being opened: it must not stay.
      if (closing) await port.close();
      return port;
    },
    organizationId: app.organizationId,
    apiKey: app.apiKey,
    failed: opened.failed ?? new Promise(() => undefined),
    async backup(folder) {
      if (opened.backup !== undefined) return opened.backup(resolve(folder));
      throw new ServiceError("There is no data folder to copy. PostgreSQL has tools of its own (docs/postgresql.md).", {
        code: "backup_failed",
      });
    },
    close: () => (closing ??= close()),
  };
}
