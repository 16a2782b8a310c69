/** Texts that a client keeps for the server and can neither read nor make. */

const purpose = new TextEncoder().encode("service/seal/1");
const ivBytes = 12;

export interface Sealer {
  seal(text: string): Promise<string>;
  /** Null for a text that no sealer with this secret made. */
  unseal(sealed: string): Promise<string | null>;
}

/** Encrypts with AES-GCM under a key derived from `secret`, so every process that has the secret can unseal. */
export function createSealer(secret: string): Sealer {
  let derived: Promise<CryptoKey> | undefined;
  const key = () => (derived ??= deriveKey(secret));
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const bytes = new TextEncoder().encode(text);
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await key(), bytes));
      return toBase64Url([...iv, ...sealed]);
    },
    async unseal(sealed) {
      const bytes = fromBase64Url(sealed);
      if (bytes === null) return null;
      const [iv, rest] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes)];
      try {
        return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await key(), rest));
      } catch {
        return null;
      }
    },
  };
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), "HKDF", false, ["deriveKey"]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: purpose };
  return crypto.subtle.deriveKey(hkdf, material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

function toBase64Url(bytes: readonly number[]): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]{1,4096}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
