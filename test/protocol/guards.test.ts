import fc from "fast-check";
import * as valibot from "valibot";
import { describe, expect, it } from "vitest";
import * as own from "../../src/protocol/guards.js";

type Library = typeof own;
type Schema = valibot.GenericSchema;
type Make = (v: Library) => Schema;

/** Values near what schemas ask for: keys that they name, and what every object has. */
const keys = fc.constantFrom("a", "b", "kind", "toString", "constructor", "__proto__");
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>("", "x", "y", 0, 1.5, Number.NaN, true, null, undefined, 5n, Symbol.iterator, () => 1),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
    fc.constant(Object.create(null) as unknown),
    fc.date(),
  ),
}));

/** A default is a value there, never a function that makes one. */
const defaults = values.filter((value) => typeof value !== "function");

const leaf: fc.Arbitrary<Make> = fc.constantFrom<Make[]>(
  (v) => v.string(),
  (v) => v.number(),
  (v) => v.boolean(),
  (v) => v.unknown(),
  (v) => v.literal("x"),
  (v) => v.picklist(["x", "y"]),
);

const { schema: schemas } = fc.letrec<{ schema: Make }>((tie) => {
  const inner = tie("schema");
  const entries = fc.dictionary(fc.constantFrom("a", "b"), inner, { maxKeys: 2 });
  const made = (v: Library, of: Record<string, Make>) =>
    Object.fromEntries(Object.entries(of).map(([key, make]) => [key, make(v)]));
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      inner.map(
        (of): Make =>
          (v) =>
            v.array(of(v)),
      ),
      inner.map(
        (of): Make =>
          (v) =>
            v.record(v.string(), of(v)),
      ),
      fc.tuple(inner, defaults).map(
        ([of, other]): Make =>
          (v) =>
            v.optional(of(v), other as undefined),
      ),
      fc.tuple(inner, defaults).map(
        ([of, other]): Make =>
          (v) =>
            v.nullish(of(v), other as undefined),
      ),
      inner.map(
        (of): Make =>
          (v) =>
            v.fallback(of(v), "otherwise" as never),
      ),
      inner.map(
        (of): Make =>
          (v) =>
            v.pipe(
              of(v),
              v.transform((value) => [value]),
            ),
      ),
      inner.map(
        (of): Make =>
          (v) =>
            v.pipe(
              of(v),
              v.check((value) => value !== "", "is empty"),
            ),
      ),
      entries.map(
        (of): Make =>
          (v) =>
            v.object(made(v, of)),
      ),
      entries.map(
        (of): Make =>
          (v) =>
            v.looseObject(made(v, of)),
      ),
      fc.tuple(leaf, inner).map(
        ([one, other]): Make =>
          (v) =>
            v.union([one(v), v.object({ a: other(v) })]),
      ),
      fc.tuple(inner, inner).map(
        ([one, other]): Make =>
          (v) =>
            v.variant("kind", [
              v.object({ kind: v.literal("x"), a: one(v) }),
              v.object({ kind: v.literal("y"), b: other(v) }),
            ]),
      ),
    ),
  };
});

const told = ({ success, output, issues }: ReturnType<typeof valibot.safeParse<Schema>>) => ({
  success,
  // What is put out for what does not fit is nothing to build on.
  output: success ? output : null,
  issues: issues?.map(({ kind, type, expected, received, message, path }) => ({
    kind,
    type,
    expected,
    received,
    message,
    path: path?.map(({ type: of, key }) => [of, key]),
  })),
});

describe("a guard", () => {
  it("reads whatever comes as valibot's schema of the same form does, and says the same of what does not fit", () => {
    fc.assert(
      fc.property(schemas, values, (make, value) => {
        const theirs = told(valibot.safeParse(make(valibot as never), value));
        expect(told(own.safeParse(make(own), value))).toEqual(theirs);
        expect(told(valibot.safeParse(make(own), value))).toEqual(theirs);
        expect(make(own).expects).toBe(make(valibot as never).expects);
      }),
      { numRuns: 3_000 },
    );
  });

  it("is one of valibot's: it stands inside its schemas and answers the standard's question", async () => {
    const schema = valibot.object({ a: own.optional(own.string(), "b") });
    expect(valibot.parse(schema, {})).toEqual({ a: "b" });
    expect(() => valibot.parse(schema, { a: 5 })).toThrow("Invalid type: Expected string but received 5");
    expect(await own.string()["~standard"].validate("a")).toEqual({ typed: true, value: "a" });
  });
});
