/** The secrets of the family: what a source's deliveries are signed with, and header values of a trigger's servers. */
import type { McpServer } from "../mcp/mcp-server.js";
import { openSecret, secretsOf, type SecretsWorld } from "../secrets/required-secrets.js";
import type { SealedSecret, SessionTemplate, SourceRecord } from "./automation-record.js";
import { webhookSenders } from "./webhook-senders.js";

export function sealSecret(world: SecretsWorld, sourceId: string, secret: string): Promise<string> {
  return secretsOf(world).seal(secretName(sourceId), secret);
}

/**
 * The HMAC keys of a source's valid secrets.
 *
 * @throws {ServiceApiError} 503 `secrets_unavailable` when one cannot be decrypted; the operator gets the cause.
 */
export async function signingKeys(world: SecretsWorld, source: SourceRecord, now: string): Promise<Uint8Array[]> {
  const texts = await Promise.all(
    validSecrets(source.secrets, now).map(({ sealed }) => openSecret(world, secretName(source.id), sealed)),
  );
  return texts.map((text) => webhookSenders[source.adapterId].key(text)).filter((key) => key !== null);
}

/** The source's newest secret, sealed, if it is this one; null if it is another one, or cannot be decrypted. */
export async function newestIf(world: SecretsWorld, source: SourceRecord, secret: string): Promise<string | null> {
  const sealed = source.secrets[0]?.sealed;
  if (sealed === undefined) return null;
  const newest = await openSecret(world, secretName(source.id), sealed).catch(() => null);
  return newest === secret ? sealed : null;
}

export function validSecrets(secrets: readonly SealedSecret[], now: string): readonly SealedSecret[] {
  return secrets.filter(({ validUntil }) => validUntil === null || validUntil > now);
}

type Servers = Pick<SessionTemplate, "mcpServers" | "sealedHeaders">;

/** The servers without header values, and those values encrypted. */
export async function sealServers(
  world: SecretsWorld,
  triggerId: string,
  servers: readonly McpServer[],
): Promise<Servers> {
  const values = Object.fromEntries(servers.map(({ id, headers }) => [id, headers]));
  const hasHeaders = servers.some(({ headers }) => Object.keys(headers).length > 0);
  return {
    mcpServers: servers.map((server) => ({ ...server, headers: withoutValues(server.headers) })),
    sealedHeaders: hasHeaders ? await secretsOf(world).seal(headersName(triggerId), JSON.stringify(values)) : null,
  };
}

/** The servers as they were given. */
export async function openServers(
  world: SecretsWorld,
  triggerId: string,
  { mcpServers, sealedHeaders }: Servers,
): Promise<readonly McpServer[]> {
  if (sealedHeaders === null) return mcpServers;
  const text = await openSecret(world, headersName(triggerId), sealedHeaders);
  const values = JSON.parse(text) as Readonly<Record<string, McpServer["headers"]>>;
  return mcpServers.map((server) => ({ ...server, headers: values[server.id] ?? {} }));
}

function withoutValues(headers: McpServer["headers"]): McpServer["headers"] {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, ""]));
}

const secretName = (sourceId: string) => `automation-source:${sourceId}`;
const headersName = (triggerId: string) => `automation-trigger:${triggerId}`;
