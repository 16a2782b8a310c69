/** Reads a request's body piece by piece, within a limit of size and of time, and keeps why that failed. */
import { tookTooLong } from "../../wire/protocol/fault-words.js";
import type { Clock } from "../../foundation/clock.js";
import { DoorRefusal } from "./refusal.js";

type Bytes = Uint8Array<ArrayBuffer>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

export interface BodyLimits {
  /** Bytes. */
  readonly limit: number;
  /** How long the body may be waited for in all (ms). */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

export interface BodyPieces {
  readonly failure: DoorRefusal | undefined;
  /** The piece at this place once it has arrived; undefined behind the last. All readers share one read. */
  piece(at: number): Promise<Bytes | undefined>;
  /** The next bytes as they arrive, neither stored nor counted. @throws {DoorRefusal} when they are late. */
  passing(): Promise<Uint8Array | undefined>;
  cancel(reason: unknown): Promise<void>;
}

export function createBodyPieces(request: Request, { limit, timeoutMs, clock }: BodyLimits): BodyPieces {
  let pieces: Bytes[] = [];
  let size = 0;
  let left = timeoutMs;
  let isOver = false;
  let failure: DoorRefusal | undefined;
  let reader: Reader | undefined;
  let reading: Promise<void> | undefined;

  async function more(): Promise<void> {
    if (failure) throw failure;
    if (Number(request.headers.get("content-length") ?? 0) > limit) throw fail(tooLarge(limit));
    const began = clock.now();
    const piece = await inTime(fromSource(), left);
    left = Math.max(0, left - Math.max(0, clock.now() - began));
    if (piece === undefined) {
      isOver = true;
      return;
    }
    size += piece.byteLength;
    if (size > limit) throw fail(tooLarge(limit));
    pieces.push(new Uint8Array(piece));
  }

  async function fromSource(): Promise<Uint8Array | undefined> {
    if (hasNoStream(request)) {
      return pieces.length > 0 ? undefined : new Uint8Array(await request.clone().arrayBuffer());
    }
    if (!reader && (request.bodyUsed || request.body?.locked)) throw alreadyRead();
    reader ??= request.body?.getReader();
    return (await reader?.read())?.value;
  }

  async function inTime<T>(piece: Promise<T>, ms: number): Promise<T> {
    let takeBack = () => {};
    const late = new Promise<never>((_resolve, reject) => {
      takeBack = clock.after(ms, () => reject(timedOut(timeoutMs)));
    });
    try {
      return await Promise.race([piece, late]);
    } catch (cause) {
      throw fail(cause instanceof DoorRefusal ? cause : brokenOff(cause));
    } finally {
      takeBack();
    }
  }

  function fail(refusal: DoorRefusal): DoorRefusal {
    failure ??= refusal;
    pieces = [];
    // Not waited for: a body that was cloned is cancelled only once its copies are.
    reader?.cancel().catch(() => {});
    return failure;
  }

  return {
    get failure() {
      return failure;
    },
    async piece(at) {
      while (at >= pieces.length && !isOver) {
        reading ??= more().finally(() => (reading = undefined));
        await reading;
      }
      return pieces[at];
    },
    passing: () => inTime(fromSource(), timeoutMs),
    cancel: async (reason) => reader?.cancel(reason),
  };
}

/** Some browsers, where a handler may run for a demonstration, do not give the body of a request as a stream. */
function hasNoStream(request: { readonly body?: Request["body"] }): boolean {
  return request.body === undefined;
}

function tooLarge(limit: number): DoorRefusal {
  const cause = new Error(`The body is larger than ${limit} bytes.`);
  return new DoorRefusal(413, "This is too large to send. Shorten it and try again.", {
    code: "body_too_large",
    cause,
  });
}

function timedOut(ms: number): DoorRefusal {
  const cause = new Error(`The body did not arrive within ${ms / 1000} seconds.`);
  return new DoorRefusal(408, tookTooLong, { code: "body_timeout", retryable: true, cause });
}

function alreadyRead(): DoorRefusal {
  const message =
    "The request's body was read before this handler was called. Pass the handler a request that nobody has read.";
  return new DoorRefusal(500, message, { code: "body_already_read" });
}

function brokenOff(cause: unknown): DoorRefusal {
  const message = "The body broke off before its end. Send the request again.";
  return new DoorRefusal(400, message, { code: "invalid_body", retryable: true, cause });
}
