/** Deliveries as each kind of sender makes them. */
import { createHmac } from "node:crypto";
import type { AdapterId } from "../../src/automations/webhook-senders.js";

export interface Sent {
  readonly body: string;
  readonly secret: string;
  /** @default "d-1" */
  readonly deliveryId?: string;
  /** Seconds. @default 1_767_225_600, the start of the manual clock */
  readonly time?: number;
}

/** 24 bytes, as Standard Webhooks wants them. */
export const webhookSecret = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`;

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);

/** The headers with which a sender of this kind signs the body. */
export function signedHeaders(
  adapterId: AdapterId,
  { body, secret, deliveryId = "d-1", time = 1_767_225_600 }: Sent,
): Record<string, string> {
  switch (adapterId) {
    case "signed-json.v1":
      return {
        "x-service-signature-256": `sha256=${hmac(secret, body).digest("hex")}`,
        "x-service-delivery-id": deliveryId,
      };
    case "github.v1":
      return {
        "x-hub-signature-256": `sha256=${hmac(secret, body).digest("hex")}`,
        "x-github-event": "pull_request",
        "x-github-delivery": deliveryId,
      };
    case "stripe.v1":
      return { "stripe-signature": `t=${time},v1=${hmac(secret, `${time}.${body}`).digest("hex")},v0=00` };
    case "standard-webhooks.v1": {
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      return {
        "webhook-id": deliveryId,
        "webhook-timestamp": `${time}`,
        "webhook-signature": `v1,${hmac(key, `${deliveryId}.${time}.${body}`).digest("base64")}`,
      };
    }
    default:
      return adapterId satisfies never;
  }
}
