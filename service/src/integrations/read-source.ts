/** A source's description, fetched where it is not given, as a surface. */
import { ServiceApiError, type IntegrationCredential, type IntegrationSource } from "@service/sdk/protocol";
import { baseOf, callableUrl } from "./callable-url.js";
import { noAuthentication } from "./credential.js";
import type { KeptSource } from "./integration-record.js";
import { OutboundFault, sendOut } from "./outbound.js";
import { parseDocument } from "./read-document.js";
import type { ReadOptions } from "./read-options.js";
import { introspect, readGraphql } from "./read-graphql.js";
import { readMcp } from "./read-mcp.js";
import { readOpenApi } from "./read-openapi.js";
import type { Surface } from "./surface.js";
import { sourceAway, unfitSource } from "./unfit.js";

type GivenSource = Exclude<IntegrationSource, { readonly kind: "definition" }>;

/** @throws {ServiceApiError} 422 with the reason and without an address. */
export async function readSource(
  source: GivenSource,
  credential: IntegrationCredential | null,
  options: ReadOptions,
): Promise<{ readonly surface: Surface; readonly source: KeptSource }> {
  switch (source.kind) {
    case "openapi":
      return { surface: await openApi(source, options), source: kept("openapi", source.url) };
    case "auto":
      return readAny(source.url, credential, options);
    case "graphql":
      return { surface: await graphQl(source, credential, options), source: kept("graphql", source.url) };
    case "mcp":
      return { surface: await readMcp(source.url, credential, options), source: kept("mcp", source.url) };
    default:
      return source satisfies never;
  }
}

/** A document first, as reading one does nothing; then a server of the Model Context Protocol; then GraphQL. */
async function readAny(url: string, credential: IntegrationCredential | null, options: ReadOptions) {
  const kinds = ["openapi", "mcp", "graphql"] as const;
  let signInNeeded: ServiceApiError | undefined;
  for (const kind of kinds) {
    try {
      return await readSource({ kind, url }, credential, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof ServiceApiError) || addressFaults.includes(error.code)) throw error;
      if (error.code === "integration_auth_needed") signInNeeded = error;
    }
  }
  if (signInNeeded !== undefined) throw signInNeeded;
  throw unfitSource("At this address is no OpenAPI document, no GraphQL API and no MCP server that can be read.");
}

/** Asking in another way changes nothing of these. */
const addressFaults: readonly string[] = [
  "integration_address_refused",
  "integration_unavailable",
  "integration_timeout",
];

async function graphQl(
  { url, schema }: Extract<GivenSource, { kind: "graphql" }>,
  credential: IntegrationCredential | null,
  options: ReadOptions,
): Promise<Surface> {
  const baseUrl = baseOf(url, options.rules);
  return readGraphql(schema ?? (await introspect(baseUrl, credential, options)), baseUrl);
}

/** Drops the query of its address, which may contain a secret. */
function kept(kind: KeptSource["kind"], url: string | undefined): KeptSource {
  if (url === undefined) return { kind };
  const plain = new URL(url);
  plain.search = "";
  plain.hash = "";
  return { kind, url: plain.href };
}

async function openApi(
  { url, document, baseUrl }: Extract<GivenSource, { kind: "openapi" }>,
  options: ReadOptions,
): Promise<Surface> {
  const { rules } = options;
  if (document !== undefined) {
    const root = typeof document === "string" ? parseDocument(document) : document;
    return readOpenApi(root, { rules, baseUrl, documentUrl: url ?? null });
  }
  if (url === undefined) throw unfitSource("The source has neither a document nor the URL of one.");
  return readOpenApi(parseDocument(await fetchText(url, options)), { rules, baseUrl, documentUrl: url });
}

async function fetchText(address: string, options: ReadOptions): Promise<string> {
  const url = callableUrl(address, options.rules);
  const headers = { accept: "application/json, application/yaml;q=0.9, text/yaml;q=0.8, */*;q=0.1" };
  try {
    const { status, bytes } = await sendOut(
      { method: "GET", url, headers, body: null },
      noAuthentication,
      options.rules,
      options,
    );
    if (status === 200) return bytes.toString("utf8");
    throw sourceAway(
      status >= 300 && status < 400
        ? `The document's address answered with a redirect (${status}), which is not followed. Give the address that it leads to.`
        : `The document's address answered with status ${status}.`,
    );
  } catch (error) {
    if (error instanceof OutboundFault)
      throw sourceAway(`The document could not be fetched. ${error.message}`, error.code);
    throw error;
  }
}
