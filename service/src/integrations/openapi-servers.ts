/** Where the calls of a document go. */
import { isRecord } from "../sessions/is-record.js";
import { baseOf, type AddressRules } from "./callable-url.js";
import type { OpenDocument } from "./read-document.js";
import { unfitSource } from "./unfit.js";

/**
 * The base URL: the given one, or the document's first server with the defaults of its variables, relative to where the
 * document was.
 *
 * @throws {ServiceApiError} 422 where there is none, or it may not be called.
 */
export function baseUrlOf(
  document: OpenDocument,
  given: { readonly baseUrl?: string | undefined; readonly documentUrl: string | null },
  rules: AddressRules,
): string {
  const { baseUrl, documentUrl } = given;
  if (baseUrl !== undefined) return baseOf(baseUrl, rules);
  const [server] = Array.isArray(document.root["servers"]) ? (document.root["servers"] as unknown[]) : [];
  const template = isRecord(server) && typeof server["url"] === "string" ? server["url"] : "/";
  const url = filled(template, isRecord(server) ? server["variables"] : undefined);
  const isAbsolute = URL.canParse(url);
  if (!isAbsolute && (documentUrl === null || !URL.canParse(url, documentUrl))) {
    throw unfitSource("The document does not say where its API is. Give the base URL of its calls as `baseUrl`.");
  }
  return baseOf(isAbsolute ? url : new URL(url, documentUrl ?? undefined).href, rules);
}

/** Whether a path or an operation has servers of its own, which its calls do not go to. */
export function hasOwnServers(node: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(node["servers"]) && node["servers"].length > 0;
}

function filled(template: string, variables: unknown): string {
  return template.slice(0, 2_048).replaceAll(/\{([^{}]{1,100})\}/g, (_place, name: string) => {
    const variable: unknown = isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = isRecord(variable) ? variable["default"] : undefined;
    if (typeof value === "string" && /^[\w.~-]{1,200}$/.test(value)) return value;
    throw unfitSource(
      `The document's server address has the place {${name.replaceAll(/[^\w-]/g, "")}} without a plain default. Give the base URL of its calls as \`baseUrl\`.`,
    );
  });
}
