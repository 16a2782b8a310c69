import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** After a collection, in bytes. */
export interface HostMemory {
  readonly rss: number;
  /** The JavaScript heap and its external memory. */
  readonly held: number;
  /** Requests without the end of an answer, and all that ever arrived. Connections may stay open between requests. */
  readonly open: number;
  readonly arrived: number;
}

export interface MemoryHost {
  readonly port: number;
  memory(): Promise<HostMemory>;
  close(): void;
}

export interface HostedService {
  readonly url: string;
  readonly apiKey: string;
  readonly organizationId: string;
}

/** Starts `memory-host.ts` in a process of its own. */
export async function startMemoryHost({ url, apiKey, organizationId }: HostedService): Promise<MemoryHost> {
  const program = join(import.meta.dirname, "memory-host.ts");
  const host = spawn(process.execPath, ["--expose-gc", "--conditions=service-source", "--import", "tsx", program], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, SERVICE_URL: url, SERVICE_KEY: apiKey, SERVICE_ORGANIZATION: organizationId },
  });
  const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const port = Number(await line());
  return {
    port,
    async memory() {
      host.stdin.write("\n");
      return JSON.parse(await line()) as HostMemory;
    },
    close: () => void host.kill(),
  };
}
