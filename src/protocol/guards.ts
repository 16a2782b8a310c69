// budget: the constructors share one protocol and are read beside each other
import type * as v from "valibot";

/**
 * The constructors of valibot that this room uses, under their own names, in types and meaning valibot's: a guard made
 * here is one of its schemas, so a server composes and reads it with valibot itself. Written again because they go into
 * every page, and are less than half the size. Defaults are values, not functions that make them.
 */
export type { GenericSchema, InferOutput } from "valibot";

interface Step {
  readonly type: "object" | "array";
  readonly origin: "key" | "value";
  readonly input: unknown;
  readonly key: unknown;
  readonly value: unknown;
}

interface Issue {
  readonly kind: string;
  readonly type: string;
  readonly input: unknown;
  readonly expected: string | null;
  readonly received: string;
  readonly message: string;
  path?: Step[];
}

interface Dataset {
  value: unknown;
  typed?: boolean;
  issues?: Issue[];
}

type Run = (dataset: Dataset) => Dataset;

interface Guard {
  readonly kind: string;
  readonly type: string;
  readonly expects: string;
  readonly default?: unknown;
  readonly fallback?: unknown;
  readonly entries?: Entries;
  readonly "~run": Run;
}

type Input = Readonly<Record<string, unknown>>;

const guard = (type: string, expects: string, run: Run, more?: object): Guard =>
  again({ kind: "schema", type, expects, async: false, ...more }, run);

const again = (from: object, run: Run): Guard =>
  ({
    ...from,
    "~run": run,
    "~standard": { version: 1, vendor: "valibot", validate: (value: unknown) => run({ value }) },
  }) as never;

function told(value: unknown): string {
  if (typeof value === "string") return `"${value}"`;
  if (/^[nb]/.test(typeof value)) return String(value);
  if (value !== null && typeof value !== "object" && typeof value !== "function") return typeof value;
  return (value && (Object.getPrototypeOf(value) as object | null)?.constructor?.name) ?? "null";
}

function refuse(
  dataset: Dataset,
  type: string,
  expected: string,
  input: unknown,
  step?: Step,
  label = "type",
): Dataset {
  const received = told(input);
  const message = `Invalid ${label}: Expected ${expected} but received ${received}`;
  const issue: Issue = { kind: "schema", type, input, expected, received, message };
  if (step) issue.path = [step];
  dataset.typed = false;
  (dataset.issues ??= []).push(issue);
  return dataset;
}

const pass = (dataset: Dataset): Dataset => ((dataset.typed = true), dataset);

const plain = (type: string, holds: (value: unknown) => boolean, expects = type): Guard =>
  guard(type, expects, (dataset) =>
    holds(dataset.value) ? pass(dataset) : refuse(dataset, type, expects, dataset.value),
  );

const isObject = (value: unknown): value is Input => typeof value === "object" && value !== null;

/** Reads one part of what is read, and says where it was when it does not fit. */
function part(
  dataset: Dataset,
  inner: Guard,
  type: Step["type"],
  input: unknown,
  key: unknown,
  value: unknown,
): unknown {
  const read = inner["~run"]({ value });
  for (const issue of read.issues ?? []) {
    (issue.path ??= []).unshift({ type, origin: "value", input, key, value });
    (dataset.issues ??= []).push(issue);
  }
  if (!read.typed) dataset.typed = false;
  return read.value;
}

const isPlainKey = (key: string): boolean => !["__proto__", "prototype", "constructor"].includes(key);

type Entries = Readonly<Record<string, Guard>>;

const fields = (type: string, entries: Entries, isLoose: boolean): Guard =>
  guard(
    type,
    "Object",
    (dataset) => {
      const input = dataset.value;
      if (!isObject(input)) return refuse(dataset, type, "Object", input);
      const output: Record<string, unknown> = {};
      dataset.typed = true;
      for (const key in entries) {
        const inner = entries[key] as Guard;
        const mayMiss = inner.type === "optional" || inner.type === "nullish";
        if (key in input) output[key] = part(dataset, inner, "object", input, key, input[key]);
        else if (mayMiss && inner.default !== undefined)
          output[key] = part(dataset, inner, "object", input, key, inner.default);
        else if (inner.fallback !== undefined) output[key] = inner.fallback;
        else if (!mayMiss) {
          const step: Step = { type: "object", origin: "key", input, key, value: undefined };
          refuse(dataset, type, `"${key}"`, undefined, step, "key");
        }
      }
      if (isLoose)
        for (const key of Object.keys(input))
          if (isPlainKey(key) && !Object.hasOwn(entries, key)) output[key] = input[key];
      dataset.value = output;
      return dataset;
    },
    { entries },
  );

function maybe(type: "optional" | "nullish", inner: Guard, otherwise: unknown): Guard {
  const isMissing = (value: unknown) => value === undefined || (type === "nullish" && value === null);
  const run: Run = (dataset) => {
    if (isMissing(dataset.value) && otherwise !== undefined) dataset.value = otherwise;
    return isMissing(dataset.value) ? pass(dataset) : inner["~run"](dataset);
  };
  const nothing = type === "nullish" ? "null | undefined" : "undefined";
  return guard(type, `(${inner.expects} | ${nothing})`, run, { default: otherwise });
}

const anyOf = (expected: readonly string[]): string => {
  const each = [...new Set(expected)];
  return each.length > 1 ? `(${each.join(" | ")})` : (each[0] ?? "never");
};

// The marks let a bundler leave out the schemas that a page does not use.
export const string = /* @__NO_SIDE_EFFECTS__ */ (() =>
  plain("string", (value) => typeof value === "string")) as never as typeof v.string;
