import type { Hono } from "hono";
import { passOn } from "./pass-on.js";

/** Endpoints that machines call, each with a code or a credential of its own. */
const paths = [
  "/v1/enrollments/device/start",
  "/v1/enrollments/device/poll",
  "/v1/machine/commands",
  "/v1/machine/commands/:id/:step",
];
const headers = ["accept", "authorization", "content-type"];

/** Passes the machines of people on to the service. Behind nginx, four lines do this. */
export function passMachinesOn(app: Hono, serviceUrl: string): void {
  passOn(app, serviceUrl, { methods: ["GET", "POST"], paths, maxSize: 1_048_576, headers });
}
