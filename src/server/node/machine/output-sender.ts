/** Sends what a command prints, in order and with offsets, so that a resend doubles nothing. */
import type { Clock } from "../../../foundation/clock.js";

export interface OutputPiece {
  readonly offset: number;
  readonly text: string;
  readonly stream: "stdout" | "stderr";
}

export interface OutputSender {
  add(bytes: Uint8Array, stream: "stdout" | "stderr"): void;
  /** Sends the rest. Resolves when all is sent or given up. */
  finish(): Promise<{ readonly outputBytes: number; readonly isTruncated: boolean }>;
}

export interface OutputSenderOptions {
  readonly clock: Clock;
  /** Sends one piece, however often that takes. False gives up the rest. */
  readonly send: (piece: OutputPiece) => Promise<boolean>;
}

/** Most output that the service keeps of one command (bytes). The rest is dropped. */
export const maxOutputBytes = 262_144;
/** A piece is sent after this long (ms) … */
const pieceMs = 150;
/** … and takes at most this much (characters). */
const pieceLength = 16_384;

export function createOutputSender({ clock, send }: OutputSenderOptions): OutputSender {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const waiting: { text: string; readonly stream: "stdout" | "stderr" }[] = [];
  let kept = 0;
  let offset = 0;
  let isTruncated = false;
  let isLost = false;
  let sending: Promise<void> = Promise.resolve();
  let cancelTimer: (() => void) | null = null;

  function keep(text: string, stream: "stdout" | "stderr"): void {
    if (text === "" || isTruncated) return;
    const size = Buffer.byteLength(text);
    const fits = kept + size <= maxOutputBytes ? text : beginning(text, maxOutputBytes - kept);
    isTruncated = fits.length < text.length;
    kept += Buffer.byteLength(fits);
    const last = waiting.at(-1);
    if (last?.stream === stream && last.text.length + fits.length <= pieceLength) last.text += fits;
    else if (fits !== "") waiting.push(...piecesOf(fits).map((piece) => ({ text: piece, stream })));
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    sending = sending.then(async () => {
      for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
        if (isLost) continue;
        if (await send({ offset, ...piece })) offset += Buffer.byteLength(piece.text);
        else isLost = true;
      }
    });
    return sending;
  }

  return {
    add(bytes, stream) {
      keep(decoders[stream].decode(bytes, { stream: true }), stream);
      cancelTimer ??= clock.after(pieceMs, () => void flush());
    },
    async finish() {
      for (const stream of ["stdout", "stderr"] as const) keep(decoders[stream].decode(), stream);
      await flush();
      return { outputBytes: offset, isTruncated };
    },
  };
}

/** Pieces of at most `pieceLength`, never within a character. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== "";) {
    const isSplit = rest.length > pieceLength && /[\ud800-\udbff]/.test(rest.charAt(pieceLength - 1));
    const piece = rest.slice(0, isSplit ? pieceLength - 1 : pieceLength);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** The longest beginning of at most `bytes` bytes that splits no character. */
function beginning(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
