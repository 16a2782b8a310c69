/**
 * How the session API is reached: where, as whom, and in what time. The calls themselves are functions over this in
 * `routes/`, so that a browser loads those it uses; `ServiceClient` has them all as methods.
 */
import { systemClock, type Clock } from "../foundation/clock.js";
import type { HeadersSource } from "../foundation/headers.js";
import { ServiceError } from "../foundation/base-error.js";
import { randomId } from "../foundation/random-id.js";
import type { Actor } from "../wire/protocol/decisions.js";
import type { OwnerChoice } from "../wire/protocol/owner-choice.js";
import { explainToBackend } from "./backend-words.js";
import { guardKey } from "../wire/http/guard-key.js";
import { connectHttp, type Http, type HttpOptions, type ServiceRequest } from "../wire/http/http.js";

export interface ServiceConnectionOptions {
  /** The service's address, or the path at which the host mounts its proxy. */
  readonly baseUrl: string;
  /** An organization key. Only in a backend: never in a browser. */
  readonly apiKey?: string | undefined;
  /** The workspace of calls that name none. @default "current", which only a proxy resolves */
  readonly workspaceId?: string | undefined;
  /** Read at each request, and once more with `refresh: true` after a 401. */
  readonly headers?: HeadersSource | undefined;
  /** @default the platform's, read at each request */
  readonly fetch?: typeof fetch | undefined;
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1, for the jitter of waits. @default Math.random */
  readonly random?: (() => number) | undefined;
  /**
   * How long an answer may take: above 0, `Infinity` for no limit. Streams have limits of their own. @default 30_000 (ms)
   */
  readonly timeoutMs?: number | undefined;
  /** Called when the response is still 401 after `headers` was called with `refresh: true`. */
  readonly onUnauthorized?: (() => void) | undefined;
}

/** How a `ServiceClient` reaches the service. */
export interface ServiceConnection extends Http {
  readonly clock: Clock;
  readonly random: () => number;
  readonly workspaceId: string;
  /** Where the API is; without a slash at its end. */
  readonly baseUrl: string;
  /** Whether requests go through the platform's `fetch` and none that was given. */
  readonly isPlain: boolean;
}

export interface InWorkspace {
  /** @default the client's */
  readonly workspaceId?: string | undefined;
}

/** Selects the owners of the records in a list; all owners by default. Through a proxy the signed-in person decides. */
export interface OwnerQuery extends InWorkspace {
  /** With `endUserId`: the records of this person. */
  readonly endUserSource?: string | undefined;
  readonly endUserId?: string | undefined;
  /** Includes the workspace's own records in addition to those of the named person. */
  readonly withWorkspace?: boolean | undefined;
  /** Through a host's proxy: only the person's own, or for an admin only the workspace's. @default both */
  readonly owner?: OwnerChoice | undefined;
}

/** Names a session, and its workspace where that is not the connection's own. */
export interface SessionRef extends InWorkspace {
  readonly sessionId: string;
}

/** Options of every call of `ServiceClient`. */
export interface CallOptions {
  /** Aborting rejects the call with the signal's reason; a write may have happened. @default none */
  readonly signal?: AbortSignal | undefined;
  /** The verified person behind a write that is made with an organization key. @default the key itself */
  readonly actor?: Actor | undefined;
}

/** @throws {ServiceError} with code `base_url_invalid`. */
export function connectService(options: ServiceConnectionOptions): ServiceConnection {
  const { clock = systemClock, random = Math.random } = options;
  const apiKey = options.apiKey ?? undefined;
  const workspaceId = options.workspaceId ?? "current";
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const { request, open } = withCheckedPaths(
    connectHttp({
      ...options,
      baseUrl,
      clock,
      ...(apiKey === undefined ? { door: "proxy" } : { key: keyOf(apiKey) }),
      headers: () => options.headers,
      fetch: () => options.fetch,
    }),
  );
  return { clock, random, workspaceId, baseUrl, isPlain: options.fetch === undefined, request, open };
}

/** Refuses a path with an empty segment, `.` or `..`, which is another route. Ids come from callers, and encoding leaves dots. */
function withCheckedPaths({ request, open }: Http): Http {
  return {
    async request(asked) {
      assertSegments(asked.path);
      return request(asked);
    },
    async open(asked) {
      assertSegments(asked.path);
      return open(asked);
    },
  };
}

/** @throws {ServiceError} with code `id_invalid`. */
function assertSegments(path: string): void {
  const segments = path.replace(/\?.*$/s, "").split("/").slice(1);
  const unfit = segments.find((segment) => ["", ".", ".."].includes(segment));
  if (unfit === undefined) return;
  throw new ServiceError(
    `An id must not be "${unfit}": the path would be that of another resource. Nothing was sent.`,
    {
      code: "id_invalid",
    },
  );
}

/** An organization key, which no answer may carry on. */
export function keyOf(value: string): NonNullable<HttpOptions["key"]> {
  return { value, guard: (response) => guardKey(response, value.trim()), explain: explainToBackend };
}

/** @param workspaceId the connection's own without one; null, from JavaScript, is none */
export function workspacePath(connection: ServiceConnection, workspaceId?: string | null): string {
  return `/v1/workspaces/${encodeURIComponent(workspaceId ?? connection.workspaceId)}`;
}

/**
 * The path of a session, or of what hangs on it: each part is one segment.
 *
 * @throws {ServiceError} with code `session_pending` without an id: its path would be that of another resource.
 */
export function sessionPath(connection: ServiceConnection, ref: SessionRef, ...parts: readonly string[]): string {
  if (typeof ref.sessionId !== "string" || ref.sessionId === "") {
    throw new ServiceError("There is no session yet: its id is not known. Give the id first.", {
      code: "session_pending",
    });
  }
  const segments = ["sessions", ref.sessionId, ...parts].map(encodeURIComponent);
  return [workspacePath(connection, ref.workspaceId), ...segments].join("/");
}

/** Fields that are undefined are as good as left out. */
export type Loose<Query> = { readonly [Name in keyof Query]?: Query[Name] | undefined };

/** A write whose idempotency key may be left out: then one is made, once for the call and all its tries. */
export type Keyed<Body extends { readonly clientEventId?: string }> = Omit<Body, "clientEventId"> & {
  readonly clientEventId?: string | undefined;
};

export function withKey<Body extends { readonly clientEventId?: string | undefined }>(
  body: Body,
): Body & { readonly clientEventId: string } {
  return { ...body, clientEventId: body.clientEventId ?? randomId() };
}

type Call = Omit<ServiceRequest, "method" | "path" | "body">;

export async function get(connection: ServiceConnection, path: string, call: Call = {}): Promise<unknown> {
  return (await connection.request({ method: "GET", path, ...call })).value;
}

export async function write(
  connection: ServiceConnection,
  method: Exclude<ServiceRequest["method"], "GET">,
  path: string,
  body: unknown,
  call: Call = {},
): Promise<unknown> {
  return (await connection.request({ method, path, body, ...call })).value;
}

/** A mistake here would otherwise look like a network that is down, and be tried again for ever. */
function checkedBaseUrl(baseUrl: string): string {
  const isPath = /^\/(?!\/)/.test(baseUrl);
  if (!isPath && !/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : "")) {
    throw new ServiceError(
      `"${baseUrl}" is no address of a service. Give an http(s) address, or the path of the host's proxy such as "/api/service".`,
      { code: "base_url_invalid" },
    );
  }
  return baseUrl.replace(/\/+$/, "");
}
