#!/usr/bin/env node
/** The command `service-embedded`: serves on a port until a signal stops it, and reports failures in plain words. */
import { parseArgs } from "node:util";
import { isServiceError } from "@service/sdk/protocol";
import { answerBackups, backupHelp } from "./cli-backup.js";
import { runCommand, splitCommand, type RunningCommand } from "./cli-command.js";
import { agentOf, UsageError } from "./cli-modules.js";
import { configured, settingFlags, settingsHelp, type Configured } from "./cli-settings.js";
import { accessVariables, environmentOf } from "./cli-environment.js";
import { damageHelp, DamageFound } from "./cli-damage.js";
import { dataHelp, runDataCommand } from "./cli-data.js";
import { settingsAsText } from "./settings/read-settings.js";
import { defaultSettings } from "./settings/setting-table.js";
import { serverVersion } from "./version.js";
import { createPinoLog } from "./operate/pino-log.js";
import {
  createEmbeddedService,
  type Credentials,
  type EmbeddedService,
  type EmbeddedServiceOptions,
  type HintCarrier,
  type Log,
} from "./index.js";

const help = `service-embedded: the whole service for durable agent chat, on this machine.

Usage: service-embedded --data <folder>  [settings] [--json | --env] [-- <command>]
       service-embedded --memory         [settings] [--json] [-- <command>]
       service-embedded --database <url> [settings] [--json] [-- <command>]

  --data <folder>    keep everything in this folder; it is made when it is not there. A power failure may lose its last
                     moments, which PostgreSQL does not
  --memory           keep everything in memory, until this stops
  --database <url>   keep everything in this database of a PostgreSQL server, which other processes may share:
                     postgres://user:password@host:5432/database (default: SERVICE_DATABASE_URL)
  --agent <file>     answer with the agent that this module exports as its default (default: the scripted one)
  --config <file>    take settings from this JSON file, such as { "port": 4600 }; or take further options of
                     createEmbeddedService from this module's default export, such as { settings, integrations, machines }
  --json             print {"url","organizationId","apiKey"} as the first line
  --env              print the lines for a backend's .env and exit; works while the service runs on the folder, too
  -- <command>       once the service answers, run this command, such as -- npm run dev, with SERVICE_API_BASE_URL,
                     SERVICE_ORGANIZATION_ID and SERVICE_API_KEY in its environment; stop when it ends, with its exit code
  --version          print the version
  --help             print this

In a folder and in memory it makes one organization and one key at its first start; the key is for development on this
machine. On a database every process takes them from SERVICE_ORGANIZATION_ID and SERVICE_API_KEY.
SERVICE_SECRETS_KEY holds the key under which secrets are stored (openssl rand -base64 32), needed for automations. After a
comma it may name older keys, which only decrypt.
Ctrl-C or SIGTERM stops it once running answers have ended; a second one stops it at once.
`;

interface Wishes extends Configured {
  readonly store: Exclude<EmbeddedServiceOptions["store"], undefined>;
  readonly credentials: Credentials | undefined;
  /** The file of a module. */
  readonly agent: string | undefined;
  readonly isJson: boolean;
  /** Prints the lines for `.env` instead of serving. */
  readonly isEnv: boolean;
  /** The command after `--` and its arguments. */
  readonly command: readonly string[] | undefined;
}

async function readWishes(args: readonly string[]): Promise<Wishes | "help" | typeof serverVersion> {
  const { own, command } = splitCommand(args);
  const values = parse(own);
  if (values.help === true) return "help";
  if (values.version === true) return serverVersion;
  if (values.env === true && command !== undefined) {
    throw new UsageError("--env only prints. Leave it out to run a command: the command gets the same variables.");
  }
  const place = placeOf(values);
  const { options, settings } = await configured(values, values.config);
  const { hints, ...others } = options;
  const store = hints === undefined ? place : withHints(place, hints);
  return {
    options: others,
    settings,
    store,
    credentials: typeof store === "object" && "databaseUrl" in store ? credentialsFromEnvironment() : undefined,
    agent: values.agent,
    isJson: values.json === true,
    isEnv: values.env === true,
    command,
  };
}

/** The output of `service-embedded settings`. */
async function settingsInForce(args: readonly string[]): Promise<string> {
  const values = parse(args);
  return settingsAsText((await configured(values, values.config)).settings);
}

function placeOf({ data, memory, database }: ReturnType<typeof parse>): Wishes["store"] {
  if ([data, memory, database].filter((place) => place !== undefined).length > 1) {
    throw new UsageError("Say where to keep things once: --data <folder>, --memory or --database <url>.");
  }
  if (data === "") throw new UsageError("--data needs the name of a folder.");
  if (data !== undefined) return { dataDir: data };
  if (memory === true) return "memory";
  const databaseUrl = database ?? process.env["SERVICE_DATABASE_URL"] ?? "";
  if (databaseUrl !== "") return { databaseUrl };
  throw new UsageError("Say where to keep things: --data <folder>, --memory or --database <url>.");
}

function withHints(place: Wishes["store"], hints: HintCarrier): Wishes["store"] {
  if (typeof place === "object" && "databaseUrl" in place) return { ...place, hints };
  throw new UsageError("--config exports hints, which go between processes on one database. Use them with --database.");
}

