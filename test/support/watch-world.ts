/**
 * Reports reads of a clock, of random numbers and of storage by code of the kit. The reads go on as usual, so one run
 * finds all of them.
 */
export interface WorldWatch {
  /** Each place once: the value that was read, and the kit's own frames above it. */
  readonly reads: ReadonlySet<string>;
  stop(): void;
}

type Holder = Record<string, unknown>;

const ofTheKit = (frame: string) => /\/src\/[^:]+\.tsx?/.test(frame) && !frame.includes("node_modules");

/** The callers as the engine names them. Vitest maps each frame of a printed stack to its source, which takes far longer. */
function callers(): readonly string[] {
  const prepare: unknown = Reflect.get(Error, "prepareStackTrace");
  Error.prepareStackTrace = (_, sites) => sites.map(String);
  const found = new Error("the callers").stack as unknown as readonly string[];
  Reflect.set(Error, "prepareStackTrace", prepare);
  return found;
}

/** @param counts decides by the stack whether a read is relevant */
export function watchWorld(counts: (stack: string) => boolean): WorldWatch {
  const reads = new Set<string>();
  const undo: (() => void)[] = [];
  const oldLimit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const note = (what: string) => {
    const above = callers();
    if (!above.some(ofTheKit) || !counts(above.join("\n"))) return;
    const frames = new Error(what).stack?.split("\n").filter(ofTheKit) ?? [];
    reads.add(
      `${what}: ${frames
        .slice(0, 4)
        .map((line) => line.replace(/^\s*at |\(?(file:\/\/)?\/.*(?=\/src\/)|\)$/g, ""))
        .join(" < ")}`,
    );
  };
  const watchCall = (holder: object, name: string, what: string) => {
    const original = (holder as Holder)[name] as (...args: unknown[]) => unknown;
    const isOwn = Object.hasOwn(holder, name);
    (holder as Holder)[name] = function (this: unknown, ...args: unknown[]) {
      note(what);
      return Reflect.apply(original, this, args);
    };
    undo.push(() => {
      if (isOwn) (holder as Holder)[name] = original;
      else Reflect.deleteProperty(holder, name);
    });
  };
  watchCall(Math, "random", "Math.random");
  watchCall(performance, "now", "performance.now");
  watchCall(crypto, "randomUUID", "crypto.randomUUID");
  watchCall(crypto, "getRandomValues", "crypto.getRandomValues");
  if (typeof Storage !== "undefined") {
    for (const name of ["getItem", "setItem", "removeItem", "key"])
      watchCall(Storage.prototype, name, `storage.${name}`);
  }
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct(target, args, self) {
      if (args.length === 0) note("new Date()");
      return Reflect.construct(target, args, self === globalThis.Date ? target : self) as object;
    },
    apply(target, self, args) {
      note("Date()");
      return Reflect.apply(target as () => string, self, args);
    },
    get(target, name) {
      if (name === "now") {
        return () => {
          note("Date.now");
          return target.now();
        };
      }
      return Reflect.get(target, name) as unknown;
    },
  });
  undo.push(() => void (globalThis.Date = RealDate));
  return {
    reads,
    stop() {
      for (const restore of undo.toReversed()) restore();
      Error.stackTraceLimit = oldLimit;
    },
  };
}
