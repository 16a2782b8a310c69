/**
 * The files that `init` writes. A test compares them with the blocks of the README and of `docs/servers.md`, so a reader who
 * copies the blocks and one who runs the command get the same product.
 */

export const chat = `import { createChatHandler, Service } from "@service/sdk/chat";
import { whoIs } from "./your-sign-in";

export const service = new Service({
  baseUrl: process.env.SERVICE_API_BASE_URL!,
  apiKey: process.env.SERVICE_API_KEY!,
  organizationId: process.env.SERVICE_ORGANIZATION_ID!,
  source: "your-product",
});
export const chat = createChatHandler(service, {
  resolve: async (request) => (await whoIs(request)) ?? new Response("Sign in first.", { status: 401 }),
});
`;

export const signIn = `/** Everybody is Ana. Read your cookie or token here, and return null for an unknown person. */
export async function whoIs(_request: Request): Promise<{ tenant: string; user: string } | null> {
  return { tenant: "acme", user: "ana" };
}
`;

export const expressServer = `import { toNodeHandler } from "@service/sdk/node";
import express from "express";
import { chat } from "./chat";

const app = express();
app.use("/api/chat", toNodeHandler(chat)); // before express.json()
app.listen(3001, () => console.log("The backend answers at http://localhost:3001"));
`;

export const honoServer = `import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { chat } from "./chat";

const app = new Hono();
app.all("/api/chat/*", (context) => chat(context.req.raw));
serve({ fetch: app.fetch, port: 3001 }, () => console.log("The backend answers at http://localhost:3001"));
`;

export const nodeServer = `import { createServer } from "node:http";
import { toNodeHandler } from "@service/sdk/node";
import { chat } from "./chat";

const handle = (request: Request) => {
  const { pathname } = new URL(request.url);
  return pathname.startsWith("/api/chat") ? chat(request) : new Response("Not found.", { status: 404 });
};
createServer(toNodeHandler(handle)).listen(3001, () => console.log("The backend answers at http://localhost:3001"));
`;

export const nextRoute = `const handle = async (request: Request) => (await import("../../../../chat")).chat(request);
export { handle as GET, handle as POST };
`;

export const nextPage = `import { Support } from "../../support";

export default function Page() {
  return (
    <main style={{ position: "fixed", inset: 0 }}>
      <Support tenant="acme" user="ana" />
    </main>
  );
}
`;

export const support = `import { ChatConversation, ServiceProvider } from "@service/react";
import "@service/react/styles.css";

export function Support({ tenant, user }: { tenant: string; user: string }) {
  return (
    <ServiceProvider identity={{ tenant, user }}>
      <ChatConversation conversation="support" />
    </ServiceProvider>
  );
}
`;

/** A client component, so it may pass functions to the kit's components. */
export const nextSupport = `"use client";

${support}`;

export const viteConfig = `import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  server: { proxy: { "/api": "http://127.0.0.1:3001" } },
});
`;