export const boolean = /* @__NO_SIDE_EFFECTS__ */ (() =>
  plain("boolean", (value) => typeof value === "boolean")) as never as typeof v.boolean;
export const number = /* @__NO_SIDE_EFFECTS__ */ (() =>
  plain("number", (value) => typeof value === "number" && value === value)) as never as typeof v.number;
export const unknown = /* @__NO_SIDE_EFFECTS__ */ (() => plain("unknown", () => true)) as never as typeof v.unknown;
export const object = /* @__NO_SIDE_EFFECTS__ */ ((entries: Entries) =>
  fields("object", entries, false)) as never as typeof v.object;
export const looseObject = /* @__NO_SIDE_EFFECTS__ */ ((entries: Entries) =>
  fields("loose_object", entries, true)) as never as typeof v.looseObject;
export const optional = /* @__NO_SIDE_EFFECTS__ */ ((inner: Guard, otherwise?: unknown) =>
  maybe("optional", inner, otherwise)) as never as typeof v.optional;
export const nullish = /* @__NO_SIDE_EFFECTS__ */ ((inner: Guard, otherwise?: unknown) =>
  maybe("nullish", inner, otherwise)) as never as typeof v.nullish;

export const picklist = /* @__NO_SIDE_EFFECTS__ */ ((options: readonly unknown[]) =>
  plain("picklist", (value) => options.includes(value), anyOf(options.map(told)))) as never as typeof v.picklist;

export const literal = /* @__NO_SIDE_EFFECTS__ */ ((one: unknown) =>
  plain("literal", (value) => value === one, told(one))) as never as typeof v.literal;

export const array = /* @__NO_SIDE_EFFECTS__ */ ((item: Guard) =>
  guard("array", "Array", (dataset) => {
    const input = dataset.value;
    if (!Array.isArray(input)) return refuse(dataset, "array", "Array", input);
    dataset.typed = true;
    // By index, as a hole in a list is read too.
    dataset.value = Array.from(input, (value, key) => part(dataset, item, "array", input, key, value));
    return dataset;
  })) as never as typeof v.array;

/** The keys are texts in every record, so their guard is not asked. */
export const record = /* @__NO_SIDE_EFFECTS__ */ ((_key: Guard, item: Guard) =>
  guard("record", "Object", (dataset) => {
    const input = dataset.value;
    if (!isObject(input)) return refuse(dataset, "record", "Object", input);
    const output: Record<string, unknown> = {};
    dataset.typed = true;
    for (const key of Object.keys(input))
      if (isPlainKey(key)) output[key] = part(dataset, item, "object", input, key, input[key]);
    dataset.value = output;
    return dataset;
  })) as never as typeof v.record;

export const union = /* @__NO_SIDE_EFFECTS__ */ ((options: readonly Guard[]) => {
  const expects = anyOf(options.map((option) => option.expects));
  return guard("union", expects, (dataset) => {
    for (const option of options) {
      const read = option["~run"]({ value: dataset.value });
      if (!read.issues) return read;
    }
    return refuse(dataset, "union", expects, dataset.value);
  });
}) as never as typeof v.union;

/** Of objects that tell by a literal which they are. */
export const variant = /* @__NO_SIDE_EFFECTS__ */ ((key: string, options: readonly Guard[]) =>
  guard("variant", "Object", (dataset) => {
    const input = dataset.value;
    if (!isObject(input)) return refuse(dataset, "variant", "Object", input);
    const value = input[key];
    const kinds = options.map((option) => option.entries?.[key] as Guard);
    const found = kinds.findIndex((kind) => !kind["~run"]({ value }).issues);
    if (found >= 0) return (options[found] as Guard)["~run"](dataset);
    const step: Step = { type: "object", origin: "value", input, key, value };
    return refuse(dataset, "variant", anyOf(kinds.map((kind) => kind.expects)), value, step);
  })) as never as typeof v.variant;

export const fallback = /* @__NO_SIDE_EFFECTS__ */ ((inner: Guard, otherwise: unknown) =>
  again({ ...inner, fallback: otherwise }, (dataset) => {
    const read = inner["~run"](dataset);
    return read.issues ? { typed: true, value: otherwise } : read;
  })) as never as typeof v.fallback;

export const transform = /* @__NO_SIDE_EFFECTS__ */ ((operation: (value: unknown) => unknown) => ({
  kind: "transformation",
  type: "transform",
  async: false,
  "~run"(dataset: Dataset) {
    dataset.value = operation(dataset.value);
    return dataset;
  },
})) as never as typeof v.transform;

type Message = string | ((issue: Issue) => string);

export const check = /* @__NO_SIDE_EFFECTS__ */ ((holds: (value: unknown) => boolean, message: Message) => ({
  kind: "validation",
  type: "check",
  async: false,
  "~run"(dataset: Dataset) {
    const { value: input } = dataset;
    if (!dataset.typed || holds(input)) return dataset;
    const issue = { kind: "validation", type: "check", input, expected: null, received: told(input), message: "" };
    issue.message = typeof message === "string" ? message : message(issue);
    (dataset.issues ??= []).push(issue);
    return dataset;
  },
})) as never as typeof v.check;

/** The first is a schema, the others are checks and transformations. */
export const pipe = /* @__NO_SIDE_EFFECTS__ */ ((first: Guard, ...actions: readonly Guard[]) =>
  again(first, (dataset) => {
    let read = first["~run"](dataset);
    for (const action of actions)
      if (!read.issues || action.kind === "validation") read = action["~run"](read);
      else read.typed = false;
    return read;
  })) as never as typeof v.pipe;

export const safeParse = ((schema: Guard, value: unknown) => {
  const { typed, issues, value: output } = schema["~run"]({ value });
  return { typed, success: !issues, output, issues };
}) as never as typeof v.safeParse;
