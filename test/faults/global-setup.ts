import type { TestProject } from "vitest/node";
import { startHost, startService } from "../journeys/support/processes.js";

/** One service and one host for all conversations, both from the sources: nothing need be built. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await startService({ from: "source" });
  const host = await startHost(service, { from: "source" });
  project.provide("hostUrl", host.url);
  project.provide("service", { url: service.url, organizationId: service.organizationId, apiKey: service.apiKey });
  return async () => {
    await host.stop();
    await service.kill();
  };
}
