import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { serveStatic } from "@hono/node-server/serve-static";
import { createChatHandler, type Service } from "@service/sdk/chat";
import { createSessionProxy } from "@service/sdk/proxy";
import { mountForService } from "./for-service.js";
import { passMachinesOn } from "./machine-link.js";
import { policyOf } from "./policies.js";
import { createProduct, type Product, type ProductOptions } from "./product.js";
import { createSignIns, isOwnPage, type SignedIn } from "./sign-in.js";
import { isAdmin, verifyPassword } from "./users.js";
import { passWebhooksOn } from "./webhooks.js";

/** Everything works under this policy: no inline code or styles, no other origin, no HTML from strings. */
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' blob:; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'";

const refuse = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status });

/** Resolves the person for the kit: the host's own verifier decides, and writes must come from the host's own page. */
function resolve(request: Request, signedIn: SignedIn | undefined) {
  if (!signedIn) return refuse(401, "unauthenticated", "Sign in first.");
  if (request.method !== "GET" && !isOwnPage(request, signedIn)) {
    return refuse(403, "csrf_refused", "This write did not come from the product's own page. Reload it and try again.");
  }
  const { tenant, id, name } = signedIn.user;
  return { tenant, user: id, actor: { id, name } };
}

/** The conversation that a whole tenant shares. It belongs to no user, so the host must name it. */
const teamConversation = "team";

/** A conversation begins with its policy and the product's skills and tools; later messages pass on what opens the tools now. */
function resolveChat(request: Request, signedIn: SignedIn | undefined, product: Product) {
  const who = resolve(request, signedIn);
  if (who instanceof Response) return who;
  const begins = product.creation(who.tenant);
  const conversation = request.headers.get("x-service-conversation");
  if (conversation !== teamConversation) return { ...who, ...begins, ...policyOf(conversation) };
  return { tenant: who.tenant, actor: who.actor, conversation: teamConversation, ...begins };
}

/** Resolves the person's sessions, and the team's. */
function resolveProxy(request: Request, signedIn: SignedIn | undefined) {
  const who = resolve(request, signedIn);
  if (who instanceof Response) return who;
  return { ...who, role: isAdmin(who.user) ? ("admin" as const) : ("member" as const), conversation: teamConversation };
}

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

  app.use("/auth/*", bodyLimit({ maxSize: 10_000 }), async (context, next) => {
    await next();
    context.header("Cache-Control", "no-store");
  });
  app.post("/auth/sign-in", async (context) => {
    // A form of another site cannot send JSON, and so cannot sign anybody in.
    if (!/^application\/json\b/i.test(context.req.header("content-type") ?? ""))
      return refuse(415, "unsupported_media_type", "Send JSON.");
    const body: unknown = await context.req.json().catch(() => null);
    const { user: id, password } = (body ?? {}) as { user?: unknown; password?: unknown };
    if (typeof id !== "string" || typeof password !== "string")
      return refuse(400, "sign_in_invalid", "Send {user, password}, both as text.");
    const user = verifyPassword(id, password);
    if (!user) return refuse(401, "sign_in_failed", "No such user, or the password is wrong. The password is demo.");
    signIns.close(context.req.raw);
    const { signedIn, cookie } = signIns.open(user);
    context.header("Set-Cookie", cookie);
    return context.json(signedIn);
  });
  app.post("/auth/sign-out", (context) => {
    const signedIn = signIns.whoIs(context.req.raw);
    if (signedIn && !isOwnPage(context.req.raw, signedIn))
      return refuse(403, "csrf_refused", "Reload the page and try again.");
    context.header("Set-Cookie", signIns.close(context.req.raw));
    return context.body(null, 204);
  });
  app.get("/auth/me", (context) => {
    const signedIn = signIns.whoIs(context.req.raw);
    return signedIn ? context.json(signedIn) : refuse(401, "unauthenticated", "Nobody is signed in.");
  });

  const forChat = (request: Request) => resolveChat(request, signIns.whoIs(request), product);
  const chat = createChatHandler(service, { resolve: forChat, toolParts: true });
  // The last is where the AI SDK's client asks for an answer that runs.
  for (const path of [
    "/api/chat",
    "/api/chat/respond",
    "/api/chat/stop",
    "/api/chat/identity",
    "/api/chat/:conversation/stream",
  ])
    app.all(path, (context) => chat(context.req.raw));
  // OpenAI's client asks these, with `baseURL` at /v1.
  const paths = { "chat-completions": "/v1/chat/completions", responses: "/v1/responses" } as const;
  for (const format of ["chat-completions", "responses"] as const) {
    const handler = createChatHandler(service, { resolve: forChat, format, fixedFormat: true });
    app.all(paths[format], (context) => handler(context.req.raw));
  }
  const proxy = createSessionProxy(service, {
    resolve: (request) => resolveProxy(request, signIns.whoIs(request)),
    basePath: "/api/service",
    scheduledTasks: true,
    automations: true,
    integrations: "all",
    machines: true,
    apiKeys: true,
    beforeForwardMessage: (_message, { resolution: { tenant } }) =>
      tenant === undefined ? undefined : { mcpCredentialUpdates: product.credentials(tenant) },
  });
  app.all("/api/service/*", (context) => proxy(context.req.raw));

  app.get("/api/orders", (context) => {
    const signedIn = signIns.whoIs(context.req.raw);
    if (!signedIn) return refuse(401, "unauthenticated", "Sign in first.");
    context.header("Cache-Control", "no-store");
    return context.json(product.orders.book(signedIn.user.tenant));
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
