/** Reads the authentication that an API's document requires. */
import type { IntegrationAuthScheme } from "@service/sdk/protocol";
import { isRecord } from "../sessions/is-record.js";
import { cleanText } from "./clean-text.js";
import { isSettableHeader } from "./header-names.js";
import { isInherited } from "./bounded-schema.js";
import type { JsonObject, OpenDocument } from "./read-document.js";

const mostSchemes = 8;

export interface ReadAuth {
  readonly schemes: readonly IntegrationAuthScheme[];
  readonly warnings: readonly string[];
}

/** The supported schemes. An OAuth access token is given as a bearer token. */
export function readAuth(document: OpenDocument): ReadAuth {
  const components = document.follow(document.root["components"]);
  const declared = components === null ? null : document.follow(components["securitySchemes"]);
  const warnings: string[] = [];
  const schemes = Object.entries(declared ?? {})
    .slice(0, mostSchemes)
    .flatMap(([id, node]): IntegrationAuthScheme[] => {
      const scheme = document.follow(node);
      const read = scheme === null || isInherited(id) ? null : schemeOf(scheme);
      const name = cleanText(id, 64);
      if (read === null) {
        warnings.push(`The authentication "${name}" is not supported.`);
        return [];
      }
      if (scheme?.["type"] === "oauth2" || scheme?.["type"] === "openIdConnect") {
        warnings.push(`"${name}" is OAuth: give an access token. The service does not renew it.`);
      }
      const description = cleanText(scheme?.["description"], 200);
      return [{ id: name, ...read, ...(description !== "" && { description }) }];
    });
  return { schemes, warnings };
}

function schemeOf(scheme: JsonObject): Omit<IntegrationAuthScheme, "id"> | null {
  const { type, name } = scheme;
  if (type === "http") {
    const word = cleanText(scheme["scheme"], 20).toLowerCase();
    return word === "basic" || word === "bearer" ? { kind: word } : null;
  }
  if (type === "oauth2" || type === "openIdConnect") return { kind: "bearer" };
  if (type !== "apiKey" || typeof name !== "string") return null;
  if (scheme["in"] === "header" && isSettableHeader(name, "credential")) return { kind: "apiKey", in: "header", name };
  if (scheme["in"] === "query" && /^[\w.~-]{1,100}$/.test(name)) return { kind: "apiKey", in: "query", name };
  return null;
}

/** Authentication of an operation: its own, or the document's. */
export interface OperationSecurity {
  /** False when it requires none. */
  readonly authenticated: boolean;
  /** Whether the operation requires the credential. */
  readonly required: boolean;
}

export function securityOf(document: OpenDocument, operation: JsonObject): OperationSecurity {
  const asked = operation["security"] ?? document.root["security"];
  const choices: unknown[] = Array.isArray(asked) ? asked : [];
  const isFree = (choice: unknown) => isRecord(choice) && Object.keys(choice).length === 0;
  return {
    authenticated: !Array.isArray(asked) || choices.some((choice) => !isFree(choice)),
    required: choices.length > 0 && !choices.some(isFree),
  };
}
