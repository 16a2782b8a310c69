import type { Hono } from "hono";
import { passOn } from "./pass-on.js";

/**
 * What the service reads of a delivery: its type, and the signature, ids and event of each kind of sender. Any other
 * header concerns this connection alone (`expect`, `upgrade`, `keep-alive`), or may identify a person.
 */
const headers = [
  "content-type",
  "x-service-signature-256",
  "x-service-delivery-id",
  "x-hub-signature-256",
  "x-github-event",
  "x-github-delivery",
  "stripe-signature",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
];

/** Passes events of other systems on to the service, which checks their signatures over the body. */
export function passWebhooksOn(app: Hono, serviceUrl: string): void {
  const paths = ["/v1/webhooks/automations/:endpointId"];
  passOn(app, serviceUrl, { methods: ["POST"], paths, maxSize: 2_097_152, headers });
}
