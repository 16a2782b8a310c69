import type { ServiceError } from "@service/sdk/protocol";
import { createMemoryStore, type Clock, type FileStore, type Store } from "./app.js";
import { copyFolder } from "./copy-folder.js";
import type { Credentials } from "./credentials.js";
import { openDataFolder } from "./data-folder.js";
import { openDiskFileStore } from "./files/disk-file-store.js";
import { defaultSettings, type Settings } from "./settings/setting-table.js";
import type { HintCarrier } from "./store/hint-carrier.js";
import { openPgliteStore } from "./store/sql-pglite.js";
import { openPostgresStore } from "./store/sql-postgres.js";

export interface Storage {
  readonly store: Store;
  readonly fileStore?: FileStore;
  readonly credentials?: Credentials;
  /** Losses that were found when the data folder was opened. @default nothing */
  readonly damage?: readonly ServiceError[];
  /** @default never */
  readonly failed?: Promise<ServiceError>;
  /** Copies a data folder to one that is not there yet, while it is open. */
  readonly backup?: (folder: string) => Promise<void>;
  close(): Promise<void>;
}

export type Place =
  | "memory"
  | { readonly dataDir: string }
  | { readonly databaseUrl: string; readonly hints?: HintCarrier | undefined };

interface StorageOptions {
  readonly clock?: Clock | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The host's own; without them a folder makes some of its own. */
  readonly credentials?: Credentials | undefined;
  /** Called with the time that a statement or transaction waited for a connection to PostgreSQL (ms). @default nothing */
  readonly onConnected?: ((ms: number) => void) | undefined;
  /** @default the settings' defaults */
  readonly settings?: Partial<Settings> | undefined;
}

/** Opens where a service keeps everything, or makes it there. */
export async function openStorage(
  place: Place,
  { clock, onError, onConnected, credentials, settings }: StorageOptions,
): Promise<Storage> {
  if (place === "memory") return openMemory();
  if ("dataDir" in place) return openFolder(place.dataDir, clock, credentials !== undefined);
  const { store, fileStore } = await openPostgresStore(place.databaseUrl, {
    clock,
    onError,
    onConnected,
    hints: place.hints,
    ...poolOf(settings),
  });
  return { store, fileStore, close: () => store.close() };
}

function poolOf(settings: Partial<Settings> | undefined) {
  const { databaseConnections, databaseConnectMs, databaseStatementMs, databaseQueryMs } = {
    ...defaultSettings,
    ...settings,
  };
  return {
    connections: databaseConnections,
    limits: { connectMs: databaseConnectMs, statementMs: databaseStatementMs, queryMs: databaseQueryMs },
  };
}

function openMemory(): Storage {
  const store = createMemoryStore();
  return { store, close: () => store.close() };
}

async function openFolder(dataDir: string, clock: Clock | undefined, hasCredentials: boolean): Promise<Storage> {
  const folder = await openDataFolder(dataDir, clock && (() => clock.now()));
  try {
    const fileStore = await openDiskFileStore(folder.filesPath);
    let crash: (error: ServiceError) => void = () => undefined;
    const failed = new Promise<ServiceError>((resolve) => {
      crash = resolve;
    });
    const store = await openPgliteStore(folder.databasePath, (error) => crash(error));
    // The host's own take the place of the folder's, which is then neither needed nor made.
    const credentials = hasCredentials ? undefined : await developmentOf(folder, store);
    return {
      store,
      fileStore,
      failed,
      damage: store.damage,
      backup: (to) => copyFolder(folder, (database) => store.copyTo(database), to),
      ...(credentials && { credentials }),
      close: async () => {
        await store.close();
        await folder.close();
      },
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

async function developmentOf(folder: Awaited<ReturnType<typeof openDataFolder>>, store: Store): Promise<Credentials> {
  try {
    return await folder.developmentFor(await store.listOrganizationIds());
  } catch (error) {
    await store.close();
    throw error;
  }
}
