// budget: the docstrings of its options
/**
 * The deployment for a host's backend: the organization's key, the tenants' workspaces, the conversations.
 *
 * Makes no request before the first call. The server's features are kept for the life of the process, and each tenant's
 * workspace until the service refuses it. A failure is never kept.
 */
import { systemClock, type Clock } from "../../foundation/clock.js";
import { createSealer, type Sealer } from "../../foundation/seal.js";
import { ChatError } from "../../wire/protocol/chat-error.js";
import { isNotFound, ServiceApiError } from "../../wire/protocol/api-error.js";
import { assertConversationId } from "../../wire/protocol/conversation-id.js";
import { conversationSessionId } from "../../wire/protocol/conversation-session.js";
import type { ChatFirstPage } from "../../wire/protocol/chat-first-page.js";
import type { ClientConfig, Session, Workspace } from "../../wire/protocol/session.js";
import { forward, type UpstreamRequest } from "../../api/forward.js";
import { ServiceClient } from "../../api/service-client.js";
import { keyOf } from "../../api/service-connection.js";
import { connectHttp, type Exchange } from "../../wire/http/http.js";
import { resolutionDigest } from "../gate/identity-answer.js";
import { inWorkspace } from "../gate/in-workspace.js";
import type { Chat } from "./chat.js";
import type { ChatOptions, WorkspaceTarget } from "./chat-options.js";
import { createChat } from "./create-chat.js";
import { createFirstMessages, type FirstMessages } from "./first-messages.js";
import { readHistory } from "./history.js";
import { openConversation, openSession } from "./open-conversation.js";

import { checkServer } from "./server-check.js";

