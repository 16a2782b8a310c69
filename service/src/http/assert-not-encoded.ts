import { ServiceApiError } from "@service/sdk/protocol";

/**
 * Refuses a compressed body by the name of its encoding: its bytes would read as a body that broke off.
 *
 * @throws {ServiceApiError} 415 `unsupported_media_type`.
 */
export function assertNotEncoded(headers: Headers): void {
  const encoding = headers.get("content-encoding")?.trim() ?? "";
  if (encoding === "" || encoding.toLowerCase() === "identity") return;
  throw new ServiceApiError(
    `The body has the Content-Encoding "${encoding.slice(0, 40)}"; encoded bodies are not read. Send it without.`,
    { status: 415, code: "unsupported_media_type" },
  );
}
