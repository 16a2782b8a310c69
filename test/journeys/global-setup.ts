import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { freePort } from "../support/free-port.js";
import { startHost, startService } from "./support/processes.js";

declare module "vitest" {
  export interface ProvidedContext {
    hostUrl: string;
    service: { url: string; organizationId: string; apiKey: string };
  }
}

/** One service and one host for all journeys; each test makes conversations of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const built of ["service/dist/cli.js", "examples/host/dist/server.js", "examples/host/dist/client/index.html"]) {
    if (!existsSync(join(import.meta.dirname, "../..", built)))
      throw new Error(`${built} is missing. Run "npm run build" first.`);
  }
  const place = { port: await freePort(), secret: "a secret of both" };
  const service = await startService({ host: place });
  const host = await startHost(service, { place });
  project.provide("hostUrl", host.url);
  project.provide("service", { url: service.url, organizationId: service.organizationId, apiKey: service.apiKey });
  return async () => {
    await host.stop();
    await service.kill();
  };
}
