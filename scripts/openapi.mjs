/**
 * Writes `docs/openapi.json`, the OpenAPI 3.1 document of the service, from what its routes declare. `npm run openapi`
 * writes the file; a test compares the file with `openapiText()`.
 */
import { writeFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import { build } from "esbuild";
import { root } from "./prepare.mjs";

const file = join(root, "docs/openapi.json");

/** The document as text, ready to be written. */
export async function openapiText() {
  return `${JSON.stringify(documentOf(await loadRoutes()), null, 2)}\n`;
}

/** Bundles the routes and loads them. */
async function loadRoutes() {
  const entry = `
    export { allRoutes } from "./service/src/routes/all-routes.ts";
    export { openRoutes } from "./service/src/routes/open-routes.ts";
    export { publicAbout } from "./service/src/routes/public.ts";
    export { serverVersion } from "./service/src/version.ts";
    export * as protocol from "@service/sdk/protocol";
  `;
  const outfile = join(root, `node_modules/.cache/openapi-${process.pid}-${Date.now()}.mjs`);
  mkdirSync(dirname(outfile), { recursive: true });
  await build({
    stdin: { contents: entry, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["service-source"],
    external: ["valibot", "hono", "kysely", "@modelcontextprotocol/*", "@electric-sql/*", "pg", "fs-native-extensions"],
    outfile,
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

function documentOf({ allRoutes, openRoutes, publicAbout, serverVersion, protocol }) {
  const records = Object.entries(protocol)
    .filter(([name, value]) => name.endsWith("Schema") && value?.kind === "schema")
    .map(([name, value]) => [name[0].toUpperCase() + name.slice(1, -"Schema".length), value])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const config = {
    target: "draft-2020-12",
    typeMode: "input",
    errorMode: "ignore",
    definitions: Object.fromEntries(records),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideSchema: ({ valibotSchema }) => ofCustom(valibotSchema, config),
  };
  const convert = (schema) => withoutDialect(toJsonSchema(schema, config));
  const open = Object.entries(publicAbout).map(([path, about]) => ({ method: "GET", path, about, access: null }));
  const paths = {};
  open.push(...openRoutes.map((route) => ({ ...route, access: null })));
  for (const route of [...open, ...allRoutes]) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, convert);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Service API",
      version: serverVersion,
      description:
        "Durable agent chat sessions over HTTP. Objects may hold more fields than listed here. Unknown request fields are ignored.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key of the organization." } },
      responses: {
        Error: {
          description: "Every failure: a stable `code`, a message for developers and whether a retry can help.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorBody" } } },
        },
      },
      schemas: used(paths, withoutDialect(toJsonSchemaDefs(config.definitions, config))),
    },
  };
}

/** A schema made of a predicate has no JSON Schema; where a schema of its fields follows, that one is converted. */
function ofCustom(schema, config) {
  if (schema.type !== "custom" && schema.pipe?.[0].type !== "custom") return null;
  const fields = schema.pipe?.find((step) => step.kind === "schema" && step.type !== "custom");
  if (fields !== undefined) return withoutDialect(toJsonSchema(fields, config));
  return String((schema.pipe?.[0] ?? schema).message).startsWith("must be an object") ? { type: "object" } : {};
}

function operation({ method, path, access, about }, convert) {
  const { summary, query = {}, body, answers } = about;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query).map(([name, kind]) => ({ name, in: "query", schema: parameter(kind) }));
  const responses = Object.entries(answers).map(([status, answer]) => [status, response(answer, convert)]);
  return {
    operationId: operationId(method, path),
    summary,
    tags: [tagOf(path)],
    ...(access === null ? { security: [] } : { "x-access": access }),
    ...([...inPath, ...inQuery].length > 0 && { parameters: [...inPath, ...inQuery] }),
    ...(body !== undefined && { requestBody: { required: true, content: content(body, convert) } }),
    responses: { ...Object.fromEntries(responses), default: { $ref: "#/components/responses/Error" } },
  };
}

function response(answer, convert) {
  if (answer === "nothing") return { description: "Done; no body." };
  return { description: "Success.", content: content(answer, convert) };
}

function content(body, convert) {
  if (body === "bytes") return { "application/octet-stream": { schema: {} } };
  if (body === "event stream") return { "text/event-stream": { schema: { type: "string" } } };
  return { "application/json": { schema: convert(body) } };
}

function parameter(kind) {
  if (kind === "text") return { type: "string" };
  if (kind === "cursor") return { type: "string", pattern: String.raw`^\d{1,16}(\.[\w-]{8})?$` };
  if (kind === "integer") return { type: "integer", minimum: 0 };
  return { type: "string", enum: kind === "flag" ? ["1", "true", "0", "false"] : kind };
}

/** `GET /v1/workspaces/:workspaceId/sessions` is `getWorkspaceSessions`: a parameter names the part before it. */
function operationId(method, path) {
  const parts = [];
  for (const part of path.split("/").filter((one) => one !== "" && one !== "v1")) {
    if (part.startsWith(":")) parts.splice(-1, 1, part.slice(1).replace(/Id$/, ""));
    else parts.push(part);
  }
  const words = parts.flatMap((part) => part.split("-")).map((word) => word[0].toUpperCase() + word.slice(1));
  return method.toLowerCase() + words.join("");
}

/** The innermost collection of a path: `sessions`, `files`, `organizations`. */
function tagOf(path) {
  const names = path.split("/").filter((part) => part !== "" && part !== "v1" && !part.startsWith(":"));
  if (path.startsWith("/v1/workspaces/:workspaceId/")) return names[1];
  return path.startsWith("/v1/") ? names[0] : "service";
}

/** The schemas that the paths name, and those that these name. */
function used(paths, schemas) {
  const names = new Set(["ErrorBody"]);
  const collect = (value) => {
    if (value === undefined)
      throw new Error(`A schema is named that the protocol does not export: ${[...names].at(-1)}.`);
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      collect(schemas[name]);
    }
  };
  collect(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}

/** The document names the dialect and gathers the definitions once. */
function withoutDialect(schema) {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== "$schema" && name !== "$defs"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, await openapiText());
