import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

interface PassedOn {
  readonly methods: readonly ("GET" | "POST")[];
  readonly paths: readonly string[];
  /** Bytes of a body. */
  readonly maxSize: number;
  /** Headers of the request that are forwarded, in lower case. */
  readonly headers: readonly string[];
}

/** Passes what other systems ask of the service on to it, byte for byte, so that they need this product's address alone. */
export function passOn(app: Hono, serviceUrl: string, { methods, paths, maxSize, headers: named }: PassedOn): void {
  for (const path of paths) {
    app.on([...methods], path, bodyLimit({ maxSize }), async ({ req }) => {
      const { pathname, search } = new URL(req.url);
      const headers = Object.entries(req.header()).filter(([name]) => named.includes(name));
      const { signal } = req.raw;
      const body = req.method === "POST" ? await req.arrayBuffer() : null;
      const answer = await fetch(serviceUrl + pathname + search, { method: req.method, headers, body, signal }).catch(
        () => null,
      );
      if (answer === null) return Response.json({ error: { code: "service_unavailable" } }, { status: 502 });
      const answered = new Headers({ "cache-control": "no-store" });
      for (const name of ["content-type", "retry-after"]) {
        const value = answer.headers.get(name);
        if (value !== null) answered.set(name, value);
      }
      return new Response(answer.body, { status: answer.status, headers: answered });
    });
  }
}
