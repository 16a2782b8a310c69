import { describe } from "vitest";
import type { RequestEvent } from "../../../src/server/gate/request-event.js";
import type { DoorOptions } from "../../../src/server/gate/visit.js";
import { header } from "../../../src/wire/protocol/headers.js";
import { ask, createBackend, framesOf } from "../../support/backend.js";
import type { AskOptions, Backend, resolveHeaders } from "../../support/backend.js";

/** The common behaviour of chat handler and proxy, with the requests of each. */
export interface Door {
  readonly name: "chat" | "proxy";
  readonly backend: Backend;
  readonly handle: (request: Request) => Promise<Response>;
  /** A write of a message. The chat's response is a stream. */
  write(text: string, options?: AskOptions): Request;
  /** An open stream. */
  follow(options?: AskOptions): Request;
  read(options?: AskOptions): Request;
  /** A read of another person's record, or of no conversation. */
  refused(options?: AskOptions): Request;
  /** A request that stops work. */
  stop(options?: AskOptions): Request;
}

/** A host's verifier, in what both doors take. */
export type Resolve = (request: Request) => ReturnType<typeof resolveHeaders> & {
  readonly actor?: { readonly id: string };
  readonly conversation?: string;
};

interface OpenOptions extends DoorOptions {
  readonly heartbeatMs?: number;
  readonly resolve?: Resolve;
}

type OpenDoor = (options?: OpenOptions, backend?: Backend) => Promise<Door>;

/** A conversation that has begun, seen through each door of a host over the real service. */
export function describeDoors(title: string, suite: (open: OpenDoor) => void): void {
  describe.each([
    ["chat handler", openChat],
    ["session proxy", openProxy],
  ] as const)(`${title}, through the %s`, (_name, open) => {
    suite(open);
  });
}

async function begun(backend: Backend): Promise<{ readonly sessionId: string; readonly workspaceId: string }> {
  const answer = await backend.chat()(ask("POST", "/api/chat", { message: "/say begun" }));
  return (await framesOf(answer)).at(-1)?.data.reply as { sessionId: string; workspaceId: string };
}

const openChat: OpenDoor = async (options = {}, given?: Backend) => {
  const backend = given ?? (await createBackend());
  await begun(backend);
  const stream = (more: AskOptions = {}) => ({ ...more, headers: { ...more.headers, accept: "text/event-stream" } });
  return {
    name: "chat",
    backend,
    handle: backend.chat(options),
    write: (message, more) => ask("POST", "/api/chat", { message }, more),
    follow: (more) => ask("GET", "/api/chat?follow=1", undefined, stream(more)),
    read: (more) => ask("GET", "/api/chat", undefined, more),
    refused: (more) => ask("GET", "/api/chat", undefined, { ...more, conversation: "" }),
    stop: (more) => ask("POST", "/api/chat/stop", {}, more),
  };
};

const openProxy: OpenDoor = async (options = {}, given?: Backend) => {
  const backend = given ?? (await createBackend());
  const { sessionId } = await begun(backend);
  const at = (id: string) => `/api/service/v1/workspaces/current/sessions/${id}`;
  const plain = (more: AskOptions = {}) => ({ ...more, conversation: "" });
  return {
    name: "proxy",
    backend,
    handle: backend.proxy({ basePath: "/api/service", ...options }),
    write: (text, more) =>
      ask("POST", `${at(sessionId)}/events`, { type: "user.message", payload: { text } }, plain(more)),
    follow: (more) => ask("GET", `${at(sessionId)}/events/stream?after=0`, undefined, plain(more)),
    read: (more) => ask("GET", at(sessionId), undefined, plain(more)),
    refused: (more) => ask("GET", at(crypto.randomUUID()), undefined, plain(more)),
    stop: (more) =>
      ask("POST", `${at(sessionId)}/control`, { action: "interrupt", clientEventId: "stop" }, plain(more)),
  };
};

/** Waits for a condition without a clock. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !isSo(); turn++) await new Promise(setImmediate);
}

export const ended = (events: readonly RequestEvent[]) => events.filter(({ type }) => type === "ended");
export const idOf = (answer: Response) => answer.headers.get(header.correlationId);
