/** The commands of `service-embedded` that handle people's data without serving: erase, export, import, copy. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { systemClock } from "./clock.js";
import { assertDataFolder, assertOwnFolder, backup } from "./cli-backup.js";
import { repair, verify } from "./cli-damage.js";
import { UsageError } from "./cli-modules.js";
import { createWhole } from "./create-whole.js";
import { archiveStream, parseArchive } from "./data/archive-lines.js";
import { readArchive, writeArchive, type Imported } from "./data/archive.js";
import { eraseScope } from "./data/erase-scope.js";
import { hasStore } from "./store/postgres-pool.js";
import { openStorage, type Place, type Storage } from "./open-storage.js";
import type { DataScope } from "./store/data.js";
import type { WorkspaceRecord } from "./store/records.js";
import { isoNow } from "./world.js";

export const dataHelp = `
Commands for people's data, which serve nothing (docs/privacy.md). A data folder must not be served at the same time.

  service-embedded erase  --data <folder> --workspace <id> <scope>   erase it, print what went, and compact the folder
  service-embedded export --data <folder> --out <file>               everything, with secrets
                          [--workspace <id> [<scope>]]               or a workspace, or a part of it
  service-embedded import --data <folder> --in <file>                add what is not there yet
  service-embedded copy   --data <folder> --to <folder or url>       export and import in one (default: SERVICE_DATABASE_URL)

  <scope>   --session <id>, --file <id>, --person <source>:<id>, or --all for the workspace itself
  In place of --data <folder>, --database <url> names a database (default: SERVICE_DATABASE_URL).
`;

type Values = ReturnType<typeof parse>;

const commands: Readonly<Record<string, (values: Values) => Promise<string>>> = {
  erase(values) {
    const workspaceId = given(values, "workspace", "the workspace: --workspace <id>");
    const scope = scopeOf(values, workspaceId);
    if (scope !== null) return withinKept(placeOf(values), (storage) => erase(storage, workspaceId, scope));
    throw new UsageError("Say what to erase: --session, --file, --person, or --all for the workspace.");
  },
  export(values) {
    const out = given(values, "out", "the file to write: --out <file>");
    if (existsSync(out)) throw new UsageError(`${out} is there already. Name a file that is not.`);
    const folder = dirname(resolve(out));
    if (!existsSync(folder))
      throw new UsageError(`There is no folder ${folder}. Make it first, or name another file after --out.`);
    return withinKept(placeOf(values), (storage) => exportTo(storage, out, values));
  },
  import(values) {
    const file = given(values, "in", "the archive to read: --in <file>");
    if (!existsSync(file)) throw new UsageError(`There is no archive ${file}. Check the path after --in.`);
    if (statSync(file).isDirectory())
      throw new UsageError(`${file} is a folder. Name the file of an archive after --in.`);
    return withinOwn(placeOf(values), (storage) => importFrom(storage, file));
  },
  backup({ data = "", to = "" }) {
    if (data === "" || to === "") throw new UsageError("Name both folders: --data <folder> --to <folder>.");
    return backup(data, to);
  },
  verify: (values) => withinKept(placeOf(values), verify),
  repair: (values) => withinKept(placeOf(values), repair),
  copy: (values) => withinKept(placeOf(values), (from) => withinOwn(targetOf(values), (to) => copy(from, to))),
};

/** Runs the command that the arguments name. Null when they name none, so that the service is to be served. */
export async function runDataCommand(args: readonly string[]): Promise<string | null> {
  const [name = "", ...rest] = args;
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return run === undefined ? null : run(parse(rest));
}

function given(values: Values, name: "workspace" | "out" | "in", what: string): string {
  const value = values[name] ?? "";
  if (value !== "") return value;
  throw new UsageError(`Name ${what}.`);
}

async function erase(storage: Storage, workspaceId: string, scope: DataScope): Promise<string> {
  const { store, fileStore, failed } = storage;
  const workspace = await workspaceOf(storage, workspaceId);
  const engine = { flush: async () => undefined, check: async () => undefined };
  const files = fileStore === undefined ? null : { store: fileStore, maxSizeBytes: Infinity };
  const world = { store, files, engine, clock: systemClock, newId: randomUUID, hash: sha256 };
  const cause = { now: isoNow(systemClock), newId: randomUUID, subjectId: "service-embedded erase" };
  const counts = await eraseScope(world, workspace, scope, cause);
  // Only a folder's database can fail by itself; a server's files are its operator's.
  if (failed !== undefined) await store.compact();
  return JSON.stringify({ scope: scope.kind, erased: counts, erasedAt: cause.now });
}

