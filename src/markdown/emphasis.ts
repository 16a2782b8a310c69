import type { Inline, Inlines } from "./nodes.js";
import { limits } from "./scope.js";

/** A run of marks between words. */
export interface Run {
  readonly mark: "*" | "_" | "~";
  count: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Whether it may be ended where the text ends while more is expected: not in the middle of a word. */
  readonly isSoft: boolean;
}

interface Opener {
  readonly run: Run;
  /** Index of the run in the output. */
  readonly at: number;
  readonly original: number;
  /** Nesting depth of the marks after it. */
  inner: number;
}

/**
 * Pairs marks as CommonMark does, from left to right. Each run looks back no further than the last run of its kind
 * that found no partner, and a pair becomes one node, so the work grows with the number of runs.
 */
export class Pairing {
  private readonly output: Inline[] = [];
  private readonly openers: Opener[] = [];
  /** Kind of closer → how many openers are known not to match it. */
  private readonly bottoms = new Map<string, number>();

  /** Whether a later mark may pair with one that is here. */
  get isOpen(): boolean {
    return this.openers.length > 0;
  }

  add(entry: Inline | Run): void {
    if (typeof entry === "object" && "mark" in entry) this.addRun(entry);
    else this.append(entry);
  }

  /** The nodes. Marks that found no other end are text; with `soften` they reach to the end. */
  finish(soften: boolean): Inlines {
    if (soften) this.soften();
    return this.join(0);
  }

  private append(entry: Inline): void {
    const last = this.output.length - 1;
    const before = this.output[last];
    const isMark = this.openers.at(-1)?.at === last;
    if (typeof entry === "string" && typeof before === "string" && !isMark) this.output[last] = before + entry;
    else if (entry !== "") this.output.push(entry);
    this.note(heightOf([entry]));
  }

  private addRun(run: Run): void {
    const original = run.count;
    if (run.canClose) while (run.count > 0 && this.close(run, original));
    if (run.count === 0) return;
    if (!run.canOpen) return this.append(run.mark.repeat(run.count));
    this.output.push(run.mark.repeat(run.count));
    this.openers.push({ run, at: this.output.length - 1, original, inner: 0 });
  }

  /** Pairs a run with the nearest opener that fits; false when there is none. */
  private close(run: Run, original: number): boolean {
    const kind = run.mark === "~" ? `~${original}` : `${run.mark}${run.canOpen}${original % 3}`;
    const bottom = this.bottoms.get(kind) ?? 0;
    for (let index = this.openers.length - 1; index >= bottom; index -= 1) {
      const opener = this.openers[index] as Opener;
      if (!fits(opener, run, original)) continue;
      return this.wrap(index, run);
    }
    this.bottoms.set(kind, this.openers.length);
    return false;
  }

  /** Moves the nodes after an opener into a new node. */
  private wrap(index: number, closer: Run): boolean {
    const { run, at } = this.openers[index] as Opener;
    const count = run.mark === "~" ? run.count : run.count >= 2 && closer.count >= 2 ? 2 : 1;
    const height = 1 + Math.max(...this.openers.slice(index).map(({ inner }) => inner));
    // Nested deeper than anything is shown: the marks stay as they are written.
    if (height > limits.marks) {
      this.forget(index);
      this.note(height - 1);
      return false;
    }
    const children = this.join(at + 1);
    this.forget(index + 1);
    run.count -= count;
    closer.count -= count;
    const type = run.mark === "~" ? "del" : count === 2 ? "strong" : "em";
    if (run.count === 0) {
      this.output.length = at;
      this.forget(index);
    } else this.output[at] = run.mark.repeat(run.count);
    this.output.push({ type, children, height });
    this.note(height);
    return true;
  }

  private note(height: number): void {
    const last = this.openers.at(-1);
    if (last && last.inner < height) last.inner = height;
  }

  private forget(length: number): void {
    this.openers.length = length;
    for (const [kind, bottom] of this.bottoms) if (bottom > length) this.bottoms.set(kind, length);
  }

  /** Takes the output from a place on, with neighbouring texts joined. */
  private join(from: number): Inlines {
    const joined: Inline[] = [];
    for (const entry of this.output.splice(from)) {
      const last = joined.length - 1;
      const before = joined[last];
      if (typeof entry === "string" && typeof before === "string") joined[last] = before + entry;
      else joined.push(entry);
    }
    // Without the room that it grew by, which would take more memory than the nodes.
    return joined.slice();
  }

  /** Closes open marks at the end of the text; marks without text after them are omitted. */
  private soften(): void {
    for (let index = this.openers.length - 1; index >= 0; index -= 1) {
      const { run, at } = this.openers[index] as Opener;
      if (!run.isSoft || run.count > 3) continue;
      if (at === this.output.length - 1) {
        this.output.length = at;
        this.forget(index);
        const last = this.output.at(-1);
        if (typeof last === "string") this.output[at - 1] = last.trimEnd();
        continue;
      }
      const closer: Run = { ...run };
      while (closer.count > 0 && this.openers.length > index) if (!this.wrap(index, closer)) return;
    }
  }

  /** The innermost open run, which marks at the very end may be the beginning of the end of. */
  get last(): Run | undefined {
    return this.openers.at(-1)?.run;
  }
}

function fits({ run, original }: Opener, closer: Run, closerOriginal: number): boolean {
  if (run.mark !== closer.mark) return false;
  if (run.mark === "~") return original === closerOriginal;
  // CommonMark's rule of three: a run that both opens and closes pairs with no run that makes the sum a multiple of three.
  if (!closer.canOpen && !run.canClose) return true;
  return (original + closerOriginal) % 3 !== 0 || (original % 3 === 0 && closerOriginal % 3 === 0);
}

function heightOf(children: Inlines): number {
  let height = 0;
  for (const child of children) {
    if (typeof child !== "object") continue;
    if ("height" in child) height = Math.max(height, child.height);
    else if (child.type === "link" || child.type === "reference") height = Math.max(height, heightOf(child.children));
  }
  return height;
}
