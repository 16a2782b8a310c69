import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { SessionEvent } from "@service/sdk/protocol";
import { createMemoryStore, createServiceApp, type ServiceApp, type ServiceAppOptions } from "../src/app.js";
import { checkAnswers } from "./answer-check.js";
import { manualClock, settle, type ManualClock } from "./manual-clock.js";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Each test asserts the body it expects.
  readonly body: Json;
}

/** JSON whose shape a test expects. */
export type Json = { readonly [name: string]: Json } & readonly Json[];

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A whole service over a memory store, on a manual clock. */
export interface Harness {
  readonly app: ServiceApp;
  readonly clock: ManualClock;
  /** Faults without a caller. */
  readonly faults: unknown[];
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** The path of a workspace of its own. */
  readonly workspace: string;
  /** Creates a session and waits until its turn rests. Gives its path. */
  start(message: string, fields?: object): Promise<string>;
  send(session: string, text: string, fields?: object): Promise<Answer>;
  log(session: string): Promise<SessionEvent[]>;
  types(session: string): Promise<string[]>;
  readKey(): Promise<string>;
}

export async function harness(options: Partial<ServiceAppOptions> = {}): Promise<Harness> {
  const clock = manualClock();
  const faults: unknown[] = [];
  const app = await createServiceApp({
    store: createMemoryStore(),
    clock,
    hash: (secret) => createHash("sha256").update(secret).digest("hex"),
    onError: (error) => faults.push(error),
    // A service at rest has no timer then.
    retention: { enabled: false },
    ...options,
  });

  const checked = checkAnswers((request) => app.fetch(request));

  async function call(method: string, path: string, body?: unknown, given: CallOptions = {}): Promise<Answer> {
    const key = given.key === undefined ? app.apiKey : given.key;
    const isText = typeof body === "string" || body instanceof Uint8Array;
    const request = new Request(new URL(path, "http://service"), {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...given.headers,
      },
      ...(body !== undefined && { body: isText ? (body as string) : JSON.stringify(body) }),
    });
    const answer = await checked.fetch(request);
    const read = await answer.text();
    const isJson = /^application\/json(;|$)/.test(answer.headers.get("content-type") ?? "");
    return {
      status: answer.status,
      headers: answer.headers,
      body: (isJson && read !== "" ? JSON.parse(read) : null) as Json,
    };
  }

  const ensured = await call("PUT", "/v1/workspaces/external", {
    externalSource: "app",
    externalId: "acme",
    name: "acme",
  });
  const workspace = `/v1/workspaces/${text(ensured.body["workspace"]?.["id"])}`;

  async function log(session: string): Promise<SessionEvent[]> {
    return (await call("GET", `${session}/events?after=0&limit=2000`)).body as unknown as SessionEvent[];
  }

  return {
    app,
    clock,
    faults,
    call,
    workspace,
    log,
    async start(message, fields = {}) {
      const made = await call("POST", `${workspace}/sessions`, { initialMessage: message, ...fields });
      expect(made.status).toBe(202);
      await settle();
      return `${workspace}/sessions/${text(made.body["id"])}`;
    },
    async send(session, message, fields = {}) {
      const body = { type: "user.message", payload: { text: message }, ...fields };
      const answer = await call("POST", `${session}/events`, body);
      await settle();
      return answer;
    },
    types: async (session) => (await log(session)).map((event) => event.type),
    async readKey() {
      const path = `/v1/organizations/${app.organizationId}/api-keys`;
      return text((await call("POST", path, { name: "reader", access: "read" })).body["token"]);
    },
  };
}

/** Asserts that a value is a text. */
export function text(value: Json | undefined): string {
  expect(value).toBeTypeOf("string");
  return value as unknown as string;
}

/** The error of an answer as `status code`. */
export function fault({ status, body }: Answer): string {
  const error = body["error"];
  expect(error).toMatchObject({ status, message: expect.any(String), requestId: expect.any(String) });
  return `${status} ${text(error?.["code"])}`;
}
