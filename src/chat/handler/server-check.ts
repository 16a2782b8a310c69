/**
 * Asks the server once what it can (`protocol.md` §0.1, 7), so that a host that points at the wrong deployment hears it
 * in one clear sentence and not as a broken chat.
 */
import { ChatError } from "../../protocol/chat-error.js";
import type { ClientConfig } from "../../protocol/session.js";

/** The major version of the API that this package was written for. */
export const supportedMajorVersion = 0;

/**
 * Resolves to a warning when the server does not say what it can, else to undefined.
 *
 * @throws {ChatError} with code `chat_not_supported` or `version_mismatch`.
 */
export function checkServer(config: ClientConfig, baseUrl: string): string | undefined {
  const { serverVersion, features } = config;
  const server = `The service at ${baseUrl} (version ${serverVersion ?? "unknown"})`;
  if (features && features["chat"] !== true) {
    throw new ChatError(
      `${server} has no chat. Point SERVICE_API_BASE_URL at a deployment that has it, or enable it there.`,
      { code: "chat_not_supported" },
    );
  }
  const major = /^v?(\d+)\./.exec(serverVersion ?? "")?.[1];
  if (major !== undefined && Number(major) !== supportedMajorVersion) {
    throw new ChatError(
      `${server} has another major version than this package, which speaks ${supportedMajorVersion}.x. Update the older of the two.`,
      { code: "version_mismatch" },
    );
  }
  if (features || serverVersion !== undefined) return undefined;
  return `${server} does not say what it can; chat may not work. Update the service to be told for certain.`;
}
