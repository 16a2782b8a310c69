// budget: one method a route of the API, each a line or two; a split would hide which routes there are.
/**
 * The session API as methods: the service itself with an organization key, or a host's proxy without one.
 *
 * Every call throws a `ServiceApiError` on failure and retries nothing by itself; the same write again needs the same
 * `clientEventId`. Following a session live is the work of `streamSessionEvents` and the session controller.
 */
import { systemClock, type Clock } from "../foundation/clock.js";
import type { HeadersSource } from "../foundation/headers.js";
import { ServiceError } from "../foundation/base-error.js";
import { ServiceApiError } from "../protocol/api-error.js";
import type { Actor } from "../protocol/decisions.js";
import { accessMeSchema, apiKeySchema, healthSchema } from "../protocol/organization.js";
import type { AccessMe, ApiKey, CreatedApiKey, Health } from "../protocol/organization.js";
import { readBody } from "../protocol/read-body.js";
import * as answers from "../protocol/session-answers.js";
import type {
  ControlBody,
  CreateApiKeyBody,
  CreateSessionBody,
  EnsureWorkspaceBody,
  SessionEventInput,
  SteerBody,
} from "../protocol/session-bodies.js";
import { parseSessionEvent, type SessionEvent } from "../protocol/session-event.js";
import {
  clientConfigSchema,
  humanInputRecordSchema,
  queueSnapshotSchema,
  sessionSchema,
  type ClientConfig,
  type HumanInputRecord,
  type QueueSnapshot,
  type Session,
  type SessionTurn,
} from "../protocol/session.js";
import { eventSearch, readEventPage, type EventPage, type EventQuery } from "./event-page.js";
import { requestJson, requestStream, type RequestContext, type ServiceRequest } from "./service-request.js";

export interface ServiceClientOptions {
  /** The service's address, or the path at which the host mounts its proxy. */
  readonly baseUrl: string;
  /** An organization key. Only in a backend: never in a browser. */
  readonly apiKey?: string | undefined;
  /** The workspace of calls that name none. @default "current", which only a proxy resolves */
  readonly workspaceId?: string | undefined;
  /** Read anew at each request. */
  readonly headers?: HeadersSource | undefined;
  /** @default the platform's, read at each request */
  readonly fetch?: typeof fetch | undefined;
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1, for the jitter of waits. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** How long an answer may take; streams have limits of their own. @default 30_000 (ms) */
  readonly timeoutMs?: number | undefined;
}

export interface SessionRef {
  readonly sessionId: string;
  /** @default the client's */
  readonly workspaceId?: string | undefined;
}

export interface CallOptions {
  /** Aborting rejects the call with the signal's reason; a write may have happened. */
  readonly signal?: AbortSignal | undefined;
  /** The verified person behind a write that is made with an organization key. */
  readonly actor?: Actor | undefined;
}

export interface SessionQuery {
  readonly workspaceId?: string | undefined;
  /** @default 100 */
  readonly limit?: number | undefined;
  readonly search?: string | undefined;
  /** `"null"`: only sessions that have no parent. */
  readonly parentSessionId?: string | undefined;
  readonly archivedOnly?: boolean | undefined;
  readonly endUserSource?: string | undefined;
  readonly endUserId?: string | undefined;
}

export interface DeleteQueuedTurnBody {
  readonly clientEventId: string;
  readonly expectedTurnVersion: number;
  readonly reason?: string | undefined;
}

type Call = Omit<ServiceRequest, "method" | "path" | "body">;

export class ServiceClient {
  readonly clock: Clock;
  readonly random: () => number;
  readonly workspaceId: string;
  readonly #context: RequestContext;

