/** The line that a door writes for an operator whose host gave no `onError`. */
import { helpFor, isServiceError } from "../../foundation/base-error.js";
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import { placeOf } from "../../foundation/describe-error.js";
import { HostFault, hostFaultWords } from "./host-fault.js";
import { DoorRefusal } from "./refusal.js";
import { hostFaults } from "./service-error.js";

/** Facts about the request, none of them from a person. */
export interface FaultPlace {
  readonly door: string;
  readonly method: string;
  readonly route: string | null;
  readonly correlationId: string;
  /** Headers of the request: their credentials are redacted from errors of the host's own functions. */
  readonly headers: Headers;
}

/**
 * One line: place, error and remedy. For an error of a host's own function it has the message; for any other foreign
 * error only name and place, because its message may quote a person or a key.
 *
 * @param remedy as `remedyOf` returns it for this error.
 */
export function faultLine(error: unknown, remedy: string | undefined, at: FaultPlace): string {
  const { door, method, route, correlationId, headers } = at;
  const place = [`[service] ${door}`, plain(method), route ?? "no route"].join(" ");
  const help = isServiceError(error) ? `; see ${helpFor(plain(error.code))} in the package` : "";
  const line = `${place}: ${factsOf(error, remedy, headers)} (${correlationId}; give the handler \`onError\` to see the error whole${help})`;
  return line.replaceAll(/\s+/g, " ");
}

function factsOf(error: unknown, remedy: string | undefined, headers: Headers): string {
  if (error instanceof HostFault) return hostFaultWords(error, headers);
  const words = remedy ?? (isServiceError(error) && isOurs(error) ? error.message : undefined);
  if (isServiceError(error) && words !== undefined) return `${plain(error.code)}. ${words}`;
  if (isServiceError(error)) return plain(error.code);
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`;
  return `${plain(error.name)}${placeOf(error)}`;
}

/** Errors with our own words only: they concern the host's settings. */
function isOurs(error: { readonly code: string }): boolean {
  if (error instanceof DoorRefusal) return error.status >= 500;
  if (error instanceof ServiceApiError) return false;
  return deploymentFaults.includes(error.code);
}

/** How many different pieces of advice a door writes: callers choose their origins. */
const mostAdvice = 20;

const advised = new WeakMap<object, Set<string>>();

/** Whether the log of this door should have the advice: each once, as a caller can repeat a refused request. */
export function isNewAdvice(door: object, advice: string): boolean {
  const known = advised.get(door) ?? new Set();
  advised.set(door, known);
  if (known.has(advice) || known.size >= mostAdvice) return false;
  known.add(advice);
  return true;
}

const deploymentFaults = [...hostFaults, "version_mismatch", "chat_not_supported", "organization_workspace_required"];

function plain(word: string): string {
  return /^[\w.-]{1,64}$/.test(word) ? word : "?";
}