/** Not from the command line, which everybody on the machine can read. The service reports missing values. */
function credentialsFromEnvironment(): Credentials {
  const { SERVICE_ORGANIZATION_ID: organizationId = "", SERVICE_API_KEY: apiKey = "" } = process.env;
  return { organizationId, apiKey };
}

function secretsKeyFromEnvironment(): readonly string[] | undefined {
  const keys = (process.env["SERVICE_SECRETS_KEY"] ?? "").split(",").filter((key) => key.trim() !== "");
  return keys.length === 0 ? undefined : keys;
}

/** The storage for people to read: never the address of a database, which may contain a password. */
function told(store: Wishes["store"]): string {
  if (store === "memory") return "in memory, gone when this stops";
  if ("dataDir" in store) return store.dataDir;
  const { hostname, port, pathname } = new URL(store.databaseUrl);
  return `the database ${pathname.slice(1)} at ${hostname}${port === "" ? "" : `:${port}`}`;
}

const flags = {
  data: { type: "string" },
  memory: { type: "boolean" },
  database: { type: "string" },
  agent: { type: "string" },
  config: { type: "string" },
  json: { type: "boolean" },
  env: { type: "boolean" },
  version: { type: "boolean", short: "v" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = {
  readonly [Name in keyof typeof flags]?: (typeof flags)[Name]["type"] extends "string" ? string : boolean;
};

function parse(args: readonly string[]): Values {
  try {
    return parseArgs({ args: [...args], options: { ...settingFlags, ...flags } }).values as Values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function serve(wishes: Wishes): Promise<void> {
  const { store, credentials, options, settings, isJson, command } = wishes;
  const { port, host } = { ...defaultSettings, ...settings };
  const log = createPinoLog({ ...defaultSettings, ...settings }.logLevel);
  const secretsKey = secretsKeyFromEnvironment();
  const service = await createEmbeddedService({
    ...options,
    ...(await agentOf(wishes.agent)),
    ...(secretsKey && { secretsKey }),
    store,
    credentials,
    settings,
    log,
    // A terminal keeps nothing: the author of an agent reads its errors there in full.
    onError: process.stderr.isTTY ? (error) => console.error(error) : undefined,
  });
  const { organizationId, apiKey } = service;
  log.info({}, "started");
  try {
    const { url } = await service.listen({ port, host });
    log.info({ url }, "listening");
    let running: RunningCommand | undefined;
    stopOnSignal(service, log, () => running);
    if (typeof store === "object" && "dataDir" in store) answerBackups(store.dataDir, (to) => service.backup(to));
    void service.failed.then((error) => {
      log.error({ code: error.code, reason: error.message }, "database failed");
      running?.signal("SIGTERM");
      fail(error);
    });
    // Many may read stored output, so the text shows the key only if a person must copy it. `--json` always has the key.
    const isKeyInEnvironment = credentials !== undefined || command !== undefined;
    const key = isKeyInEnvironment ? "that of SERVICE_API_KEY" : apiKey;
    console.log(
      isJson
        ? JSON.stringify({ url, organizationId, apiKey })
        : `The service answers at ${url}\n  organization  ${organizationId}\n  key           ${key}\n  data          ${told(store)}\nCtrl-C stops it.`,
    );
    if (command === undefined) return;
    running = runCommand(command, accessVariables({ url, organizationId, apiKey }));
    await end(service, log, await running.ended);
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Signals within this time count as one: a terminal and npm both forward the same Ctrl-C (ms). */
const sameWish = 1_000;

/** The first signal stops in order; a later signal ends the process at once. A command ends before the service. */
function stopOnSignal(service: EmbeddedService, log: Log, running: () => RunningCommand | undefined): void {
  let asked: number | undefined;
  const stop = (name: "SIGINT" | "SIGTERM") => {
    const now = performance.now();
    if (asked !== undefined) return void (now - asked > sameWish && process.exit(1));
    asked = now;
    log.info({}, "stopping");
    setTimeout(() => console.error("Waiting for running answers to end. Ctrl-C again stops at once."), 1_000).unref();
    const command = running();
    if (command === undefined) return void end(service, log, 0).catch(fail);
    // A terminal sends its Ctrl-C to the command, too.
    if (name === "SIGTERM" || !process.stdin.isTTY) command.signal(name);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

async function end(service: EmbeddedService, log: Log, exitCode: number): Promise<never> {
  await service.close();
  log.info({}, "stopped");
  process.exit(exitCode);
}

function fail(error: unknown): never {
  if (error instanceof DamageFound) console.error(error.message);
  else if (error instanceof UsageError) console.error(`${error.message}\n\nRun service-embedded --help for usage.`);
  else console.error(isServiceError(error) ? error.message : error);
  process.exit(1);
}

try {
  const args = process.argv.slice(2);
  const result = args[0] === "settings" ? await settingsInForce(args.slice(1)) : await runDataCommand(args);
  const wishes = result === null ? await readWishes(args) : result;
  if (typeof wishes === "string" && wishes !== "help") console.log(wishes);
  else if (wishes === "help") process.stdout.write(help + dataHelp + backupHelp + damageHelp + settingsHelp);
  else if (wishes.isEnv) {
    const { port, host } = { ...defaultSettings, ...wishes.settings };
    process.stdout.write(await environmentOf({ store: wishes.store, port, host }));
  } else await serve(wishes);
} catch (error) {
  fail(error);
}