async function exportTo(storage: Storage, out: string, values: Values): Promise<string> {
  const workspace = values.workspace === undefined ? null : await workspaceOf(storage, values.workspace);
  const scope = workspace && (scopeOf(values, workspace.id) ?? { kind: "workspace", workspaceId: workspace.id });
  const lines = readArchive(sourceOf(storage), {
    scope: scope ?? { kind: "everything" },
    organizationId: workspace?.organizationId ?? null,
    now: isoNow(systemClock),
  });
  const bytes = Readable.fromWeb(archiveStream(lines) as never);
  // The archive contains secrets.
  await createWhole(out, (draft) => pipeline(bytes, createWriteStream(draft, { flags: "wx", mode: 0o600 })));
  return `Exported to ${out}.`;
}

async function importFrom(storage: Storage, file: string): Promise<string> {
  return told(
    await writeArchive(sourceOf(storage), parseArchive(createReadStream(file)), await targetOrganization(storage)),
  );
}

async function copy(from: Storage, to: Storage): Promise<string> {
  const scope = { kind: "everything" } as const;
  const lines = readArchive(sourceOf(from), { scope, organizationId: null, now: isoNow(systemClock) });
  return told(await writeArchive(sourceOf(to), lines));
}

/** A workspace of another installation becomes one of the organization that is there. */
async function targetOrganization({ store }: Storage): Promise<{ readonly organizationId?: string }> {
  const [organizationId, ...others] = await store.listOrganizationIds();
  return organizationId === undefined || others.length > 0 ? {} : { organizationId };
}

function told({ added, kept, files }: Imported): string {
  return `Added ${added} records; ${kept} were there already. The bytes of ${files === 1 ? "1 file" : `${files} files`} were written.`;
}

function sourceOf({ store, fileStore }: Storage) {
  return { store, fileStore: fileStore ?? null };
}

async function workspaceOf({ store }: Storage, id: string): Promise<WorkspaceRecord> {
  const workspace = await store.getWorkspace(id);
  if (workspace === null) throw new UsageError(`There is no workspace ${id} here.`);
  return workspace;
}

function scopeOf({ session, file, person, all }: Values, workspaceId: string): DataScope | null {
  if ([session, file, person, all].filter((named) => named !== undefined).length > 1) {
    throw new UsageError("Name one of --session, --file, --person and --all.");
  }
  if (session !== undefined) return { kind: "session", sessionId: session };
  if (file !== undefined) return { kind: "file", fileId: file };
  if (all === true) return { kind: "workspace", workspaceId };
  if (person === undefined) return null;
  const [, source, id] = /^([^:]+):(.+)$/s.exec(person) ?? [];
  if (source === undefined || id === undefined) throw new UsageError("--person takes <source>:<id>, such as app:ana.");
  return { kind: "person", workspaceId, endUser: { source, id } };
}

/** Opens data that is there. */
async function withinKept<T>(place: Place, act: (storage: Storage) => Promise<T>): Promise<T> {
  if (typeof place === "object" && "dataDir" in place) await assertDataFolder(place.dataDir);
  if (typeof place === "object" && "databaseUrl" in place) await assertDatabase(place.databaseUrl);
  return within(place, act);
}

/** Opens data that is there, or makes a new folder or database. */
async function withinOwn<T>(place: Place, act: (storage: Storage) => Promise<T>): Promise<T> {
  if (typeof place === "object" && "dataDir" in place) await assertOwnFolder(place.dataDir);
  return within(place, act);
}

/** A command on data that is there must not make tables in another program's database. @throws {UsageError} */
async function assertDatabase(databaseUrl: string): Promise<void> {
  if (await hasStore(databaseUrl)) return;
  throw new UsageError("The database has no data of this service. Check its name at the end of the address.");
}

async function within<T>(place: Place, act: (storage: Storage) => Promise<T>): Promise<T> {
  // No credentials are made: a folder that is filled by an import gets those of its organization when it is served.
  const storage = await openStorage(place, { credentials: { organizationId: "", apiKey: "" } });
  try {
    return await act(storage);
  } finally {
    await storage.close();
  }
}

function placeOf({ data, database }: Values): Place {
  if (data !== undefined && database !== undefined) throw new UsageError("Name one of --data and --database.");
  if (data !== undefined && data !== "") return { dataDir: data };
  const databaseUrl = database ?? process.env["SERVICE_DATABASE_URL"] ?? "";
  if (databaseUrl === "") throw new UsageError("Say where the data is: --data <folder> or --database <url>.");
  return { databaseUrl };
}

function targetOf({ to = process.env["SERVICE_DATABASE_URL"] ?? "" }: Values): Place {
  if (to === "") throw new UsageError("Say where to copy to: --to <folder or url>.");
  return /^postgres(?:ql)?:\/\//.test(to) ? { databaseUrl: to } : { dataDir: to };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    data: text,
    database: text,
    workspace: text,
    session: text,
    file: text,
    person: text,
    all: { type: "boolean" },
    out: text,
    in: text,
    to: text,
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function sha256(value: string): Promise<string> {
  return createHash("sha256").update(value).digest("hex");
}
