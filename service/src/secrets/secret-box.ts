/**
 * Encrypts secrets before a store keeps them: AES-256-GCM under a key that the host gives and no store has.
 *
 * The record's name is authenticated with the ciphertext, so a ciphertext copied to another record does not open. A
 * sealed text names its key; with several keys the first one seals and each one opens, so a host can rotate keys
 * without downtime.
 */
import { ServiceError } from "@service/sdk/protocol";
import { toHex } from "../hex.js";

export interface SecretBox {
  /**
   * Encrypts `secret` for one record.
   *
   * @param record names the record and its field, such as `automation-source:<id>`.
   */
  seal(record: string, secret: string): Promise<string>;
  /**
   * Decrypts the result of `seal` for the same record.
   *
   * @throws {ServiceError} `secrets_key_unknown` when its key is not given; `secret_unreadable` when it was changed
   *   or belongs to another record. No message contains a secret.
   */
  open(record: string, sealed: string): Promise<string>;
}

interface SecretKey {
  /** First eight hex digits of the SHA-256 of the key. */
  readonly id: string;
  readonly key: CryptoKey;
}

const version = "v1";
/** The size that AES-GCM is specified for (bytes). */
const nonceBytes = 12;

/**
 * @param keys 32 bytes each, as 64 hex digits or as base64. The first one seals; all of them open.
 * @throws {ServiceError} `secrets_key_invalid`; the message names the key's position, never its value.
 */
export async function createSecretBox(keys: string | readonly string[]): Promise<SecretBox> {
  const given = typeof keys === "string" ? [keys] : keys;
  const known = await Promise.all(given.map(readKey));
  const [newest] = known;
  if (newest === undefined) throw invalidKey("The list of secrets keys is empty.");

  return {
    async seal(record, secret) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const options = { name: "AES-GCM", iv, additionalData: bytesOf(record) };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(options, newest.key, bytesOf(secret)));
      return [version, newest.id, toBase64(iv), toBase64(sealed)].join(".");
    },
    async open(record, sealed) {
      const [form, keyId, nonce = "", text = ""] = sealed.split(".");
      const used = form === version ? known.find(({ id }) => id === keyId) : undefined;
      if (used === undefined) throw unknownKey(keyId);
      try {
        const options = { name: "AES-GCM", iv: fromBase64(nonce), additionalData: bytesOf(record) };
        return new TextDecoder().decode(await crypto.subtle.decrypt(options, used.key, fromBase64(text)));
      } catch (cause) {
        throw new ServiceError(
          `The secret of ${record} cannot be read: it was changed, or moved from another record.`,
          {
            code: "secret_unreadable",
            cause,
          },
        );
      }
    },
  };
}

async function readKey(text: string, index: number): Promise<SecretKey> {
  const bytes = keyBytes(text.trim());
  if (bytes === null) throw invalidKey(`Secrets key ${index + 1} is not 32 bytes as 64 hex digits or as base64.`);
  const digest = toHex(await crypto.subtle.digest("SHA-256", bytes));
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  return { id: digest.slice(0, 8), key };
}

function keyBytes(text: string): Uint8Array<ArrayBuffer> | null {
  if (/^[0-9a-f]{64}$/i.test(text)) {
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  if (!/^[\w+/-]{43}=?$/.test(text)) return null;
  const bytes = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  return bytes.length === 32 ? bytes : null;
}

function invalidKey(fault: string): ServiceError {
  return new ServiceError(`${fault} Make one with \`openssl rand -base64 32\`.`, { code: "secrets_key_invalid" });
}

function unknownKey(keyId = "?"): ServiceError {
  return new ServiceError(
    `A secret was encrypted with the key ${keyId.slice(0, 8)}, which the service does not have. Add that key after the newest key in SERVICE_SECRETS_KEY or secretsKey.`,
    { code: "secrets_key_unknown" },
  );
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
