import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { carrierPath, createCarrierApi } from "./carrier-api.js";
import { answerToolRequest } from "./order-tools.js";
import { createOrdersApi, ordersApiPath } from "./orders-api.js";
import { toolsPath, type Product } from "./product.js";

/**
 * Endpoints for the service only, with a token and no cookie: the product's tools, and the APIs behind integrations.
 */
export function mountForService(app: Hono, product: Product): void {
  app.route(ordersApiPath, createOrdersApi(product.orders, product.integrationTokens));
  app.route(carrierPath, createCarrierApi());

  // The tools send nothing unasked, so there is no stream to read.
  app.use(toolsPath, bodyLimit({ maxSize: 100_000 }));
  app.post(toolsPath, async (context): Promise<Response> => {
    const tenant = product.tokens.tenantOf(context.req.header("authorization"));
    if (tenant !== undefined) return answerToolRequest(product.orders, tenant, context.req.raw);
    context.header("WWW-Authenticate", 'Bearer error="invalid_token"');
    return context.json({ error: { code: "invalid_token", message: "The token is missing, wrong or expired." } }, 401);
  });

  app.all(toolsPath, (context) => {
    context.header("Allow", "POST");
    return context.json({ error: { code: "method_not_allowed", message: "Tools are called by POST." } }, 405);
  });
}
