/** The command `machine`: connects a folder of this machine to a service, until it is stopped. */
import { hostname } from "node:os";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { isServiceError, ServiceError } from "../../../foundation/base-error.js";
import { ServiceApiError } from "../../../wire/protocol/api-error.js";
import type { DeviceCode, MachineAbility, MachineCommand, MachineFacts } from "../../../wire/protocol/machines.js";
import { connectService } from "../../../api/service-connection.js";
import type { CommandOutput } from "../doctor-command.js";
import { createCommandRunner } from "./command-runner.js";
import { credentialsFile, credentialsPath, type CredentialsFile, type KeptMachine } from "./credentials-file.js";
import { enrol } from "./enrol.js";
import { FolderFault, openFolder, type Folder } from "./folder.js";
import { problemOf, serveMachine } from "./serve-machine.js";

export const machineHelp = `service-sdk machine: lets an agent work in one folder of this computer.

Usage: npx @service/sdk machine <folder> --service <url> [options]

  <folder>           the one folder that the agent reads and writes
  --service <url>    the address of the service (or SERVICE_URL)
  --name <name>      what people call this computer (default: its host name)
  --read-only        offer no writing and no commands
  --no-run           offer no commands
  --token <token>    connect with a one-time token instead of a code (or SERVICE_MACHINE_TOKEN)
  --forget           drop what was kept for this folder and connect anew
  --approve-at <url> the page where the code is approved (default: the one that the service names)
  --help             print this

The first time it shows a code. Open the address that it prints, sign in and approve the code. What this computer is
then given is kept in ${credentialsPath({ XDG_CONFIG_HOME: "~/.config" })}, readable by you alone.

An agent reads files of the folder without asking. Each write and each command waits for a person's approval. A command
starts in the folder and is no prisoner of it: it may do whatever you may. Stop with Ctrl-C, which ends running commands.

It ends with 0 when you stop it, with 1 when it was denied, refused or removed, and with 2 when it was called the wrong way.
`;

/** How long a stop waits for the last reports (ms). */
const stopMs = 5_000;

/** Something the person who typed the command can put right. */
class UsageError extends Error {}

/** Gives the code to end with. Aborting `signal` ends running commands and then the connection. */
export async function machineCommand(
  args: readonly string[],
  { out, err }: CommandOutput,
  signal: AbortSignal,
): Promise<number> {
  try {
    const asked = readArguments(args);
    if (asked === "help") {
      out(machineHelp);
      return 0;
    }
    const folder = await openFolder(asked.folder);
    const kept = await credentialsFor(asked, folder, { out, signal });
    return await serve(asked, folder, kept, { out, signal });
  } catch (error) {
    if (signal.aborted) return 0;
    if (error instanceof UsageError || error instanceof FolderFault) {
      err(`${error.message}\n\nRun npx @service/sdk machine --help for usage.\n`);
      return 2;
    }
    if (!isServiceError(error)) throw error;
    err(`${printable(error.message)}\n`);
    return 1;
  }
}

interface Asked {
  readonly folder: string;
  readonly service: string;
  readonly name: string;
  readonly abilities: readonly MachineAbility[];
  readonly token: string | undefined;
  readonly isForgetting: boolean;
  /** Where a person approves; null leaves it to the service. */
  readonly page: URL | null;
}

