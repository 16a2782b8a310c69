/** Integrations that a host registers: offered to people by name, with the host's own credential where it gives one. */
import { ServiceError, type IntegrationDefinition, type IntegrationSource } from "@service/sdk/protocol";
import type { Owner } from "../store/owner.js";
import { isHeaderValue, isSettableHeader } from "./header-names.js";

/** A credential of the host's. It is kept nowhere. */
export type HostCredential =
  | { readonly kind: "bearer"; readonly value: string }
  | { readonly kind: "basic"; readonly username: string; readonly value: string }
  | { readonly kind: "apiKey"; readonly in: "header" | "query"; readonly name: string; readonly value: string };

/** The session and person that a call is made for. */
export interface HostCredentialContext {
  readonly workspaceId: string;
  /** The session's person; null where it has none. */
  readonly endUser: Owner;
}

/** An integration that a host offers by name. */
export interface HostIntegration {
  /** 1 to 40 lower-case letters, digits and single hyphens. Unique; installed integrations name it. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly description?: string | undefined;
  /** Source of its tools. It may be on this machine (`http://localhost`). */
  readonly source: Exclude<IntegrationSource, { readonly kind: "definition" }>;
  /** Only these operations, such as `GET /orders`. @default all */
  readonly operations?: readonly string[] | undefined;
  /** Whether a person approves writes. Destructive calls always ask. @default "ask" */
  readonly writes?: "ask" | "never" | undefined;
  /** Credential of its calls, so that no person is asked for one. @default the person's own */
  readonly credential?:
    | HostCredential
    | ((context: HostCredentialContext) => HostCredential | Promise<HostCredential>)
    | undefined;
}

/** @throws {ServiceError} `integration_definition_invalid`, which names the definition and the fault. */
export function checkDefinitions(definitions: readonly HostIntegration[]): void {
  const ids = new Set<string>();
  for (const { id, name, credential } of definitions) {
    if (!/^(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
      throw invalid(id, "its id has other than a-z, 0-9 and single hyphens");
    if (ids.has(id)) throw invalid(id, "two have this id");
    if (name.trim() === "" || name.length > 120) throw invalid(id, "its name has not 1 to 120 characters");
    if (typeof credential === "object") checkCredential(id, credential);
    ids.add(id);
  }
}

/** @throws {ServiceError} `integration_definition_invalid`. No message contains a secret. */
export function checkCredential(id: string, credential: HostCredential): HostCredential {
  const isNameFit =
    credential.kind !== "apiKey" || credential.in === "query" || isSettableHeader(credential.name, "credential");
  if (isNameFit && credential.value !== "" && isHeaderValue(credential.value)) return credential;
  throw invalid(id, "its credential is empty, has line breaks, or goes into a header that is not its own");
}

function invalid(id: string, fault: string): ServiceError {
  return new ServiceError(`The integration "${id.slice(0, 60)}" cannot be registered: ${fault}.`, {
    code: "integration_definition_invalid",
  });
}

export function wireDefinition({
  id,
  name,
  description = "",
  source,
  credential,
}: HostIntegration): IntegrationDefinition {
  return { id, name, description, kind: source.kind, providedByHost: credential !== undefined };
}