/** The person and the conversation of a first page. */
export type FirstPageOptions = ChatOptions & {
  /** How many messages to give at most. @default 50 */
  readonly limit?: number | undefined;
  /** Aborting rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
};

/** Options of `Service`. */
export interface ServiceOptions {
  /** A full organization key. It never leaves the backend. */
  readonly apiKey: string;
  /** Id of the organization. */
  readonly organizationId: string;
  /** A stable label of this product; tenants and users are mapped under it. */
  readonly source: string;
  /**
   * The deployment's address. Without it nothing is sent, and the first call fails with `base_url_missing`.
   *
   * @default "https://api.service.invalid", which is reserved: set SERVICE_API_BASE_URL and pass it
   */
  readonly baseUrl?: string | undefined;
  /** @default the global fetch */
  readonly fetch?: typeof fetch | undefined;
  /** The name of a tenant's new workspace. @default the tenant's id */
  readonly workspaceName?: ((tenant: string) => string) | undefined;
  /** Clock for time-outs and retries. @default the platform's */
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1, for the jitter of waits. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Makes idempotency keys for sends that bring none. @default crypto.randomUUID */
  readonly newId?: (() => string) | undefined;
  /**
   * The server's required version, or its beginning: `"3"`, `"3.8"`. Another one, or none, is refused with
   * `version_mismatch`. @default none: the server's features decide
   */
  readonly requireServer?: string | undefined;
  /**
   * Called once when the server states no features, or has another major version than the tested one. @default
   * console.warn
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

export interface SessionListOptions {
  /** Only sessions of this user. */
  readonly user?: string | undefined;
  /** @default 100 */
  readonly limit?: number | undefined;
}

/** The search for a tenant's workspace; its id once it is found. */
interface Found {
  readonly search: Promise<string>;
  id: string | null;
}

/** Most workspaces whose ids are cached; a dropped one is requested again. */
const mostWorkspaces = 10_000;

const unsetBaseUrl = "https://api.service.invalid";

/**
 * Make one a process.
 *
 * @example
 * const service = new Service({ baseUrl, apiKey, organizationId, source: "my-product" });
 */
export class Service {
  /** The whole session API with the organization's key; a chat's `workspaceId` and `sessionId` name its session there. */
  readonly client: ServiceClient;
  readonly organizationId: string;
  readonly source: string;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly firstMessages: FirstMessages = createFirstMessages();
  /** Newest first. */
  readonly sessions: { list(options: WorkspaceTarget & SessionListOptions): Promise<readonly Session[]> };
  readonly #options: ServiceOptions;
  readonly #exchange: Exchange;
  readonly #sealer: Sealer;
  readonly #workspaces = new Map<string, Found>();
  #checked: Promise<void> | undefined;

  /**
   * @throws {TypeError} when `apiKey`, `organizationId` or `source` is missing, no header can contain the key, or
   *   Node is too old.
   */
  constructor(options: ServiceOptions) {
    assertPlatform();
    for (const [name, why] of required) {
      if (typeof options[name] !== "string" || options[name] === "")
        throw new TypeError(`Service needs ${name}: ${why}`);
    }
    // Such a key would fail later anyway, in an error that quotes it.
    if (!/^[\u0021-\u007e]+$/.test(options.apiKey.trim())) {
      throw new TypeError(
        "Service needs an apiKey of visible ASCII characters: this one contains other characters, or a space.",
      );
    }
    this.#options = options;
    this.organizationId = options.organizationId;
    this.source = options.source;
    // An environment variable that is set to nothing is not set.
    this.baseUrl = options.baseUrl || unsetBaseUrl;
    this.clock = options.clock ?? systemClock;
    this.newId = options.newId ?? (() => crypto.randomUUID());
    const send: typeof fetch = async (input, init) => {
      const answer = await (options.fetch ?? globalThis.fetch)(input, init);
      if (answer.status === 403) this.#forget(input instanceof Request ? input.url : input.toString());
      return answer;
    };
    const fetchService = this.baseUrl === unsetBaseUrl ? explainUnset : send;
    const upstream = { baseUrl: this.baseUrl, fetch: () => fetchService, key: keyOf(options.apiKey) };
    this.#exchange = connectHttp(upstream).exchange;
    this.#sealer = createSealer(options.apiKey);
    this.client = new ServiceClient({
      baseUrl: this.baseUrl,
      apiKey: options.apiKey,
      fetch: fetchService,
      clock: this.clock,
      random: options.random,
    });
    this.sessions = { list: (query) => this.#listSessions(query) };
  }

  /**
   * The workspace of a tenant, made on first use, or the one of this id. Concurrent first uses make one call; a failure is
   * tried again.
   *
   * @throws {ChatError} with code `organization_workspace_required` when it is a personal one.
   */
  async workspaceId(target: WorkspaceTarget): Promise<string> {
    await this.#check();
    const { tenant, workspaceId } = target;
    const key = JSON.stringify([tenant, workspaceId]);
    const known = this.#workspaces.get(key);
    if (known) return known.search;
    const found: Found = { search: this.#findWorkspace(target), id: null };
    this.#workspaces.set(key, found);
    found.search.then(
      (id) => (found.id = id),
      () => this.#workspaces.delete(key),
    );
    const [oldest] = this.#workspaces.keys();
    if (this.#workspaces.size > mostWorkspaces && oldest !== undefined) this.#workspaces.delete(oldest);
    return found.search;
  }

  /**
   * The id of the session that a conversation has, or will have: it follows from the names alone, so no session is read.
   * With it a host finds its own record for an entry of the session list.
   *
   * @throws {ChatError} `conversation_invalid` (400), and what {@link Service.workspaceId} throws.
   */
  async sessionId({
    conversation,
    user,
    ...target
  }: WorkspaceTarget & Pick<ChatOptions, "conversation" | "user">): Promise<string> {
    assertConversationId(conversation);
    const workspaceId = await this.workspaceId(target);
    return conversationSessionId({ workspaceId, source: this.source, user, conversation });
  }

  /** Opens a conversation. Writes nothing: the session is made with the first message. */
  async chat(options: ChatOptions): Promise<Chat> {
    return createChat(await openConversation(this, options));
  }

  /**
   * The newest page of a conversation, for the first draw of a page: give it to `firstPage` of `ChatConversation`,
   * `useChat` or `useSession` on a page that is shown to this person. Give it what `resolve` returns: the handler refuses a
   * write of the page as another person. Writes nothing.
   *
   * @throws {ServiceApiError} when the service refuses or does not answer; the page then reads it itself.
   *
   * @example
   * const firstPage = await service.firstPage({ tenant: "acme", user: "ana", conversation: "support" }).catch(() => null);
   */
  async firstPage(options: FirstPageOptions): Promise<ChatFirstPage> {
    const { limit = 50, signal, ...of } = options;
    const { tenant, workspaceId, conversation, user, actor } = of;
    const history = wellFormed(await readHistory(await openConversation(this, of, { signal }), { limit, signal }));
    const identity = await resolutionDigest(this, of);
    const readAt = new Date(this.clock.now()).toISOString();
    return { tenant: tenant ?? workspaceId, user: actor?.id ?? user ?? null, conversation, identity, readAt, history };
  }

  /**
   * The value of `x-service-identity` for a person, as `resolve` returns them: give it to the page as `identity.token` of
   * `ServiceProvider`, and its first request is compared with it. It has no secret. Makes no request.
   *
   * @example
   * const identity = { tenant: "acme", user: "ana", token: await service.identityToken({ tenant: "acme", user: "ana" }) };
   */
  identityToken(person: WorkspaceTarget & Pick<ChatOptions, "user" | "actor">): Promise<string> {
    return resolutionDigest(this, person);
  }

  /**
   * Opens a session as a chat. With a `user`, only a session of that user.
   *
   * @throws {ChatError} with code `session_missing`, `conversation_not_authorized` or `organization_workspace_required`.
   */
  async chatBySessionId(options: {
    readonly workspaceId: string;
    readonly sessionId: string;
    readonly user: string | null;
  }): Promise<Chat> {
    await this.workspaceId({ workspaceId: options.workspaceId });
    return createChat(await openSession(this, options));
  }

  /** Forwards a request and returns the response unchanged, whatever its status. For the session proxy. */
  forward(request: UpstreamRequest): Promise<Response> {
    return forward(this.#exchange, request);
  }

  /** Encrypts a text so that only processes with the same organization key can read it. For the session proxy. */
  seal(text: string): Promise<string> {
    return this.#sealer.seal(text);
  }

  /** Null for a text that `seal` did not make under this key. For the session proxy. */
  unseal(sealed: string): Promise<string | null> {
    return this.#sealer.unseal(sealed);
  }

  async #listSessions({ user, limit, ...target }: WorkspaceTarget & SessionListOptions): Promise<readonly Session[]> {
    const label = user === undefined ? {} : { endUserSource: this.source, endUserId: user };
    return inWorkspace(this, target as WorkspaceTarget, (workspaceId) =>
      this.client.listSessions({ workspaceId, limit, ...label }),
    );
  }

  /** A refused workspace may be gone, so its next use looks again. */
  #forget(address: string): void {
    for (const [key, { id }] of this.#workspaces)
      if (id !== null && address.includes(`/workspaces/${encodeURIComponent(id)}`)) this.#workspaces.delete(key);
  }

  async #findWorkspace({ tenant, workspaceId }: WorkspaceTarget): Promise<string> {
    const workspace =
      workspaceId === undefined ? await this.#ensureWorkspace(tenant) : await this.client.getWorkspace({ workspaceId });
    if (workspace.kind !== "personal") return workspace.id;
    throw new ChatError(
      "The workspace is a personal one. Chat uses organization workspaces only: map the tenant to one, or name one.",
      { code: "organization_workspace_required", status: 403 },
    );
  }

  async #ensureWorkspace(tenant: string): Promise<Workspace> {
    const { workspace } = await this.client.ensureWorkspace({
      accountId: this.organizationId,
      externalSource: this.source,
      externalId: tenant,
      name: this.#options.workspaceName?.(tenant) ?? tenant,
    });
    return workspace;
  }

  #check(): Promise<void> {
    this.#checked ??= this.#readConfig().catch((error: unknown) => {
      this.#checked = undefined;
      throw error;
    });
    return this.#checked;
  }

  async #config(): Promise<ClientConfig> {
    try {
      return await this.client.config();
    } catch (error) {
      // Every deployment has this route, so a server without it is not one.
      if (!isNotFound(error)) throw error;
      throw new ServiceApiError(error.message, {
        status: 404,
        code: "response_malformed",
        retryable: false,
        cause: error,
      });
    }
  }

  async #readConfig(): Promise<void> {
    const warning = checkServer(await this.#config(), this.baseUrl, this.#options.requireServer);
    // oxlint-disable-next-line no-console -- a backend without a logger of its own must still hear it once.
    if (warning !== undefined) (this.#options.onWarning ?? console.warn)(warning);
  }
}

