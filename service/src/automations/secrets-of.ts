/** The secrets of the family: what a source's deliveries are signed with, and header values of a trigger's servers. */
import { isServiceError, ServiceApiError } from "@service/sdk/protocol";
import type { McpServer } from "../mcp/mcp-server.js";
import type { SecretBox } from "../secrets/secret-box.js";
import type { SealedSecret, SessionTemplate, SourceRecord } from "./automation-record.js";
import { webhookSenders } from "./webhook-senders.js";

/** What the family needs of the service. */
export interface SecretsWorld {
  /** Null without a key of the host's. */
  readonly secrets: SecretBox | null;
  readonly onError: (error: unknown) => void;
}

/** @throws {ServiceApiError} 503 `secrets_key_missing`; the message says what to set. */
export function secretsOf({ secrets }: SecretsWorld): SecretBox {
  if (secrets !== null) return secrets;
  throw new ServiceApiError(
    "The service has no key for secrets, so it keeps none. Give it one: SERVICE_SECRETS_KEY, or the option secretsKey, with 32 random bytes as base64 (openssl rand -base64 32).",
    { status: 503, code: "secrets_key_missing", retryable: false },
  );
}

export function sealSecret(world: SecretsWorld, sourceId: string, secret: string): Promise<string> {
  return secretsOf(world).seal(secretName(sourceId), secret);
}

/**
 * The HMAC keys of a source's valid secrets.
 *
 * @throws {ServiceApiError} 503 `secrets_unavailable` when none can be decrypted; the cause goes to the operator.
 */
export async function signingKeys(world: SecretsWorld, source: SourceRecord, now: string): Promise<Uint8Array[]> {
  const texts = await Promise.all(
    validSecrets(source.secrets, now).map(({ sealed }) => open(world, secretName(source.id), sealed)),
  );
  return texts.map((text) => webhookSenders[source.adapterId].key(text)).filter((key) => key !== null);
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
  const text = await open(world, headersName(triggerId), sealedHeaders);
  const values = JSON.parse(text) as Readonly<Record<string, McpServer["headers"]>>;
  return mcpServers.map((server) => ({ ...server, headers: values[server.id] ?? {} }));
}

async function open(world: SecretsWorld, record: string, sealed: string): Promise<string> {
  try {
    return await secretsOf(world).open(record, sealed);
  } catch (error) {
    if (!isServiceError(error) || error instanceof ServiceApiError) throw error;
    world.onError(error);
    throw new ServiceApiError(
      "A secret of this record cannot be decrypted. The service's log says which key is missing.",
      {
        status: 503,
        code: "secrets_unavailable",
        retryable: true,
      },
    );
  }
}

function withoutValues(headers: McpServer["headers"]): McpServer["headers"] {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, ""]));
}

const secretName = (sourceId: string) => `automation-source:${sourceId}`;
const headersName = (triggerId: string) => `automation-trigger:${triggerId}`;
