/**
 * Puts the arguments of a call into a request. A value stays in its place: whatever it contains, the method, the
 * host, the path's segments, and the names of parameters and headers are those of the source.
 */
import { isRecord } from "../sessions/is-record.js";
import { isHeaderValue } from "./header-names.js";
import type { HttpParameter, ToolCallPlan } from "./surface.js";

export interface FilledRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type HttpPlan = Extract<ToolCallPlan, { kind: "http" }>;

/** The most that arguments may make of a request (characters). */
const most = { url: 8_192, body: 524_288 } as const;

/** The request, or the fault of the arguments as a sentence for the agent. */
export function fillRequest(plan: HttpPlan, baseUrl: string, given: unknown): FilledRequest | string {
  const read = given ?? {};
  if (!isRecord(read)) return "The arguments are no object of named values.";
  const values = new Map(Object.entries(read));
  const known = new Set([...plan.parameters.map(({ argument }) => argument), ...(plan.body === null ? [] : ["body"])]);
  const unknown = [...values.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) return `There is no argument "${unknown.slice(0, 60)}".`;
  const places: Places = { query: new URLSearchParams(), headers: { accept: "application/json" }, segments: new Map() };
  for (const parameter of plan.parameters) {
    const fault = fillPlace(places, parameter, values.get(parameter.argument));
    if (fault !== null) return fault;
  }
  const { query, headers, segments } = places;
  const path = plan.path.replaceAll(/\{([^{}]*)\}/g, (_place, name: string) => segments.get(name) ?? "");
  const url = urlOf(baseUrl, path, query);
  if (url === null) return "The arguments make an address that cannot be called.";
  const body = bodyOf(plan, values.get("body"));
  if (typeof body === "string") return body;
  return { method: plan.method, url, headers: { ...headers, ...body.headers }, body: body.text };
}

/** The places of a request that parameters fill. */
interface Places {
  readonly query: URLSearchParams;
  readonly headers: Record<string, string>;
  readonly segments: Map<string, string>;
}

/** Null, or the fault of the value. */
function fillPlace(places: Places, parameter: HttpParameter, value: unknown): string | null {
  const { argument, name } = parameter;
  if (value === undefined || value === null) {
    return parameter.required ? `The argument "${argument}" is missing.` : null;
  }
  const texts = textsOf(value, parameter);
  if (texts === null) return `The argument "${argument}" must be a text, a number, true or false, or a list of these.`;
  const joined = texts.join(",");
  switch (parameter.in) {
    case "query":
      for (const text of texts) places.query.append(name, text);
      return null;
    case "header":
      places.headers[name.toLowerCase()] = joined;
      return isHeaderValue(joined) ? null : `The argument "${argument}" goes into a header, which cannot carry it.`;
    case "path":
      places.segments.set(name, encodeURIComponent(joined));
      return isSegment(joined) ? null : `The argument "${argument}" goes into the address, which cannot carry it.`;
    default:
      return parameter.in satisfies never;
  }
}

/** Arguments travel as variables: the text of the operation is fixed. */
export function fillGraphql(
  { document, variables }: Extract<ToolCallPlan, { kind: "graphql" }>,
  endpoint: string,
  given: unknown,
): FilledRequest | string {
  const read = given ?? {};
  if (!isRecord(read)) return "The arguments are no object of named values.";
  const unknown = Object.keys(read).find((name) => !variables.includes(name));
  if (unknown !== undefined) return `There is no argument "${unknown.slice(0, 60)}".`;
  const body = JSON.stringify({ query: document, variables: read });
  if (body.length > most.body) return `The arguments take more than ${most.body} characters.`;
  const headers = { accept: "application/json", "content-type": "application/json" };
  return { method: "POST", url: new URL(endpoint), headers, body };
}

/** A list's texts, in one or in several pieces; null for what no parameter can carry. */
function textsOf(value: unknown, { in: place, explode }: HttpParameter): readonly string[] | null {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf);
  if (texts.length > 200 || !texts.every((text) => text !== null)) return null;
  return place === "query" && explode ? texts : [texts.join(",")];
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return /\p{Cs}/u.test(value) ? null : value;
  return typeof value === "boolean" || Number.isFinite(value) ? String(value) : null;
}

/** One segment of a path, also for a server that decodes it twice: neither empty nor one that leads upwards. */
function isSegment(text: string): boolean {
  if (text === "") return false;
  let decoded = text;
  for (let round = 0; round < 3; round += 1) {
    const isUpwards = decoded.split(/[/\\]/).some((part) => /^\.{1,2}(?:;.*)?$/.test(part.trim()));
    if (isUpwards || /\p{Cc}/u.test(decoded)) return false;
    const again = decodedOnce(decoded);
    if (again === decoded) return true;
    decoded = again;
  }
  return false;
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Null for an address that the platform reads in another way than it was written. */
function urlOf(baseUrl: string, path: string, query: URLSearchParams): URL | null {
  const base = new URL(baseUrl);
  const wished = (base.pathname === "/" ? "" : base.pathname) + path;
  const url = new URL(base.origin);
  url.pathname = wished;
  url.search = query.toString();
  // The platform may escape more, but never moves a segment.
  const isKept = url.pathname.split("/").length === wished.split("/").length && url.origin === base.origin;
  const isPlain = !url.pathname.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  return isKept && isPlain && url.href.length <= most.url ? url : null;
}

interface FilledBody {
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

function bodyOf({ body }: HttpPlan, value: unknown): FilledBody | string {
  if (body === null || value === undefined) {
    return body?.required === true ? 'The argument "body" is missing.' : { text: null, headers: {} };
  }
  const text = body.form ? formOf(value) : JSON.stringify(value);
  if (text === null) return 'The argument "body" must be an object of texts, numbers, true or false.';
  if (text.length > most.body) return `The argument "body" takes more than ${most.body} characters.`;
  return { text, headers: { "content-type": body.form ? "application/x-www-form-urlencoded" : "application/json" } };
}

function formOf(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const form = new URLSearchParams();
  for (const [name, entry] of Object.entries(value)) {
    const texts = (Array.isArray(entry) ? entry : [entry]).map(textOf);
    for (const text of texts) {
      if (text === null) return null;
      form.append(name, text);
    }
  }
  return form.toString();
}
