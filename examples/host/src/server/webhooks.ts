import type { Hono } from "hono";
import { passOn } from "./pass-on.js";

/** Headers of this connection, and those that would identify a person. */
const kept = ["authorization", "connection", "content-length", "cookie", "host", "transfer-encoding"];

/** Passes events of other systems on to the service, which checks their signatures over the body. */
export function passWebhooksOn(app: Hono, serviceUrl: string): void {
  const paths = ["/v1/webhooks/automations/:endpointId"];
  passOn(app, serviceUrl, { methods: ["POST"], paths, maxSize: 2_097_152, header: (name) => !kept.includes(name) });
}
