/** Answers for operators and their probes: whether the process lives, whether it should get requests, and its figures. */
import { ServiceApiError } from "@service/sdk/protocol";
import * as v from "valibot";
import { json } from "../http/answers.js";
import type { World } from "../world.js";
import type { OpenRoute } from "./open-route.js";
import type { Route } from "./route.js";

const livenessSchema = v.looseObject({ ok: v.literal(true) });
const readinessSchema = v.looseObject({
  ready: v.literal(true),
  checks: v.looseObject({ database: v.string(), schema: v.string(), disk: v.string(), process: v.string() }),
});

/** Without a key: probes have none, and the answers name nothing of anybody. */
export const probeRoutes: readonly OpenRoute[] = [
  {
    method: "GET",
    takesHead: true,
    path: "/livez",
    about: { summary: "Read whether the process answers", answers: { 200: livenessSchema } },
    handle: async () => json({ ok: true }),
  },
  {
    method: "GET",
    takesHead: true,
    path: "/readyz",
    about: {
      summary: "Read whether the process should get requests",
      answers: { 200: readinessSchema },
    },
    handle: async ({ world }) => readiness(world),
  },
];

async function readiness({ health }: Pick<World, "health">): Promise<Response> {
  const { ready, checks } = await health.check();
  if (ready) return json({ ready, checks });
  const found = Object.entries(checks).filter(([, state]) => state !== "ok");
  throw new ServiceApiError(`Not ready: ${found.map(([name, state]) => `${name} ${state}`).join(", ")}.`, {
    status: 503,
    code: "not_ready",
    retryable: true,
    details: { checks },
  });
}

export const metricsRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/metrics",
    access: "read",
    about: { summary: "Read the process's metrics in Prometheus' format", answers: { 200: "bytes" } },
    async handle({ world: { metrics } }) {
      if (metrics === null) {
        throw new ServiceApiError("This service measures nothing. Start it with `createEmbeddedService`.", {
          status: 404,
          code: "metrics_disabled",
          retryable: false,
        });
      }
      const { contentType, body } = await metrics.text();
      return new Response(body, { headers: { "content-type": contentType, "cache-control": "no-store" } });
    },
  },
];
