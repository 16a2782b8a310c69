/**
 * MCP servers of a session: in the body of its creation, in the store, and in answers.
 *
 * Header values are received here and sent only to their server: no error quotes one, and a returned server has only
 * its header names (`protocol.md` §3.6).
 */
import type { McpCredentialUpdate, SessionMcpServer } from "@service/sdk/protocol";
import * as v from "valibot";
import { isLoopback } from "./loopback.js";

/** A stored server. */
export interface McpServer {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Null: all. */
  readonly allowedTools: readonly string[] | null;
  readonly timeoutMs: number;
  readonly requireApproval: boolean | readonly string[];
  /** Secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly credentialVersion: number;
}

const most = { servers: 16, tools: 128, headers: 16, headerLength: 8_192, url: 2_048 } as const;
const defaultTimeoutMs = 30_000;

/** Headers that the transport sets itself; one from the host would break it. */
const transportHeaders: ReadonlySet<string> = new Set([
  "accept",
  "connection",
  "content-length",
  "content-type",
  "host",
  "mcp-protocol-version",
  "mcp-session-id",
  "transfer-encoding",
]);

/** Checked as a whole, so that a refusal names the field and no more: a value, or a name given in its place, is a secret. */
const headers = v.custom<Readonly<Record<string, string>>>(
  isHeaders,
  `must be an object of at most ${most.headers} names and texts, without line breaks and without those that the transport sends itself (such as accept, content-type and host)`,
);

function isHeaders(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  return entries.length <= most.headers && names.size === entries.length && entries.every(isHeader);
}

function isHeader([name, value]: readonly [string, unknown]): boolean {
  if (!/^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name) || transportHeaders.has(name.toLowerCase())) return false;
  return (
    typeof value === "string" && value.length <= most.headerLength && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)
  );
}

const url = v.custom<string>(
  isServerUrl,
  `must be an https URL, or an http one on this very machine (localhost), of at most ${most.url} characters and without user name and password; credentials go into headers`,
);

function isServerUrl(value: unknown): boolean {
  if (typeof value !== "string" || value.length > most.url || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

const toolNames = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  v.maxLength(most.tools, `must name at most ${most.tools} tools`),
);

const id = v.pipe(
  v.string(),
  v.regex(
    /^(?=.{1,40}$)[A-Za-z0-9]+([_-][A-Za-z0-9]+)*$/,
    "must be 1 to 40 letters and digits, with single hyphens or underscores between them",
  ),
);

const timeoutWords = "must be a whole number from 100 to 300000 (ms)";
const timeout = v.pipe(
  v.number(timeoutWords),
  v.integer(timeoutWords),
  v.minValue(100, timeoutWords),
  v.maxValue(300_000, timeoutWords),
);

const server = v.pipe(
  v.object({
    id,
    name: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
    url,
    allowedTools: v.nullish(toolNames, null),
    timeoutMs: v.nullish(timeout, defaultTimeoutMs),
    requireApproval: v.nullish(v.union([v.boolean(), toolNames], "must be true, false or a list of tool names"), false),
    headers: v.nullish(headers, {}),
  }),
  v.transform(({ name, ...given }): McpServer => ({ ...given, name: name ?? given.id, credentialVersion: 1 })),
);

export const mcpServersSchema = v.pipe(
  v.array(server),
  v.maxLength(most.servers, `must have at most ${most.servers} servers`),
  v.check(
    (servers) => new Set(servers.map((one) => one.id)).size === servers.length,
    "must not have two servers with one id",
  ),
);

/** Only for a host's backend: the proxy refuses it from a browser. */
export const mcpCredentialUpdates = v.nullish(
  v.pipe(v.array(v.object({ id, headers })), v.maxLength(most.servers)),
  [],
);

/** With fresh headers where there are any; the same servers when nothing is new. */
export function withCredentials(
  servers: readonly McpServer[],
  updates: readonly McpCredentialUpdate[],
): readonly McpServer[] {
  const fresh = new Map(updates.map((update) => [update.id, update.headers]));
  if (!servers.some((one) => isNew(one, fresh.get(one.id)))) return servers;
  return servers.map((one) => {
    const given = fresh.get(one.id);
    if (given === undefined || !isNew(one, given)) return one;
    return { ...one, headers: given, credentialVersion: one.credentialVersion + 1 };
  });
}

function isNew(server: McpServer, given: McpServer["headers"] | undefined): boolean {
  if (given === undefined) return false;
  const names = Object.keys(given);
  return (
    names.length !== Object.keys(server.headers).length || names.some((name) => server.headers[name] !== given[name])
  );
}

/** A server as readers of the session see it. */
export function wireMcpServer({ headers: secret, ...told }: McpServer): SessionMcpServer & { connectionRef: null } {
  return { ...told, headerNames: Object.keys(secret), connectionRef: null };
}