const inFile = "If it is in a file .env, start Node with --env-file=.env.";

const required = [
  ["apiKey", `a full organization key, usually from SERVICE_API_KEY. ${inFile}`],
  ["organizationId", `the organization that the key belongs to, usually from SERVICE_ORGANIZATION_ID. ${inFile}`],
  ["source", "a stable label of your product. Two products with one label would share workspaces and users."],
] as const;

/** Older platforms fail later, at the first stream. @throws {TypeError} */
function assertPlatform(): void {
  if (typeof AbortSignal.any === "function") return;
  const { process } = globalThis as { process?: { version?: string } };
  throw new TypeError(`@service/sdk needs Node 20.19 or newer: this is ${process?.version ?? "an older platform"}.`);
}

/** Names the missing setting, and sends nothing: a network that answers every name would receive the key. */
function explainUnset(): Promise<Response> {
  const message =
    "No address of the service is set, so nothing can be reached. Set SERVICE_API_BASE_URL and pass it as `baseUrl`.";
  const error = { status: 503, code: "base_url_missing", message, retryable: false };
  return Promise.resolve(Response.json({ error }, { status: 503 }));
}

/**
 * The same JSON with U+FFFD for each half of a pair of surrogates, as an encoded page has it: React compares the page's text
 * with what it draws.
 */
function wellFormed<T>(json: T): T {
  // Only halves are written as escapes.
  const text = JSON.stringify(json).replace(/\\(?:(ud[89a-f][0-9a-f]{2})|.)/g, (escape, half) =>
    half === undefined ? escape : "\\ufffd",
  );
  return JSON.parse(text) as T;
}
