import type { EmbeddedServiceOptions } from "@service/embedded";
import { deskAgent } from "../agent/desk-agent.js";
import { ordersApiPath } from "./orders-api.js";
import { ordersDocument } from "./orders-document.js";
import { createToolTokens } from "./tool-tokens.js";
import { findUser } from "./users.js";

/**
 * Options of this product's service (`service-embedded --config`). From the environment: `HOST_ADDRESS`, the host's
 * address for the service; `HOST_PAGE`, its address for people, when it differs; `HOST_SECRET`, shared by both.
 */
const { HOST_ADDRESS: address = "http://127.0.0.1:3000", HOST_PAGE: page = address, HOST_SECRET: secret } = process.env;
const tokens = createToolTokens({ secret });

const config: Pick<EmbeddedServiceOptions, "agent" | "integrations" | "machines" | "mcp"> = {
  agent: deskAgent,
  integrations: [
    {
      id: "order-desk",
      name: "Order desk",
      description: "Look up your orders, write notes on them and cancel them.",
      source: { kind: "openapi", document: ordersDocument, baseUrl: address + ordersApiPath },
      credential: ({ endUser }) => {
        const user = findUser(endUser?.id ?? "");
        if (user === undefined) throw new Error("The session belongs to nobody of this product.");
        return { kind: "bearer", value: tokens.sign(user.tenant) };
      },
    },
  ],
  machines: { verificationUri: `${page}/machines/approve` },
  // The carrier of this example is on this machine. A product leaves this out, so that people reach the open internet alone.
  mcp: { privateNetworks: true },
};

export default config;
