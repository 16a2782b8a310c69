import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the service and the example host as a person would, each as a process of its own. */
const root = join(import.meta.dirname, "../../..");

/** What is run: what `npm run build` made, or the sources as they are. @default "dist" */
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

export async function startService(
  options: { readonly port?: number; readonly dataDir?: string; readonly from?: From } = {},
): Promise<RunningService> {
  const place = options.dataDir === undefined ? ["--memory"] : ["--data", options.dataDir];
  const { child, line } = await start(
    "service",
    options.from ?? "dist",
    ["--port", String(options.port ?? 0), ...place, "--json"],
    {},
  );
  return {
    ...(JSON.parse(line) as { url: string; organizationId: string; apiKey: string }),
    kill: () => end(child, "SIGKILL"),
  };
}

export async function startHost(
  service: Omit<RunningService, "kill">,
  options: { readonly from?: From; readonly port?: number } = {},
): Promise<RunningHost> {
  const { child, line } = await start("host", options.from ?? "dist", [], {
    PORT: String(options.port ?? 0),
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
