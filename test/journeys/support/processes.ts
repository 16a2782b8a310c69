import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Starts the built service and the built example host as a person would, each as a process of its own. */
const root = join(import.meta.dirname, "../../..");

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
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
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
  options: { readonly port?: number; readonly dataDir?: string } = {},
): Promise<RunningService> {
  const place = options.dataDir === undefined ? ["--memory"] : ["--data", options.dataDir];
  const { child, line } = await start(
    "service/dist/cli.js",
    ["--port", String(options.port ?? 0), ...place, "--json"],
    {},
  );
  return {
    ...(JSON.parse(line) as { url: string; organizationId: string; apiKey: string }),
    kill: () => end(child, "SIGKILL"),
  };
}

export async function startHost(service: Omit<RunningService, "kill">): Promise<RunningHost> {
  const { child, line } = await start("examples/host/dist/server.js", [], {
    PORT: "0",
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
