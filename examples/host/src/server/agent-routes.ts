import type { Hono } from "hono";
import { createChatHandler, type Service } from "@service/sdk/chat";
import { createSessionProxy } from "@service/sdk/proxy";
import type { Product } from "./product.js";
import { resolveChat, resolveProxy } from "./resolve.js";
import type { SignIns } from "./sign-in.js";

/** The kit's two doors, under this product's sign-in. The page's components find them at these paths by themselves. */
export function mountAgent(app: Hono, service: Service, product: Product, signIns: SignIns): void {
  const forChat = (request: Request) => resolveChat(request, signIns.whoIs(request), product);
  const chat = createChatHandler(service, { resolve: forChat, toolParts: true });
  for (const path of ["/api/chat", "/api/chat/respond", "/api/chat/stop", "/api/chat/identity"])
    app.all(path, (context) => chat(context.req.raw));

  const proxy = createSessionProxy(service, {
    resolve: (request) => resolveProxy(request, signIns.whoIs(request)),
    basePath: "/api/service",
    deleteSession: true,
    scheduledTasks: true,
    automations: true,
    integrations: "all",
    machines: true,
    memory: true,
    apiKeys: true,
    beforeForwardMessage: (_message, { resolution: { tenant } }) =>
      tenant === undefined ? undefined : { mcpCredentialUpdates: product.credentials(tenant) },
  });
  app.all("/api/service/*", (context) => proxy(context.req.raw));

  // For other clients. The AI SDK's asks here for an answer that runs.
  app.all("/api/chat/:conversation/stream", (context) => chat(context.req.raw));
  // OpenAI's client asks these, with `baseURL` at /v1.
  const paths = { "chat-completions": "/v1/chat/completions", responses: "/v1/responses" } as const;
  for (const format of ["chat-completions", "responses"] as const) {
    const handler = createChatHandler(service, { resolve: forChat, format, fixedFormat: true });
    app.all(paths[format], (context) => handler(context.req.raw));
  }
}
