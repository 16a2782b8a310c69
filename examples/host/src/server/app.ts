import { Hono } from "hono";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Service } from "@service/sdk/chat";
import { mountAgent } from "./agent-routes.js";
import { mountForService } from "./for-service.js";
import { passMachinesOn } from "./machine-link.js";
import { createProduct, type ProductOptions } from "./product.js";
import { refuse } from "./resolve.js";
import { mountSignIn } from "./sign-in-routes.js";
import { createSignIns } from "./sign-in.js";
import { ticketsOf } from "./tickets.js";
import { passWebhooksOn } from "./webhooks.js";

/** Everything works under this policy: no inline code or styles, no other origin, no HTML from strings. */
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' blob:; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'";

export interface HostOptions extends ProductOptions {
  /** The folder of the built pages, from the working directory. */
  readonly pages: string;
}

/** The example product's whole backend. The organization key lives in `service` and never leaves this process. */
export function createHostApp(service: Service, { pages, ...options }: HostOptions): Hono {
  const app = new Hono();
  const product = createProduct(options);
  const signIns = createSignIns(options.now);
  app.use(async (context, next) => {
    await next();
    // A file's own policy is stricter: it must not become a page.
    if (!context.res.headers.has("Content-Security-Policy")) {
      context.header("Content-Security-Policy", contentSecurityPolicy);
    }
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Referrer-Policy", "same-origin");
  });

  mountSignIn(app, signIns);
  mountAgent(app, service, product, signIns);
  // The product's own data, independent of agents.
  app.get("/api/orders", async (context) => {
    const user = signIns.whoIs(context.req.raw)?.user;
    if (user === undefined) return refuse(401, "unauthenticated", "Sign in first.");
    context.header("Cache-Control", "no-store");
    return context.json({ ...product.orders.book(user.tenant), tickets: await ticketsOf(service, user) });
  });
  mountForService(app, product);
  passMachinesOn(app, service.baseUrl);
  passWebhooksOn(app, service.baseUrl);

  app.use("/assets/*", serveStatic({ root: pages }));
  for (const path of ["/api/*", "/v1/*", "/auth/*", "/assets/*", "/mcp/*", "/carrier/*", "/orders-api/*"])
    app.all(path, () => refuse(404, "not_found", "There is nothing at this address."));
  app.get("*", serveStatic({ root: pages, path: "index.html" }));
  return app;
}
