import { configureGlobal } from "fast-check";

/**
 * Every property draws the same values in every run, so that a green run stays green. `TEST_SEED` draws others:
 * `TEST_SEED=$RANDOM npm test -- node dom` finds new cases.
 *
 * A failing property reports its seed and path at once: shrinking first can take longer than the test's time limit,
 * and then the time-out is the only report. `TEST_SHRINK=1` shrinks.
 */
configureGlobal({
  seed: Number(process.env["TEST_SEED"] ?? 20_260_101),
  endOnFailure: process.env["TEST_SHRINK"] === undefined,
});