  /** @throws {ServiceError} with code `base_url_invalid`. */
  constructor(options: ServiceClientOptions) {
    this.clock = options.clock ?? systemClock;
    this.random = options.random ?? Math.random;
    this.workspaceId = options.workspaceId ?? "current";
    this.#context = {
      baseUrl: checkedBaseUrl(options.baseUrl),
      apiKey: options.apiKey,
      headers: options.headers,
      fetch: options.fetch,
      clock: this.clock,
      timeoutMs: options.timeoutMs ?? 30_000,
    };
  }

  async health(options?: CallOptions): Promise<Health> {
    return readBody(healthSchema, await this.#get("/healthz", options), "the service's health");
  }

  async config(options?: CallOptions): Promise<ClientConfig> {
    return readBody(clientConfigSchema, await this.#get("/v1/config/client", options), "a client configuration");
  }

  async accessMe(options?: CallOptions): Promise<AccessMe> {
    return readBody(accessMeSchema, await this.#get("/v1/access/me", options), "an access record");
  }

  /** Finds the workspace of a tenant or makes it; a repeat changes nothing. */
  async ensureWorkspace(body: EnsureWorkspaceBody, options?: CallOptions): Promise<answers.EnsuredWorkspace> {
    const value = await this.#write("PUT", "/v1/workspaces/external", body, options);
    return readBody(answers.ensuredWorkspaceSchema, value, "a workspace");
  }

  async listApiKeys(organizationId: string, options?: CallOptions): Promise<readonly ApiKey[]> {
    const value = await this.#get(keysPath(organizationId), options);
    return readBody(answers.apiKeyListSchema, value, "a list of keys").apiKeys;
  }

  /** The answer is the only one that shows the token. */
  async createApiKey(organizationId: string, body: CreateApiKeyBody, options?: CallOptions): Promise<CreatedApiKey> {
    const value = await this.#write("POST", keysPath(organizationId), body, options);
    return readBody(answers.createdApiKeySchema, value, "a new key");
  }

  async revokeApiKey(organizationId: string, keyId: string, options?: CallOptions): Promise<ApiKey> {
    const path = `${keysPath(organizationId)}/${encodeURIComponent(keyId)}`;
    return readBody(apiKeySchema, await this.#write("DELETE", path, undefined, options), "a key");
  }

  /** Newest first. */
  async listSessions(query: SessionQuery = {}, options?: CallOptions): Promise<readonly Session[]> {
    const { workspaceId, ...search } = query;
    const value = await this.#get(`${this.#workspace(workspaceId)}/sessions`, { ...options, query: search });
    return readBody(answers.sessionListSchema, value, "a list of sessions") as Session[];
  }

  async listSessionPage(
    query: SessionQuery & { readonly cursor?: string | undefined } = {},
    options?: CallOptions,
  ): Promise<answers.SessionPage> {
    const { workspaceId, ...search } = query;
    const path = `${this.#workspace(workspaceId)}/sessions`;
    const value = await this.#get(path, { ...options, query: { view: "page", ...search } });
    return readBody(answers.sessionPageSchema, value, "a page of sessions") as answers.SessionPage;
  }

  /** `initialTurnId` is only in this answer. */
  async createSession(
    input: CreateSessionBody & { readonly workspaceId?: string | undefined },
    options?: CallOptions,
  ): Promise<Session> {
    const { workspaceId, ...body } = input;
    return readSession(await this.#write("POST", `${this.#workspace(workspaceId)}/sessions`, body, options));
  }

  async getSession(ref: SessionRef, options?: CallOptions): Promise<Session> {
    return readSession(await this.#get(this.#session(ref), options));
  }

  async renameSession(ref: SessionRef, title: string, options?: CallOptions): Promise<Session> {
    return readSession(await this.#write("PATCH", this.#session(ref), { title }, options));
  }

  async archiveSession(ref: SessionRef, archived: boolean, options?: CallOptions): Promise<Session> {
    return readSession(await this.#write("PUT", `${this.#session(ref)}/archive`, { archived }, options));
  }

  /** A page of the session's log. */
  async listEvents(ref: SessionRef, query: EventQuery = {}, options?: CallOptions): Promise<EventPage> {
    const path = `${this.#session(ref)}/events`;
    const answer = await requestJson(this.#context, {
      method: "GET",
      path,
      ...options,
      query: eventSearch(query),
    });
    return readEventPage(answer.value, answer.headers);
  }

  /** Posts a message, a decision or a control event; resolves with the event as it was written. */
  async sendEvent(ref: SessionRef, event: SessionEventInput, options?: CallOptions): Promise<SessionEvent> {
    return parseSessionEvent(await this.#write("POST", `${this.#session(ref)}/events`, event, options));
  }

  /** Sends a message that interrupts the running turn and goes ahead of the queue. */
  async steer(ref: SessionRef, body: SteerBody, options?: CallOptions): Promise<answers.SteerAnswer> {
    const value = await this.#write("POST", `${this.#session(ref)}/steer`, body, options);
    const { accepted, turn } = readBody(answers.steerAnswerSchema, value, "the answer to a steer");
    return { accepted: parseSessionEvent(accepted), turn: turn as SessionTurn | null };
  }

  async control(ref: SessionRef, body: ControlBody, options?: CallOptions): Promise<answers.ControlAnswer> {
    const value = await this.#write("POST", `${this.#session(ref)}/control`, body, options);
    return readBody(answers.controlAnswerSchema, value, "the answer to a control");
  }

  async getQueue(ref: SessionRef, options?: CallOptions): Promise<QueueSnapshot> {
    const value = await this.#get(`${this.#session(ref)}/queue`, options);
    return readBody(queueSnapshotSchema, value, "a queue") as QueueSnapshot;
  }

  /** Withdraws a prompt that waits; resolves with the queue after it. */
  async deleteQueuedTurn(
    ref: SessionRef,
    turnId: string,
    body: DeleteQueuedTurnBody,
    options?: CallOptions,
  ): Promise<QueueSnapshot> {
    const path = `${this.#session(ref)}/queue/${encodeURIComponent(turnId)}/delete`;
    const value = await this.#write("POST", path, body, options);
    return readBody(answers.queueAnswerSchema, value, "the answer to a withdrawal").snapshot as QueueSnapshot;
  }

  async listTurns(
    ref: SessionRef,
    query: { readonly limit?: number | undefined; readonly latestStarted?: boolean | undefined } = {},
    options?: CallOptions,
  ): Promise<readonly SessionTurn[]> {
    const search = { limit: query.limit, latestStarted: query.latestStarted ? 1 : undefined };
    const value = await this.#get(`${this.#session(ref)}/turns`, { ...options, query: search });
    return readBody(answers.turnListSchema, value, "a list of turns") as SessionTurn[];
  }

  /** Newest first. */
  async listHumanInputRequests(
    ref: SessionRef,
    query: { readonly status?: HumanInputRecord["status"] | undefined } = {},
    options?: CallOptions,
  ): Promise<readonly HumanInputRecord[]> {
    const value = await this.#get(`${this.#session(ref)}/human-input-requests`, { ...options, query });
    return readBody(answers.humanInputListSchema, value, "a list of requests").requests;
  }

  async getHumanInputRequest(ref: SessionRef, requestId: string, options?: CallOptions): Promise<HumanInputRecord> {
    const path = `${this.#session(ref)}/human-input-requests/${encodeURIComponent(requestId)}`;
    return readBody(humanInputRecordSchema, await this.#get(path, options), "a request");
  }

  /** Opens the live stream after a cursor. One connection: `streamSessionEvents` is the one that resumes. */
  async openEventStream(
    ref: SessionRef,
    options: { readonly after?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const path = `${this.#session(ref)}/events/stream`;
    const response = await requestStream(this.#context, {
      method: "GET",
      path,
      query: { after: options.after ?? 0 },
      accept: "text/event-stream",
      signal: options.signal,
    });
    const type = response.headers.get("content-type") ?? "";
    if (response.body && type.startsWith("text/event-stream")) return response.body;
    await response.body?.cancel();
    throw new ServiceApiError(
      `GET ${path} was answered with "${type}" instead of an event stream. Does this address lead to the session API?`,
      { status: response.status, code: "response_malformed", retryable: false },
    );
  }

  #workspace(workspaceId = this.workspaceId): string {
    return `/v1/workspaces/${encodeURIComponent(workspaceId)}`;
  }

  #session({ workspaceId, sessionId }: SessionRef): string {
    return `${this.#workspace(workspaceId)}/sessions/${encodeURIComponent(sessionId)}`;
  }

  async #get(path: string, call: Call = {}): Promise<unknown> {
    return (await requestJson(this.#context, { method: "GET", path, ...call })).value;
  }

  async #write(method: ServiceRequest["method"], path: string, body: unknown, call: Call = {}): Promise<unknown> {
    return (await requestJson(this.#context, { method, path, body, ...call })).value;
  }
}

function keysPath(organizationId: string): string {
  return `/v1/organizations/${encodeURIComponent(organizationId)}/api-keys`;
}

function readSession(value: unknown): Session {
  return readBody(sessionSchema, value, "a session") as Session;
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