function readArguments(args: readonly string[]): Asked | "help" {
  const { values, positionals } = parse(args);
  if (values.help === true) return "help";
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError("Name one folder, such as . or ~/project.");
  const service = values.service ?? process.env["SERVICE_URL"] ?? "";
  if (!/^https?:\/\//.test(service)) throw new UsageError("Give the service's address: --service https://….");
  const isReadOnly = values["read-only"] === true;
  const noRun = isReadOnly || values["no-run"] === true;
  return {
    folder,
    service: service.replace(/\/+$/, ""),
    name: values.name ?? hostname(),
    abilities: ["read", ...(isReadOnly ? [] : (["write"] as const)), ...(noRun ? [] : (["run"] as const))],
    token: values.token ?? process.env["SERVICE_MACHINE_TOKEN"],
    isForgetting: values.forget === true,
    page: pageOf(values["approve-at"]),
  };
}

function pageOf(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const page = URL.canParse(text) ? new URL(text) : null;
  if (page?.protocol === "https:" || page?.protocol === "http:") return page;
  throw new UsageError("Give the address of a page: --approve-at https://….");
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        service: { type: "string" },
        name: { type: "string" },
        "read-only": { type: "boolean" },
        "no-run": { type: "boolean" },
        token: { type: "string" },
        forget: { type: "boolean" },
        "approve-at": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

interface Doing {
  readonly out: CommandOutput["out"];
  readonly signal: AbortSignal;
}

/** The stored credentials when they cover the offered abilities; else a person approves again. */
async function credentialsFor(asked: Asked, folder: Folder, { out, signal }: Doing): Promise<KeptMachine> {
  const { service, abilities, token, isForgetting } = asked;
  const file: CredentialsFile = credentialsFile(credentialsPath());
  // Dropped first, so that it is gone also when the new request is denied.
  if (isForgetting) await file.forget(service, folder.path);
  const known = token === undefined ? await file.find(service, folder.path) : null;
  if (known !== null && abilities.every((ability) => known.abilities.includes(ability))) return known;
  const facts: MachineFacts = { name: asked.name, folder: basename(folder.path) || folder.path, abilities };
  const show = (code: DeviceCode) =>
    out(invitation(asked.page === null ? code : { ...code, ...addressesOn(asked.page, code) }));
  const api = connectService({ baseUrl: service });
  const credentials = await enrol({ api, facts, token, signal, show }).catch((error: unknown) => {
    // The words of a failed request are for a page; here they name the address.
    if (error instanceof ServiceApiError) throw new ServiceError(problemOf(error, service), { code: error.code });
    throw error;
  });
  const kept = { ...credentials, service, folder: folder.path, abilities };
  await file.keep(kept);
  return kept;
}

/** RFC 8628 §3.2: the page, and the page with the code in its address. */
function addressesOn(page: URL, { userCode }: DeviceCode) {
  const complete = new URL(page);
  complete.searchParams.set("code", userCode);
  return { verificationUri: page.href, verificationUriComplete: complete.href };
}

function invitation({ userCode, verificationUri, verificationUriComplete, expiresInSeconds }: DeviceCode): string {
  const minutes = Math.round(expiresInSeconds / 60);
  return `Open ${printable(verificationUri)} and enter the code

    ${printable(userCode)}

or open ${printable(verificationUriComplete)}
Waiting for approval, for ${minutes} minutes at most …
`;
}

async function serve(asked: Asked, folder: Folder, kept: KeptMachine, { out, signal }: Doing): Promise<number> {
  const { service, abilities } = asked;
  const api = connectService({ baseUrl: service, apiKey: kept.token });
  const runner = createCommandRunner({ api, folder, abilities, onCommand: (command) => out(lineOf(command)) });
  const connected = `Connected. ${folder.path}: ${abilities.join(", ")}.`;
  const onLink = (problem: string | null) =>
    out(`${printable(problem === null ? connected : `Not connected. ${problem} Trying again …`)}\n`);
  const ended = await serveMachine({ api, runner, signal, onLink }).finally(() => runner.stop(stopMs));
  if (ended === "stopped") return 0;
  if (ended === "revoked") await credentialsFile(credentialsPath()).forget(service, kept.folder);
  out(ended === "revoked" ? "This computer was removed.\n" : "This folder was connected from another process.\n");
  return 1;
}

const longestLine = 200;

function lineOf({ name, arguments: given }: MachineCommand): string {
  const what = given["command"] ?? given["path"] ?? "";
  return `${name} ${printable(typeof what === "string" ? what : "").slice(0, longestLine)}\n`;
}

/** Removes characters that a terminal would interpret. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, " ");
}
