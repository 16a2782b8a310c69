/** A backend's access to the service: the lines for its `.env`, or variables for a command. */
import { setTimeout as pause } from "node:timers/promises";
import { isServiceError } from "@service/sdk/protocol";
import { UsageError } from "./cli-modules.js";
import { readKeyOf } from "./data-folder.js";
import { createEmbeddedService } from "./index.js";
import { urlHost } from "./listen.js";

interface Place {
  readonly store: "memory" | { readonly dataDir: string } | { readonly databaseUrl: string };
  readonly port: number;
  readonly host: string | undefined;
}

/**
 * Reads the key of a data folder; a new folder gets its organization and key first. Leaves a running service alone.
 *
 * @throws {UsageError} when there is no folder, whose key would last, or no fixed port.
 */
export async function environmentOf({ store, port, host = "127.0.0.1" }: Place): Promise<string> {
  if (store === "memory" || !("dataDir" in store)) {
    throw new UsageError(
      "--env needs --data <folder>: a service in memory makes a new key at each start, and one on a database takes its key from SERVICE_API_KEY.",
    );
  }
  if (port === 0) throw new UsageError("--env needs a fixed port. Leave --port out, or give a number from 1 to 65535.");
  const { organizationId, apiKey } = await keyOf(store);
  const variables = accessVariables({ url: `http://${urlHost(host)}:${port}`, organizationId, apiKey });
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

/** The variables that a backend reads to reach the service. */
export function accessVariables(access: { url: string; organizationId: string; apiKey: string }) {
  return {
    SERVICE_API_BASE_URL: access.url,
    SERVICE_ORGANIZATION_ID: access.organizationId,
    SERVICE_API_KEY: access.apiKey,
  };
}

/** How long (ms) a process that makes the folder may take to write its key, and how often to look for it. */
const longestStart = 60_000;
const betweenLooks = 200;

/** The key of the folder; one that another process is about to write, too. */
async function keyOf(store: { readonly dataDir: string }) {
  for (let waited = 0; ; waited += betweenLooks) {
    const key = await readKeyOf(store.dataDir);
    if (key !== null) return key;
    try {
      return await makeKey(store);
    } catch (error) {
      const isStarting = isServiceError(error) && error.code === "data_folder_in_use";
      if (!isStarting || waited >= longestStart) throw error;
    }
    await pause(betweenLooks);
  }
}

async function makeKey(store: { readonly dataDir: string }) {
  const service = await createEmbeddedService({ store });
  const { organizationId, apiKey } = service;
  await service.close();
  return { organizationId, apiKey };
}
