import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the service and the example host as a person would, each as a process of its own. */
const root = join(import.meta.dirname, "../../..");

/** The program to run: the build, or the sources. @default "dist" */
type From = "dist" | "source";

const programs = {
  service: { dist: "service/dist/cli.js", source: "service/src/cli.ts" },
  host: { dist: "examples/host/dist/server.js", source: "examples/host/src/server/main.ts" },
} as const;
const sourceOptions = ["--import", "tsx", "--conditions=service-source"];

export interface RunningService {
  readonly url: string;
  readonly organizationId: string;
  readonly apiKey: string;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

export interface RunningHost {
  readonly url: string;
  stop(): Promise<void>;
}

async function start(
  program: keyof typeof programs,
  from: From,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; line: string }> {
  const script = programs[program][from];
  const options = from === "source" ? sourceOptions : [];
  const child = spawn(process.execPath, [...options, join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
  const line = new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code} before it was ready: ${said}`)));
  });
  return { child, line: await line };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** Address of the host, needed by both before either starts. */
export interface HostPlace {
  readonly port: number;
  readonly secret: string;
}

const envOf = ({ port, secret }: HostPlace): NodeJS.ProcessEnv => ({
  HOST_ADDRESS: `http://127.0.0.1:${port}`,
  HOST_PAGE: `http://localhost:${port}`,
  HOST_SECRET: secret,
});

/** The program that connects a folder, as `npx @service/sdk machine` starts it. Its credentials are kept in `config`. */
export function startMachine(folder: string, options: { readonly service: string; readonly config: string }) {
  const child = spawn(
    process.execPath,
    [join(root, "sdk/dist/cli.js"), "machine", folder, "--service", options.service, "--name", "laptop"],
    { env: { ...process.env, XDG_CONFIG_HOME: options.config }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return { text: () => text, hasEnded: () => child.exitCode !== null, stop: () => end(child, "SIGKILL") };
}

export async function startService(
  options: {
    readonly port?: number;
    readonly dataDir?: string;
    readonly from?: From;
    /** Where the host will be, and what both sign with: the service then has the product's integrations. */
    readonly host?: HostPlace;
  } = {},
): Promise<RunningService> {
  const place = options.dataDir === undefined ? ["--memory"] : ["--data", options.dataDir];
  const config = options.host === undefined ? [] : ["--config", join(root, "examples/host/dist/service.config.js")];
  const { child, line } = await start(
    "service",
    options.from ?? "dist",
    ["--port", String(options.port ?? 0), ...place, ...config, "--json"],
    { SERVICE_SECRETS_KEY: "07".repeat(32), ...(options.host && envOf(options.host)) },
  );
  return {
    ...(JSON.parse(line) as { url: string; organizationId: string; apiKey: string }),
    kill: () => end(child, "SIGKILL"),
  };
}

export async function startHost(
  service: Omit<RunningService, "kill">,
  options: { readonly from?: From; readonly port?: number; readonly place?: HostPlace } = {},
): Promise<RunningHost> {
  const { child, line } = await start("host", options.from ?? "dist", [], {
    ...(options.place && envOf(options.place)),
    PORT: String(options.place?.port ?? options.port ?? 0),
    SERVICE_API_BASE_URL: service.url,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_ORGANIZATION_ID: service.organizationId,
  });
  return { url: line, stop: () => end(child, "SIGKILL") };
}

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "journey-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
