/**
 * For test files that share the modules, and in the DOM also the page, of one process. After each file it ends or
 * removes what the file left (timers, storage, elements, the address), so that no file depends on the files before it. It
 * fails a file that left a replaced global, a mock or a changed variable of the environment, and restores those.
 */
import { afterAll, vi } from "vitest";

type Holder = Record<string, unknown>;
type Timer = ReturnType<typeof setTimeout>;

interface Baseline {
  readonly timers: Set<Timer>;
  /** Handle of the last frame that was cancelled. */
  lastFrame: number;
  readonly holders: readonly Readonly<{ name: string; holder: Holder; values: ReadonlyMap<string, unknown> }>[];
  readonly attributes: readonly (readonly [Element, ReadonlyMap<string, string>])[];
}

/** Every file evaluates this module again; the process keeps the state before its first file. */
const place = process as typeof process & { sharedBaseline?: Baseline };
const page = typeof document === "undefined" ? undefined : document;

/** The copies of the package that rendered a provider, by the symbol in `src/hooks/service-context.ts`. */
const copies = Symbol.for("@service/react/copies");

/**
 * Vitest gives each file a console, and user-event replaces `focus`, `blur` and the clipboard of a page for good. Node warns
 * when its storage is read.
 */
const ignored = new Set(["console", ...(page ? ["focus", "blur", "clipboard"] : ["localStorage", "sessionStorage"])]);

const baseline = (place.sharedBaseline ??= takeBaseline());
const variables = { ...process.env };

// Hooks of a file run last to first: these run after those of the file itself.
afterAll(() => {
  const left = [...leftGlobals(), ...leftVariables()];
  endTimers();
  if (page) cleanPage(page);
  if (left.length > 0) throw new Error(`This file left ${left.join(", ")}. Restore what a test replaces.`);
});

function takeBaseline(): Baseline {
  const timers = watchTimers();
  const named: Record<string, object> = { globalThis, Math, performance, crypto, URL, Date, Array: Array.prototype };
  if (page) Object.assign(named, ofPage(page));
  const holders = Object.entries(named).map(([name, holder]) => ({
    name,
    holder: holder as Holder,
    values: valuesOf(holder as Holder),
  }));
  const elements = page ? [page.documentElement, page.head, page.body] : [];
  return { timers, lastFrame: 0, holders, attributes: elements.map((element) => [element, attributesOf(element)]) };
}

function ofPage(document: Document): Record<string, object> {
  return {
    document,
    navigator,
    Storage: Storage.prototype,
    Element: Element.prototype,
    HTMLElement: HTMLElement.prototype,
    Range: Range.prototype,
  };
}

/** Values that a holder returns again when it is asked again. */
function valuesOf(holder: Holder): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const name of Object.getOwnPropertyNames(holder)) {
    if (name.startsWith("_") || ignored.has(name)) continue;
    const value = valueOf(holder, name);
    if (Object.is(value, valueOf(holder, name))) values.set(name, value);
  }
  return values;
}

/** Reads the getters of the global object, as those of Node load what they return; those of a prototype want an element. */
function valueOf(holder: Holder, name: string): unknown {
  const described = Object.getOwnPropertyDescriptor(holder, name);
  const isRead = !described?.get || holder === (globalThis as unknown as Holder);
  return isRead ? holder[name] : Reflect.get(described, "get");
}

function leftGlobals(): readonly string[] {
  const left: string[] = [];
  if (vi.isFakeTimers()) left.push("fake timers");
  vi.useRealTimers();
  for (const [name, value] of Object.entries(console)) {
    if (!vi.isMockFunction(value)) continue;
    left.push(`a mock of console.${name}`);
    value.mockRestore();
  }
  for (const { name: of, holder, values } of baseline.holders) {
    const now = valuesOf(holder);
    for (const [name, value] of now) {
      if (values.has(name) && Object.is(values.get(name), value)) continue;
      // Libraries add globals of their own when they are loaded, and they stay loaded.
      if (of === "globalThis" && values.get(name) === undefined) continue;
      left.push(`another ${of}.${name}`);
      if (values.has(name)) holder[name] = values.get(name);
      else delete holder[name];
    }
  }
  return left;
}

function leftVariables(): readonly string[] {
  const left: string[] = [];
  for (const name of new Set([...Object.keys(variables), ...Object.keys(process.env)])) {
    if (process.env[name] === variables[name]) continue;
    left.push(`another ${name} in process.env`);
    if (variables[name] === undefined) delete process.env[name];
    else process.env[name] = variables[name];
  }
  return left;
}

/** Counts the timers that are set; those of Vitest are set with functions that it took earlier. */
function watchTimers(): Set<Timer> {
  const timers = new Set<Timer>();
  const { setTimeout: setOnce, setInterval: setAgain, clearTimeout: clear } = globalThis;
  const watchedOnce = (run: (...args: unknown[]) => void, ...rest: unknown[]): Timer => {
    const timer = (setOnce as (...args: unknown[]) => Timer)(
      function ran(this: unknown, ...args: unknown[]) {
        timers.delete(timer);
        return Reflect.apply(run, this, args) as unknown;
      },
      ...rest,
    );
    timers.add(timer);
    return timer;
  };
  const watchedAgain = (...args: unknown[]): Timer => {
    const timer = (setAgain as unknown as (...args: unknown[]) => Timer)(...args);
    timers.add(timer);
    return timer;
  };
  const watchedClear = (timer: Timer): void => {
    timers.delete(timer);
    clear(timer);
  };
  Object.defineProperties(watchedOnce, Object.getOwnPropertyDescriptors(setOnce));
  Object.assign(globalThis, {
    setTimeout: watchedOnce,
    setInterval: watchedAgain,
    clearTimeout: watchedClear,
    clearInterval: watchedClear,
  });
  return timers;
}

function endTimers(): void {
  // jsdom ends its own timer with the last frame. If it were ended here, no frame would follow.
  if (page) {
    const last = requestAnimationFrame(() => {});
    for (let frame = baseline.lastFrame; frame <= last; frame += 1) cancelAnimationFrame(frame);
    baseline.lastFrame = last;
  }
  for (const timer of baseline.timers) clearTimeout(timer);
  baseline.timers.clear();
}

function cleanPage(document: Document): void {
  delete (globalThis as Record<symbol, unknown>)[copies];
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; max-age=0`;
  document.body.replaceChildren();
  document.head.replaceChildren();
  for (const [element, attributes] of baseline.attributes) {
    for (const name of element.getAttributeNames()) if (!attributes.has(name)) element.removeAttribute(name);
    for (const [name, value] of attributes) element.setAttribute(name, value);
  }
  history.replaceState(null, "", "/");
}

function attributesOf(element: Element): ReadonlyMap<string, string> {
  return new Map(element.getAttributeNames().map((name) => [name, element.getAttribute(name) ?? ""]));
}
