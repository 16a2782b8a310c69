#!/usr/bin/env node
/** The command `service-embedded`: serves on a port until it is told to stop, and says in plain words what failed. */
import { parseArgs } from "node:util";
import { isServiceError } from "@service/sdk/protocol";
import { createEmbeddedService, type EmbeddedService } from "./index.js";

const help = `service-embedded: the whole service for durable agent chat, on this machine.

Usage: service-embedded --data <folder> [--port <number>] [--host <address>] [--json]
       service-embedded --memory        [--port <number>] [--host <address>] [--json]

  --data <folder>    keep everything in this folder; it is made when it is not there
  --memory           keep everything in memory, until this stops
  --port <number>    answer on this port; 0 takes a free one (default 4600)
  --host <address>   answer on this address (default 127.0.0.1: this machine only)
  --json             print {"url","organizationId","apiKey"} as the first line
  --help             print this

It makes one organization and one key at its first start; the key is for development on this machine.
Ctrl-C stops it.
`;

interface Settings {
  readonly store: "memory" | { readonly dataDir: string };
  readonly port: number;
  readonly host: string | undefined;
  readonly isJson: boolean;
}

/** Something the person who typed the command can put right. */
class UsageError extends Error {}

function readSettings(args: readonly string[]): Settings | "help" {
  const { values } = parse(args);
  if (values.help === true) return "help";
  if ((values.data === undefined) === (values.memory !== true)) {
    throw new UsageError("Say where to keep things: either --data <folder> or --memory.");
  }
  if (values.data === "") throw new UsageError("--data needs the name of a folder.");
  if (!/^\d+$/.test(values.port)) {
    throw new UsageError(`--port ${values.port} is no port. Give a whole number from 1 to 65535, or 0 for a free one.`);
  }
  return {
    store: values.data === undefined ? "memory" : { dataDir: values.data },
    port: Number(values.port),
    host: values.host,
    isJson: values.json === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: { type: "string" },
        memory: { type: "boolean" },
        port: { type: "string", default: "4600" },
        host: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function serve({ store, port, host, isJson }: Settings): Promise<void> {
  const service = await createEmbeddedService({ store, onError: (error) => console.error(error) });
  const { organizationId, apiKey } = service;
  try {
    const { url } = await service.listen({ port, host });
    stopOnSignal(service);
    const where = store === "memory" ? "in memory, gone when this stops" : store.dataDir;
    console.log(
      isJson
        ? JSON.stringify({ url, organizationId, apiKey })
        : `The service answers at ${url}\n  organization  ${organizationId}\n  key           ${apiKey}\n  data          ${where}\nCtrl-C stops it.`,
    );
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Milliseconds in which signals are one wish: a terminal and npm both pass on the same Ctrl-C. */
const sameWish = 1_000;

/** The first signal stops in order, a later one at once. */
function stopOnSignal(service: EmbeddedService): void {
  let asked: number | undefined;
  const stop = () => {
    const now = performance.now();
    if (asked !== undefined) return void (now - asked > sameWish && process.exit(1));
    asked = now;
    service.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function fail(error: unknown): never {
  if (error instanceof UsageError) console.error(`${error.message}\n\nservice-embedded --help tells the rest.`);
  else console.error(isServiceError(error) ? error.message : error);
  process.exit(1);
}

try {
  const settings = readSettings(process.argv.slice(2));
  if (settings === "help") process.stdout.write(help);
  else await serve(settings);
} catch (error) {
  fail(error);
}
