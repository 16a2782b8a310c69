import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { OrderError, type Order, type Orders } from "./orders.js";
import type { ToolTokens } from "./tool-tokens.js";

export const ordersApiPath = "/orders-api";

/** The API that `orders-document.ts` describes: for the service, which shows a token that names the tenant. */
export function createOrdersApi(orders: Orders, tokens: ToolTokens): Hono<{ Variables: { tenant: string } }> {
  const api = new Hono<{ Variables: { tenant: string } }>();
  api.use(bodyLimit({ maxSize: 10_000 }), async (context, next): Promise<Response | void> => {
    const tenant = tokens.tenantOf(context.req.header("authorization"));
    if (tenant === undefined) {
      context.header("WWW-Authenticate", 'Bearer error="invalid_token"');
      return context.json({ error: "The token is missing, wrong or expired." }, 401);
    }
    context.set("tenant", tenant);
    context.header("Cache-Control", "no-store");
    await next();
  });

  /** @param act may throw an {@link OrderError}, which is for the agent to read. */
  const answer = (context: Context, act: (id: number) => Order): Response => {
    try {
      return context.json({ order: act(Number(context.req.param("id"))) });
    } catch (error) {
      if (error instanceof OrderError) return context.json({ error: error.message }, 409);
      throw error;
    }
  };

  api.get("/orders", (context) => context.json({ orders: orders.book(context.var.tenant).orders }));
  api.get("/orders/:id", (context) => answer(context, (id) => orders.find(context.var.tenant, id)));
  api.put("/orders/:id/note", async (context) => {
    const body = (await context.req.json().catch(() => null)) as { note?: unknown } | null;
    const note = body?.note;
    if (typeof note !== "string" || note.length > 200)
      return context.json({ error: "Send {note}, at most 200 characters." }, 400);
    return answer(context, (id) => orders.note(context.var.tenant, id, note));
  });
  api.post("/orders/:id/cancel", (context) => {
    // The service names each call, so a request that arrives twice is known.
    const key = context.req.header("idempotency-key");
    if (key === undefined) return context.json({ error: "A cancellation needs an idempotency key." }, 400);
    return answer(context, (id) => orders.refund(context.var.tenant, id, key));
  });
  return api;
}
