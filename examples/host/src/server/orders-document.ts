/** The product's orders as an OpenAPI document, from which the service makes the tools of the integration "Order desk". */
const order = {
  name: "id",
  in: "path",
  required: true,
  description: "The order's number.",
  schema: { type: "integer" },
};
const noteBody = {
  required: true,
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { note: { type: "string", maxLength: 200, description: "What colleagues should know." } },
        required: ["note"],
        additionalProperties: false,
      },
    },
  },
};
const answers = { 200: { description: "The order or orders." } };

export const ordersDocument = {
  openapi: "3.1.0",
  info: { title: "Order desk", version: "1" },
  security: [{ token: [] }],
  paths: {
    "/orders": {
      get: { operationId: "listOrders", summary: "List your orders", responses: answers },
    },
    "/orders/{id}": {
      parameters: [order],
      get: { operationId: "getOrder", summary: "Read one order", responses: answers },
    },
    "/orders/{id}/note": {
      parameters: [order],
      put: { operationId: "setNote", summary: "Write a note on an order", requestBody: noteBody, responses: answers },
    },
    "/orders/{id}/cancel": {
      parameters: [order],
      post: { operationId: "cancelOrder", summary: "Cancel an order and give its money back", responses: answers },
    },
  },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
};
