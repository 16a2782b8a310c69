import * as v from "valibot";

/** May be missing or null; both read as undefined. */
export const maybe = /* @__NO_SIDE_EFFECTS__ */ <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  ) as v.GenericSchema<unknown, T | undefined>;
