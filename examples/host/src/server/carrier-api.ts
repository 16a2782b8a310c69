import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

/** In place of another company's API, which people add by its address; it describes itself, and needs no key. */
export const carrierPath = "/carrier";

const text = { type: "string", maxLength: 100 };
const parcel = { name: "number", in: "path", required: true, description: "Such as SC-1042.", schema: text };
const pickup = { name: "id", in: "path", required: true, schema: text };
const answers = { 200: { description: "The parcel or the pickup." } };
const pickupBody = {
  required: true,
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { address: text, day: { type: "string", format: "date" } },
        required: ["address", "day"],
      },
    },
  },
};

const document = {
  openapi: "3.1.0",
  info: { title: "Swift Carrier", version: "1" },
  servers: [{ url: carrierPath }],
  paths: {
    "/parcels/{number}": {
      get: { operationId: "trackParcel", summary: "See where a parcel is", parameters: [parcel], responses: answers },
    },
    "/pickups": {
      get: { operationId: "listPickups", summary: "List booked pickups", responses: answers },
      post: { operationId: "bookPickup", summary: "Book a pickup", requestBody: pickupBody, responses: answers },
    },
    "/pickups/{id}": {
      delete: { operationId: "cancelPickup", summary: "Cancel a pickup", parameters: [pickup], responses: answers },
    },
  },
};

/** Number of stored pickups; the oldest is dropped first. */
const mostPickups = 100;

export function createCarrierApi(): Hono {
  const api = new Hono();
  const pickups = new Map<string, object>();
  api.use(bodyLimit({ maxSize: 10_000 }));
  api.get("/openapi.json", (context) => context.json(document));
  api.get("/parcels/:number", (context) =>
    context.json({ number: context.req.param("number"), status: "in transit", at: "Sorting centre Lisbon" }),
  );
  api.get("/pickups", (context) => context.json({ pickups: [...pickups.values()] }));
  api.post("/pickups", async (context) => {
    const { address, day } = (await context.req.json().catch(() => ({}))) as Record<string, unknown>;
    if (typeof address !== "string" || typeof day !== "string")
      return context.json({ error: "Send {address, day}, both as text." }, 400);
    const booked = { id: randomUUID(), address: address.slice(0, 100), day: day.slice(0, 10) };
    pickups.set(booked.id, booked);
    for (const [oldest] of pickups) if (pickups.size > mostPickups) pickups.delete(oldest);
    return context.json({ pickup: booked }, 201);
  });
  api.delete("/pickups/:id", (context) => {
    const id = context.req.param("id");
    return pickups.delete(id) ? context.json({ cancelled: id }) : context.json({ error: "No such pickup." }, 404);
  });
  return api;
}
