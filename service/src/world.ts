import type { WebhookRate } from "./automations/webhook-rate.js";
import type { AgentModels } from "./agent/agent-models.js";
import type { Clock } from "./clock.js";
import type { Closing } from "./closing.js";
import type { Engine } from "./engine/engine.js";
import type { KeyWatch } from "./http/key-watch.js";
import type { Machines } from "./machines/machines.js";
import type { Files } from "./files/file-store.js";
import type { Health } from "./operate/health.js";
import type { Log, LogFacts } from "./operate/log.js";
import type { Metrics } from "./operate/metrics.js";
import type { Tracing } from "./operate/tracing.js";
import type { Integrations } from "./integrations/integrations.js";
import type { SecretBox } from "./secrets/secret-box.js";
import type { Settings } from "./settings/setting-table.js";
import type { Store } from "./store/store.js";
import type { LogTails } from "./tail/log-tails.js";

/** Dependencies of every route. */
export interface World {
  readonly store: Store;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly newId: () => string;
  /** SHA-256 in lower-case hex. */
  readonly hash: (text: string) => Promise<string>;
  readonly onError: (error: unknown, facts?: LogFacts) => void;
  readonly log: Log;
  readonly tracing: Tracing;
  readonly settings: Settings;
  /** The agent's name and models. */
  readonly models: AgentModels;
  /** Null where the service keeps none. */
  readonly files: Files | null;
  /** Null where no machine may be connected. */
  readonly machines: Machines | null;
  /** Null without a key of the host's: then nothing is made that needs a secret kept. */
  readonly secrets: SecretBox | null;
  /** Null where the service has none. */
  readonly integrations: Integrations | null;
  readonly webhookRate: WebhookRate;
  /** Where callers reach the service, without a slash at its end. Null: as each request names it. */
  readonly publicUrl: string | null;
  /** Ends open streams with their key. */
  readonly keys: KeyWatch;
  /** The source of live streams. */
  readonly tails: LogTails;
  readonly health: Health;
  /** Null where nothing is measured. */
  readonly metrics: Metrics | null;
  /** Open streams end with the app. */
  readonly closing: Closing;
}

/** The clock's time as records and events carry it. */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
