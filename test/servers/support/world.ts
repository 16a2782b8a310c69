import { scriptedAgent } from "../../../service/src/scripted/agent.js";
import { createEmbeddedService, type Agent } from "../../../service/src/index.js";
import { listen } from "../../../service/src/listen.js";

/** A flood's deltas: many rather than large, as the service hands out a page of them at a time (characters). */
const floodPiece = 16_000;

const floodPieces = 2_000;

/** A live stream of a session's events that a host opened at the service. */
export interface SeenStream {
  readonly path: string;
  /** Bytes of it that were pulled from the service. */
  readonly pulled: number;
  /** Whether its reader left before the end. */
  readonly over: Promise<"left" | "ended">;
}

export interface World {
  /** Connection to the service, over a socket. */
  readonly service: { readonly baseUrl: string; readonly apiKey: string; readonly organizationId: string };
  /** Oldest first. */
  readonly streams: readonly SeenStream[];
  /** The next one to be opened. */
  nextStream(): Promise<SeenStream>;
  /** Releases every turn that waits at this name, also later ones. */
  letGo(name: string): void;
  close(): Promise<void>;
}

/**
 * The embedded service on a port, observed. Its agent has two more commands: `/hold <name>` writes "first ", and
 * "second" when released; `/flood <name>` writes "first ", and 32 MB when released.
 */
export async function createWorld(): Promise<World> {
  const gates = new Map<string, { readonly opened: Promise<void>; open(): void }>();
  const gate = (name: string) => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    const made = gates.get(name) ?? { opened, open };
    gates.set(name, made);
    return made;
  };
  const agent: Agent = {
    name: "held",
    async *run(turn, signal) {
      const [, command, name] = /^\/(hold|flood) (\S+)$/.exec(turn.prompt) ?? [];
      if (name === undefined) return yield* scriptedAgent.run(turn, signal);
      yield { type: "text", text: "first " };
      const stopped = new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
      await Promise.race([gate(name).opened, stopped]);
      if (command === "hold") return yield { type: "text", text: "second" };
      const text = "x".repeat(floodPiece);
      for (let n = 0; n < floodPieces; n++)
        yield { type: "event", eventType: "agent.message.delta", payload: { text } };
    },
  };
  const embedded = await createEmbeddedService({ agent });
  const streams: SeenStream[] = [];
  const waiting: ((stream: SeenStream) => void)[] = [];
  const see = (stream: SeenStream) => {
    streams.push(stream);
    for (const tell of waiting.splice(0)) tell(stream);
  };
  const listening = await listen({ fetch: watched((request) => embedded.fetch(request), see) }, { port: 0 });
  return {
    service: { baseUrl: listening.url, apiKey: embedded.apiKey, organizationId: embedded.organizationId },
    streams,
    nextStream: () => new Promise((resolve) => waiting.push(resolve)),
    letGo: (name) => gate(name).open(),
    async close() {
      await listening.close(embedded.close());
    },
  };
}

type Answer = (request: Request) => Promise<Response>;

/** Counts the reads of every live stream without reading itself. */
function watched(answer: Answer, see: (stream: SeenStream) => void): Answer {
  return async (request) => {
    const response = await answer(request);
    const path = new URL(request.url).pathname;
    if (!response.body || !path.endsWith("/events/stream")) return response;
    let end: (how: "left" | "ended") => void = () => {};
    const seen = { path, pulled: 0, over: new Promise<"left" | "ended">((resolve) => (end = resolve)) };
    see(seen);
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) {
            end("ended");
            return controller.close();
          }
          seen.pulled += value.byteLength;
          controller.enqueue(value);
        },
        cancel(reason) {
          end("left");
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: response.headers });
  };
}
