import { joined } from "./bytes.js";
import type { Signed } from "./webhook-senders.js";

/**
 * Whether one of the signatures is the HMAC-SHA256 of the message under one of the keys: while a secret is rotated there are
 * two. WebCrypto compares in constant time.
 */
export async function isSigned({ message, signatures }: Signed, keys: readonly Uint8Array[]): Promise<boolean> {
  const bytes = joined(message);
  for (const raw of keys) {
    const key = await crypto.subtle.importKey("raw", joined([raw]), { name: "HMAC", hash: "SHA-256" }, false, [
      "verify",
    ]);
    for (const signature of signatures) {
      if (await crypto.subtle.verify("HMAC", key, joined([signature]), bytes)) return true;
    }
  }
  return false;
}
