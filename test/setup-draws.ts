import { configureGlobal } from "fast-check";

/**
 * Every property draws the same values in every run, so that a run that was green stays green. `TEST_SEED` draws others:
 * `TEST_SEED=$RANDOM npm test -- node dom` looks for what no run has met yet.
 *
 * A property that fails says so at once, with its seed and path: to look for a smaller example first can take longer than
 * the test may, and then all that is told is a time-out. `TEST_SHRINK=1` looks for one.
 */
configureGlobal({
  seed: Number(process.env["TEST_SEED"] ?? 20_260_101),
  endOnFailure: process.env["TEST_SHRINK"] === undefined,
});
