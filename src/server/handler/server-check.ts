/**
 * Asks the server once what it can (`protocol.md` §0.1, 7), so that a host that points at the wrong deployment hears it
 * in one clear sentence and not as a broken chat. Features decide; a version is only reported, unless the host requires one.
 */
import { ChatError } from "../../wire/protocol/chat-error.js";
import type { ClientConfig } from "../../wire/protocol/session.js";

/** The major version of the API that this package is tested with. */
export const testedMajorVersion = 0;

/**
 * Resolves to a warning when the server states no features or has another major version than the tested one, else to
 * undefined.
 *
 * @param requireServer a version or its beginning, such as `3` or `3.8`; another one is refused, and so is a server
 *   without a version.
 * @throws {ChatError} with code `chat_not_supported`, or `version_mismatch` where `requireServer` does not match.
 */
export function checkServer(config: ClientConfig, baseUrl: string, requireServer?: string): string | undefined {
  const { serverVersion, features } = config;
  const server = `The service at ${baseUrl} (version ${serverVersion ?? "unknown"})`;
  if (requireServer !== undefined && !isWithin(serverVersion, requireServer)) {
    throw new ChatError(
      `${server} is not the required version ${requireServer}. Update the service, or change \`requireServer\`.`,
      { code: "version_mismatch" },
    );
  }
  if (features && features["chat"] !== true) {
    throw new ChatError(
      `${server} has no chat. Point SERVICE_API_BASE_URL at a deployment that has it, or enable it there.`,
      { code: "chat_not_supported" },
    );
  }
  const major = /^v?(\d+)\./.exec(serverVersion ?? "")?.[1];
  if (!features && serverVersion === undefined) {
    return `${server} does not say what it can; chat may not work. Update the service to be told for certain.`;
  }
  if (requireServer !== undefined || major === undefined || Number(major) === testedMajorVersion) return undefined;
  return `${server} is used by what its features say; this package is tested with ${testedMajorVersion}.x. Set \`requireServer\` to pin a version.`;
}

/** Whether a version begins with the required one, part by part: `3.8` matches `3.8.1` but not `3.80`. */
function isWithin(version: string | undefined, required: string): boolean {
  const parts = (text: string) => text.trim().replace(/^v/, "").split(/[.+-]/);
  const own = parts(version ?? "");
  return parts(required).every((part, at) => part === own[at]);
}
