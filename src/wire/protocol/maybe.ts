import * as v from "valibot";

/** May be missing or null; both read as undefined. */
export const maybe = /* @__NO_SIDE_EFFECTS__ */ <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  ) as v.GenericSchema<unknown, T | undefined>;

/** A list of which malformed entries are left out: one of them costs only itself. */
export const entries = /* @__NO_SIDE_EFFECTS__ */ <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((list): readonly T[] =>
      list.flatMap((entry) => {
        const read = v.safeParse(schema, entry);
        return read.success ? [read.output] : [];
      }),
    ),
  );
