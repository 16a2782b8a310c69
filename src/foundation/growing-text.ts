/**
 * A text that grows at its end, as a list of its pieces. Adding to it and reading its end cost what is added or read,
 * while a string of the same text would be copied whole by each look into it.
 *
 * Versions share their pieces: each is a view of the first `length` characters of one origin.
 */
export interface GrowingText {
  readonly length: number;
  /** The same object for all versions of one text. */
  readonly origin: object;
  /** The characters from `from` to `to`. */
  slice(from: number, to: number): string;
  /** This text with more at its end. */
  append(text: string): GrowingText;
}

/** So many pieces are joined into one when a block of them is full. */
const joinEvery = 64;

class Origin {
  /** Joined pieces, and where each begins. */
  private readonly blocks: string[] = [];
  private readonly starts: number[] = [];
  private readonly pieces: string[] = [];
  private joined = 0;
  length = 0;

  add(text: string): void {
    this.pieces.push(text);
    this.length += text.length;
    if (this.pieces.length < joinEvery) return;
    const block = this.pieces.join("");
    this.starts.push(this.joined);
    this.blocks.push(block);
    this.joined += block.length;
    this.pieces.length = 0;
  }

  slice(from: number, to: number): string {
    let found = "";
    let at = this.joined;
    if (from < this.joined) {
      let index = this.starts.findLastIndex((start) => start <= from);
      for (; index < this.blocks.length && (this.starts[index] ?? 0) < to; index += 1) {
        const start = this.starts[index] ?? 0;
        found += (this.blocks[index] ?? "").slice(Math.max(0, from - start), to - start);
      }
    }
    for (const piece of this.pieces) {
      if (at + piece.length > from && at < to) found += piece.slice(Math.max(0, from - at), to - at);
      at += piece.length;
    }
    return found;
  }
}

class Version implements GrowingText {
  readonly origin: Origin;
  readonly length: number;

  constructor(origin: Origin, length: number) {
    this.origin = origin;
    this.length = length;
  }

  slice(from: number, to: number): string {
    return this.origin.slice(from, Math.min(to, this.length));
  }

  append(text: string): GrowingText {
    // An older version that grows another way gets pieces of its own.
    const origin = this.origin.length === this.length ? this.origin : copyOf(this);
    origin.add(text);
    return new Version(origin, origin.length);
  }
}

function copyOf(text: GrowingText): Origin {
  const origin = new Origin();
  origin.add(text.slice(0, text.length));
  return origin;
}

export function growingText(text: string): GrowingText {
  const origin = new Origin();
  origin.add(text);
  return new Version(origin, origin.length);
}

/** A string that shares no memory with the one it was cut from. */
export function detached(text: string): string {
  // Joining makes a new string; cutting the first character off keeps only that one alive.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
