/** Clients of a chaos run: each session has a sender, who also uploads and decides, and readers of its stream. */
import { createHash, randomUUID } from "node:crypto";
import { ServiceClient, streamSessionEvents } from "@service/sdk";
import { isServiceError, ServiceApiError, type SessionEvent } from "@service/sdk/protocol";
import type { Draw } from "../../../test/simulation/support/random.js";
import { credentials } from "../postgres/processes.js";
import { pause } from "./service-process.js";

/** A session, and what the service has accepted of it. */
export interface Person {
  readonly sessionId: string;
  /** `clientEventId` of each accepted message and decision. */
  readonly accepted: readonly string[];
  readonly files: readonly { readonly id: string; readonly sha256: string }[];
  /** Events of each reader, in order of arrival. */
  readonly readers: readonly (readonly SessionEvent[])[];
  /** Sends nothing new, and resolves when everything that was begun is accepted. */
  finish(): Promise<void>;
  /** Ends the readers. */
  close(): Promise<void>;
}

/** Answers that clients got, by status and code, with their number. */
export type Answers = Map<string, number>;

/**
 * Answers that a fault may cause. Any other one is a broken promise. An upload expires where it was begun by a process whose
 * clock is hours behind.
 */
const excused: ReadonlySet<string> = new Set([
  "0 network_error",
  "0 request_timeout",
  "503 store_unavailable",
  "507 store_full",
  "409 upload_expired",
]);

export const unexcused = (answers: Answers): readonly string[] =>
  [...answers.keys()].filter((name) => !excused.has(name));

/** Most turns that have not ended before the next message is sent. */
const longestQueue = 4;

/** Chooses another service for each request, as a load balancer does. */
function balanced(urls: readonly string[], from: number): typeof fetch {
  let next = from;
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    next += 1;
    return fetch(new URL(url.pathname + url.search, urls[next % urls.length]), init);
  };
}

export function openClient(urls: readonly string[], from = 0, workspaceId?: string): ServiceClient {
  return new ServiceClient({
    baseUrl: "http://service.invalid",
    apiKey: credentials.apiKey,
    fetch: balanced(urls, from),
    timeoutMs: 8_000,
    ...(workspaceId !== undefined && { workspaceId }),
  });
}

/** Repeats a call until it succeeds. An answer that no fault excuses is counted with the others. */
export async function untilAccepted<T>(answers: Answers, call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const name = nameOf(error);
      answers.set(name, (answers.get(name) ?? 0) + 1);
      const isRetryable = error instanceof ServiceApiError && error.retryable;
      if (!isRetryable && !excused.has(name)) throw error;
      await pause(100);
    }
  }
}

function nameOf(error: unknown): string {
  // An upload has no time limit but the one that this client gives it.
  if (error instanceof DOMException && error.name === "TimeoutError") return "0 request_timeout";
  if (error instanceof ServiceApiError) return `${error.status} ${error.code}`;
  return isServiceError(error) ? error.code : String(error);
}

export async function openPerson(
  client: (from: number) => ServiceClient,
  draw: Draw,
  answers: Answers,
): Promise<Person> {
  const own = client(draw.upTo(10));
  const key = randomUUID();
  const accepted: string[] = [`${key}-0`];
  const files: { id: string; sha256: string }[] = [];
  const { id: sessionId } = await untilAccepted(answers, () =>
    own.createSession({ initialMessage: "/say first", idempotencyKey: key, clientEventId: `${key}-0` }),
  );
  const end = new AbortController();
  const state = { isFinishing: false, begun: 1, ended: 0 };
  const isBusy = () => state.begun - state.ended > longestQueue;
  const decisions: Promise<void>[] = [];

  async function send(clientEventId: string, event: object): Promise<void> {
    await untilAccepted(answers, () => own.sendEvent({ sessionId }, { ...event, clientEventId } as never));
    accepted.push(clientEventId);
  }

  async function upload(): Promise<string> {
    const bytes = Buffer.from(Array.from({ length: 2_000 + draw.upTo(60_000) }, () => draw.upTo(256)));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const body = { filename: "a.bin", contentType: "application/octet-stream", sizeBytes: bytes.length, sha256 };
    const file = await untilAccepted(answers, async () => {
      const upload = await untilAccepted(answers, () => own.beginUpload(body));
      const put = { signal: AbortSignal.timeout(8_000) };
      await own.uploadContent(upload, new Blob([bytes]), put);
      return own.completeUpload(upload.uploadId);
    });
    files.push({ id: file.id, sha256 });
    return file.id;
  }

  async function write(n: number): Promise<void> {
    const text = draw.one([
      `/say ${n}`,
      "/long 60 300",
      '/tool look {"ms":300}',
      "/tools 3",
      `/approve refund {"n":${n}}`,
      "/file",
      "/title Renamed",
    ]);
    const resources = text === "/file" ? [{ kind: "file", fileId: await upload() }] : [];
    state.begun += 1;
    await send(`${key}-${n}`, { type: "user.message", payload: { text, resources } });
  }

  const sending = (async () => {
    for (let n = 1; !state.isFinishing; n += 1) {
      await write(n);
      await pause(50 + draw.upTo(200));
      while (!state.isFinishing && isBusy()) await pause(50);
    }
  })();
  // It is awaited at the end; until then it must not end the process.
  sending.catch(() => undefined);

  const readers = [0, 1].map((index) => {
    const seen: SessionEvent[] = [];
    const options = { signal: end.signal, inactivityMs: 6_000, connectMs: 5_000 };
    const reading = (async () => {
      for await (const event of streamSessionEvents(client(draw.upTo(10)), { sessionId }, options)) {
        seen.push(event);
        if (index > 0) continue;
        if (/^turn\.(completed|failed|cancelled|superseded)$/.test(event.type)) state.ended += 1;
        if (event.type !== "session.requiresAction") continue;
        for (const { id } of (event.payload as { approvals?: { id: string }[] }).approvals ?? []) {
          const payload = { approvalId: id, decision: draw.chance(0.7) ? "approve" : "reject" };
          decisions.push(send(`decision-${id}`, { type: "user.approvalDecision", payload }));
        }
      }
    })();
    reading.catch(() => undefined);
    return { seen, reading };
  });

  return {
    sessionId,
    accepted,
    files,
    readers: readers.map(({ seen }) => seen),
    async finish() {
      state.isFinishing = true;
      await sending;
      for (const decision of decisions) await decision;
    },
    async close() {
      end.abort();
      for (const { reading } of readers) await reading;
    },
  };
}
