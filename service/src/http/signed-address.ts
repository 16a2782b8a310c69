/**
 * Addresses of a file's bytes that work without a key until they expire.
 *
 * The signature is an HMAC over method, path and expiry, made with the stored hash of the requesting key. So an
 * address never permits more than that key, and revoking the key invalidates its addresses at once.
 */
import type { ApiKeyRecord } from "../store/records.js";
import type { FoundForRequest } from "../store/store.js";
import type { World } from "../world.js";
import { toHex } from "../hex.js";

type Method = "GET" | "PUT";

/** Only bytes of files are served by signature. */
const signedPath = /^\/v1\/workspaces\/([^/]+)\/files\/(?:uploads\/)?[^/]+\/content$/;

export interface Address {
  /** Absolute, for callers without a client of this API. */
  readonly url: string;
  /** The same from the API's root, for callers that reach the service in their own way. */
  readonly path: string;
}

/** Where WebCrypto is missing (a page over plain http), the address is not signed and needs the key. */
export async function signedAddress(
  { world, request, key }: { readonly world: World; readonly request: Request; readonly key: ApiKeyRecord },
  method: Method,
  pathname: string,
  expiresAt: string,
): Promise<Address> {
  const origin = world.publicUrl ?? new URL(request.url).origin;
  const expires = String(Date.parse(expiresAt));
  const signature = await sign(key, [method, pathname, expires]);
  const query = new URLSearchParams({ key: key.id, expires, signature: signature ?? "" });
  const path = signature === null ? pathname : `${pathname}?${query}`;
  return { url: origin + path, path };
}

const none = { key: null, workspace: null, session: null };

/** The key whose signature a request carries, and its workspace; null when it carries none, or one that does not fit or has expired. */
export async function signedFor({ store, clock }: World, request: Request): Promise<FoundForRequest> {
  const { pathname, searchParams } = new URL(request.url);
  const signature = searchParams.get("signature");
  const workspaceId = signedPath.exec(pathname)?.[1];
  const expires = searchParams.get("expires") ?? "";
  if (signature === null || workspaceId === undefined || !/^\d{1,15}$/.test(expires)) return none;
  if (Number(expires) <= clock.now()) return none;
  const workspace = await store.getWorkspace(workspaceId);
  const keyId = searchParams.get("key");
  if (workspace === null || keyId === null) return none;
  const key = await store.getApiKey(workspace.organizationId, keyId);
  if (key === null) return none;
  const right = await sign(key, [request.method, pathname, expires]);
  return right !== null && isSame(right, signature) ? { key, workspace, session: null } : none;
}

async function sign({ hash }: ApiKeyRecord, parts: readonly string[]): Promise<string | null> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await subtle.importKey("raw", bytes(hash), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return toHex(await subtle.sign("HMAC", key, bytes(parts.join("\n"))));
}

/** Compares in constant time. */
function isSame(right: string, given: string): boolean {
  if (right.length !== given.length) return false;
  let difference = 0;
  for (let at = 0; at < right.length; at += 1) difference |= right.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
