import { createIntegrations, type IntegrationsOptions } from "../../src/integrations/create-integrations.js";
import { harness, type Answer, type Harness } from "../harness.js";
import type { ServiceAppOptions } from "../../src/app.js";
import { systemClock } from "../../src/clock.js";
import { expect } from "vitest";

export const secretsKey = "11".repeat(32);
export const ana = { source: "app", id: "ana" };
export const ben = { source: "app", id: "ben" };

/** A service with integrations. Its sources may be on this machine. */
export function serviceWith(
  options: Partial<IntegrationsOptions> = {},
  app: Partial<ServiceAppOptions> = {},
): Promise<Harness> {
  const integrations = createIntegrations({ clock: systemClock, privateNetworks: true, ...options });
  return harness({ integrations, secretsKey, ...app });
}

export interface Wanted {
  readonly source: object;
  readonly endUser?: object | null;
  readonly [field: string]: unknown;
}

/** Previews a source and installs it. */
export async function installOf(service: Harness, { source, endUser = null, ...more }: Wanted): Promise<Answer> {
  const path = `${service.workspace}/integrations`;
  const preview = await service.call("POST", `${path}/preview`, { source, endUser });
  expect(preview.status).toBe(200);
  const { revisionId, contentSha256 } = preview.body as unknown as Record<string, string>;
  const expected = { expectedRevisionId: revisionId, expectedContentSha256: contentSha256 };
  return service.call("POST", `${path}/install`, { source, endUser, ...expected, ...more });
}
