/**
 * The folder of a durable service: its lock, its development key and its database.
 *
 * Created with mode 0700; the key's file has mode 0600. One process uses it at a time. The store defines the contents
 * of the database.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { access, constants, mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ServiceError } from "@service/sdk/protocol";
import { lockFolder } from "./data-folder-lock.js";

/** The organization that a first start makes, and its key in clear: for development on one machine. */
export interface DevelopmentAccess {
  readonly organizationId: string;
  readonly apiKey: string;
}

interface DataFolder {
  /** Absolute. */
  readonly path: string;
  /** Path of the database; the store creates it. */
  readonly databasePath: string;
  /** Where the bytes of files live. */
  readonly filesPath: string;
  /**
   * The development key for the organizations in the database: the one in the folder's file, else a fresh one for the
   * only organization or for a new one. A fresh key is written to the file.
   *
   * @throws {ServiceError} `data_folder_damaged` when the file names a missing organization, or is missing and there
   *   are several organizations.
   */
  developmentFor(organizationIds: readonly string[]): Promise<DevelopmentAccess>;
  /** Gives the folder back to others. */
  close(): Promise<void>;
}

/**
 * Opens or creates a data folder, and locks it until it is closed.
 *
 * @throws {ServiceError} `data_folder_in_use` when another process has it open, `data_folder_not_lockable` when its
 *   file system has no locks, `data_folder_not_writable` when it cannot be created or written, `data_folder_damaged`
 *   when the key's file is unreadable.
 */
export async function openDataFolder(dataDir: string, now: () => number = Date.now): Promise<DataFolder> {
  const path = resolve(dataDir);
  const databasePath = join(path, "database");
  const lock = await describeFaults(path, async () => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return lockFolder(path, now);
  });
  try {
    const file = join(path, "development.json");
    const kept = await describeFaults(path, () => readDevelopmentAccess(file));
    return {
      path,
      databasePath,
      filesPath: join(path, "files"),
      developmentFor: (organizationIds) => describeFaults(path, () => developmentFor(file, kept, organizationIds)),
      close: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Names that a folder without a database may have: those of an earlier start, also of one that was killed, and of a new disk. */
const leftByUs = /^(?:development\.json(?:\.[\da-f-]{36})?|database\.new|files|lock|lost\+found)$/;

/**
 * Whether there is a data folder at a path, without opening or making one: `missing` for no file or folder at all, `other`
 * for one without a database. `foreign` is the name of a file that no data folder has.
 */
export async function lookAtDataFolder(
  dataDir: string,
): Promise<{ readonly is: "data" | "other" | "missing"; readonly foreign?: string | undefined }> {
  const path = resolve(dataDir);
  return describeFaults(path, async () => {
    if (await isThere(join(path, "database"))) return { is: "data" };
    if (!(await isThere(path))) return { is: "missing" };
    const names = (await stat(path)).isDirectory() ? await readdir(path) : [];
    return { is: "other", foreign: names.toSorted().find((name) => !leftByUs.test(name)) };
  });
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
}

/**
 * Reads the development key of a folder without opening the folder, so that it works while a service runs on it; null when
 * no service was ever started on the folder.
 *
 * @throws {ServiceError} `data_folder_damaged` when the key's file cannot be parsed.
 */
export function readKeyOf(dataDir: string): Promise<DevelopmentAccess | null> {
  const path = resolve(dataDir);
  return describeFaults(path, () => readDevelopmentAccess(join(path, "development.json")));
}

async function developmentFor(
  file: string,
  kept: DevelopmentAccess | null,
  organizationIds: readonly string[],
): Promise<DevelopmentAccess> {
  const [only = randomUUID(), ...others] = organizationIds;
  if (kept !== null) {
    if (organizationIds.length === 0 || organizationIds.includes(kept.organizationId)) return kept;
    throw damaged(
      `${file} is of another data folder: it names an organization that the data does not hold. Bring back the file that belongs here, or remove this one: the data's own organization then gets a new key.`,
    );
  }
  if (others.length > 0) {
    throw damaged(
      `${file} is missing, and the data holds ${organizationIds.length} organizations. Bring the file back from a copy, or name one in \`credentials\`.`,
    );
  }
  // In the format of the service's own keys.
  const made = { organizationId: only, apiKey: `svk_${randomBytes(32).toString("hex")}` };
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return made;
}

function damaged(message: string): ServiceError {
  return new ServiceError(message, { code: "data_folder_damaged" });
}

async function readDevelopmentAccess(path: string): Promise<DevelopmentAccess | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const value = parseJson(text) as Partial<DevelopmentAccess> | null | undefined;
  if (typeof value?.organizationId === "string" && typeof value.apiKey === "string") {
    return { organizationId: value.organizationId, apiKey: value.apiKey };
  }
  throw damaged(
    `${path} holds no development key that can be read. Bring it back from a copy, or start with a new, empty data folder.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user has no access to it",
  EPERM: "this user has no access to it",
  EROFS: "its disk is read-only",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "there is a file of that name",
  EISDIR: "a folder has the name of one of its files, such as lock",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOENT: "it cannot be made there",
};

async function describeFaults<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasons[String((error as NodeJS.ErrnoException).code)];
    if (reason === undefined || error instanceof ServiceError) throw error;
    throw new ServiceError(
      `The data folder ${path} cannot be written: ${reason}. Choose another folder or change its permissions.`,
      { code: "data_folder_not_writable", cause: error },
    );
  }
}
