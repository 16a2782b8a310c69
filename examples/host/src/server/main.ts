import { existsSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { Service } from "@service/sdk/chat";
import { createHostApp } from "./app.js";
import { readSkills } from "./skills.js";

/**
 * Starts the example host. From the environment: `PORT` (0 takes a free one), and where the service is and with which
 * key: `SERVICE_API_BASE_URL`, `SERVICE_API_KEY`, `SERVICE_ORGANIZATION_ID`. `HOST_ADDRESS` is where the service reaches
 * this host, when that is not this machine. `HOST_SECRET` is what host and service sign with (`service.config.ts`). The first line on standard output is the address for people.
 */
function required(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`The example host needs ${name}. "npm start" in the project's root sets it for the embedded service.`);
  process.exit(1);
}

const service = new Service({
  baseUrl: required("SERVICE_API_BASE_URL"),
  apiKey: required("SERVICE_API_KEY"),
  organizationId: required("SERVICE_ORGANIZATION_ID"),
  source: "example-host",
});

// The static files are served by a path from the working directory.
const pages = relative(process.cwd(), fileURLToPath(new URL("./client", import.meta.url)));
const port = Number(process.env["PORT"] ?? 3000);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`PORT=${process.env["PORT"]} is no port. Give a whole number from 1 to 65535, or 0 for a free one.`);
  process.exit(1);
}

// As seen from the built program, and from its source.
const [skillsFolder = "skills"] = ["../skills", "../../skills"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => existsSync(path));
let address = process.env["HOST_ADDRESS"] ?? "";
const app = createHostApp(service, {
  pages,
  skills: readSkills(skillsFolder),
  address: () => address,
  secret: process.env["HOST_SECRET"],
});
const hostname = process.env["HOST"] ?? "127.0.0.1";
const server = serve({ fetch: app.fetch, port, hostname }, (listening) => {
  // A free port is known only now.
  address ||= `http://127.0.0.1:${listening.port}`;
  console.log(`http://localhost:${listening.port}`);
});
server.on("error", (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === "EADDRINUSE"
      ? `Port ${port} is used by another program. Choose another port with PORT=3001.`
      : `The example host could not start: ${error.message}`,
  );
  process.exit(1);
});

const stop = () => {
  server.close(() => process.exit(0));
  // Open event streams would keep the server open for ever.
  if ("closeAllConnections" in server) server.closeAllConnections();
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
