import { createServer, type RequestListener } from "node:http";
import { afterEach } from "vitest";
import { verifyChatEndpoint, type Report } from "../../../../src/server/doctor/verify-chat-endpoint.js";
import type { VerifyOptions } from "../../../../src/server/doctor/settings.js";
import { toNodeHandler, type FetchHandler } from "../../../../src/server/node/to-node-handler.js";
import { start } from "../../../servers/support/start.js";
import { createBackend, type Backend } from "../../../support/backend.js";

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** The real service in memory, for one test. */
export async function openBackend(): Promise<Backend> {
  const backend = await createBackend();
  opened.push(() => backend.close());
  return backend;
}

/** A host on a socket, for one test; gives where its chat is mounted. */
export async function openHost(listener: RequestListener): Promise<string> {
  const host = await start(createServer(listener));
  opened.push(() => host.close());
  return host.chat;
}

/** A host that gives every request to one function. */
export const serve = (handler: FetchHandler): Promise<string> => openHost(toNodeHandler(handler));

/** Hosts of these tests send heartbeats more often than every 15 s, to keep the tests short. */
export const heartbeatMs = 30;

/** Long enough for a few of them. */
const waitMs = 200;

/** Examines a host as ana and ben. */
export function examine(url: string, options: VerifyOptions = {}): Promise<Report> {
  return verifyChatEndpoint(url, {
    headers: { "x-user": "ana" },
    otherHeaders: { "x-user": "ben" },
    waitMs,
    ...options,
  });
}

/** Faults and warnings as `check: outcome`. */
export function badOf({ findings }: Report): readonly string[] {
  return findings.filter(({ outcome }) => outcome === "fault" || outcome === "warning").map(nameOf);
}

/** Checks that could not be made. */
export function unknownOf({ findings }: Report): readonly string[] {
  return findings.filter(({ outcome }) => outcome === "unknown").map(nameOf);
}

/** Message and advice of a check. */
export function wordsOf({ findings }: Report, check: string): string {
  return findings
    .filter((finding) => finding.check === check && finding.outcome !== "ok")
    .map(({ message, advice }) => `${message} ${advice}`)
    .join("\n");
}

const nameOf = ({ check, outcome }: { check: string; outcome: string }) => `${check}: ${outcome}`;
