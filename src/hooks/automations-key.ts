import type { ServiceContextValue } from "./service-context.js";

/** What all that is read of automations is known by: one refresh reads sources, triggers and deliveries again. */
export function automationsKey({ baseUrl }: ServiceContextValue, workspaceId: string | undefined): readonly unknown[] {
  return ["automations", baseUrl, workspaceId ?? null];
}
