import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { header } from "../../../src/wire/protocol/headers.js";
import { readFrames } from "../../../src/wire/sse/read-frames.js";
import { chatFrame, type ChatFrame } from "../../support/backend.js";

export interface VisitOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A signed-in person with one conversation at a host. */
export class Visitor {
  readonly url: string;
  readonly conversation: string;

  constructor(url: string, conversation: string) {
    this.url = url;
    this.conversation = conversation;
  }

  /** Asks under the chat's mount; a body is sent as JSON, a text as it is. */
  ask(path: string, { method, body, headers, signal }: VisitOptions = {}): Promise<Response> {
    return fetch(this.url + path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { ...this.headers(body !== undefined), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  send(message: string, options: VisitOptions = {}): Promise<Response> {
    return this.ask("", { ...options, body: { message } });
  }

  /** Sends, and leaves the answer unread. */
  async sendUnread(message: string): Promise<IncomingMessage> {
    const sending = request(this.url, { method: "POST", headers: this.headers(true) });
    sending.end(JSON.stringify({ message }));
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    return answer.pause();
  }

  private headers(isWrite: boolean): Record<string, string> {
    return {
      "x-user": "ana",
      [header.conversation]: this.conversation,
      ...(isWrite && { "content-type": "application/json" }),
    };
  }
}

/** Reads one frame after the other. */
export class FrameReader {
  readonly #frames: AsyncIterator<ChatFrame>;

  constructor(answer: Response) {
    this.#frames = framesOf(answer);
  }

  /** Everything up to the first frame that fits, or to the end. */
  async until(fits: (data: ChatFrame["data"]) => boolean): Promise<readonly ChatFrame["data"][]> {
    const found: ChatFrame["data"][] = [];
    for (;;) {
      const { done, value } = await this.#frames.next();
      if (done) return found;
      found.push(value.data);
      if (fits(value.data)) return found;
    }
  }
}

async function* framesOf(answer: Response): AsyncGenerator<ChatFrame, void, void> {
  if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`);
  for await (const frame of readFrames(answer.body)) yield chatFrame(frame);
}

/** Writes bytes to a server as they are, and gives what it answered until it closed. */
export async function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Waits until a number has not changed for a while, counted in turns of the event loop. */
export async function settled(read: () => number, turns: number): Promise<number> {
  let last = read();
  for (let quiet = 0; quiet < turns; quiet++) {
    await new Promise(setImmediate);
    if (read() !== last) [last, quiet] = [read(), 0];
  }
  return last;
}

/** The promise's value, or a failure when it takes longer than `ms`. */
export async function within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
