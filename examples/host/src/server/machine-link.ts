import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

/** What machines ask of the service, each with a code or a credential of its own. */
const paths = [
  "/v1/enrollments/device/start",
  "/v1/enrollments/device/poll",
  "/v1/machine/commands",
  "/v1/machine/commands/:id/:step",
];
const passedOn = ["accept", "authorization", "content-type"];

/** Passes the machines of people on to the service, so that they need this product's address alone. Behind nginx, four lines do this. */
export function passMachinesOn(app: Hono, serviceUrl: string): void {
  for (const path of paths) {
    app.on(["GET", "POST"], path, bodyLimit({ maxSize: 1_048_576 }), async ({ req }) => {
      const { pathname, search } = new URL(req.url);
      const headers = passedOn.flatMap((name) => {
        const value = req.header(name);
        return value === undefined ? [] : [[name, value] as [string, string]];
      });
      const { signal } = req.raw;
      const body = req.method === "POST" ? await req.arrayBuffer() : null;
      const answer = await fetch(serviceUrl + pathname + search, { method: req.method, headers, body, signal }).catch(
        () => null,
      );
      if (answer === null) return Response.json({ error: { code: "service_unavailable" } }, { status: 502 });
      const type = answer.headers.get("content-type") ?? "application/json";
      return new Response(answer.body, {
        status: answer.status,
        headers: { "content-type": type, "cache-control": "no-store" },
      });
    });
  }
}
