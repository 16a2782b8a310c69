import { ServiceApiError } from "@service/sdk/protocol";
import type { Clock } from "../clock.js";

/** How many signed deliveries each source may make, in this process. */
export interface WebhookRate {
  /** @throws {ServiceApiError} 429 `rate_limited`, with the time after which one more passes. */
  take(sourceId: string): void;
}

interface Bucket {
  left: number;
  at: number;
}

/** Sources that are remembered; the one that was quiet longest is forgotten first, and starts again with a full share. */
const mostSources = 10_000;

/** @param perMinute deliveries of one source, which may arrive in one burst. */
export function createWebhookRate(clock: Clock, perMinute: number): WebhookRate {
  const buckets = new Map<string, Bucket>();
  const everyMs = 60_000 / perMinute;

  return {
    take(sourceId) {
      const now = clock.now();
      const known = buckets.get(sourceId) ?? { left: perMinute, at: now };
      const left = Math.min(perMinute, known.left + Math.max(0, now - known.at) / everyMs);
      buckets.delete(sourceId);
      const isAllowed = left >= 1;
      buckets.set(sourceId, { left: isAllowed ? left - 1 : left, at: now });
      if (buckets.size > mostSources) buckets.delete(buckets.keys().next().value ?? "");
      if (isAllowed) return;
      const retryAfter = Math.max(1, Math.ceil(((1 - left) * everyMs) / 1_000));
      throw new ServiceApiError(`This source sent over ${perMinute} events within a minute. Send the rest later.`, {
        status: 429,
        code: "rate_limited",
        retryable: true,
        details: { retryAfter },
      });
    },
  };
}
