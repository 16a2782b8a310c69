/** The line that a door writes for an operator whose host gave no `onError`. */
import { isServiceError } from "../../foundation/base-error.js";
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import { DoorRefusal } from "./refusal.js";
import { hostFaults } from "./service-error.js";

/** What is known of the request, none of it from a person. */
export interface FaultPlace {
  readonly door: string;
  readonly method: string;
  readonly route: string | null;
  readonly correlationId: string;
}

/**
 * One line: where it happened, what, and what to do. Holds no key and nobody's text, so of an error that is not ours only
 * its name and place stand in it.
 *
 * @param remedy as `remedyOf` says it of this error.
 */
export function faultLine(error: unknown, remedy: string | undefined, at: FaultPlace): string {
  const { door, method, route, correlationId } = at;
  const place = [`[service] ${door}`, plain(method), route ?? "no route"].join(" ");
  const line = `${place}: ${factsOf(error, remedy)} (${correlationId}; give the handler \`onError\` to see the error whole)`;
  return line.replaceAll(/\s+/g, " ");
}

function factsOf(error: unknown, remedy: string | undefined): string {
  const words = remedy ?? (isServiceError(error) && isOurs(error) ? error.message : undefined);
  if (isServiceError(error) && words !== undefined) return `${plain(error.code)}. ${words}`;
  if (isServiceError(error)) return plain(error.code);
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`;
  return `${plain(error.name)}${placeOf(error)}`;
}

/** Errors whose words are written here, and quote nobody: what the host has set. */
function isOurs(error: { readonly code: string }): boolean {
  if (error instanceof DoorRefusal) return error.status >= 500;
  if (error instanceof ServiceApiError) return false;
  return deploymentFaults.includes(error.code);
}

const deploymentFaults = [...hostFaults, "version_mismatch", "chat_not_supported", "organization_workspace_required"];

/** The first line of the stack that names a file: a place in somebody's code, and none of its words. */
function placeOf({ stack = "" }: Error): string {
  const [, place] = /\n\s+at (?:.*\()?([^()\n]{1,300}:\d+:\d+)\)?/.exec(stack) ?? [];
  return place === undefined ? "" : ` at ${place}`;
}

function plain(word: string): string {
  return /^[\w.-]{1,64}$/.test(word) ? word : "?";
}
