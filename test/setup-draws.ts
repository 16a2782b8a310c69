import { configureGlobal } from "fast-check";

/**
 * Every property draws the same values in every run, so that a run that was green stays green. `TEST_SEED` draws others:
 * `TEST_SEED=$RANDOM npm test -- node dom` looks for what no run has met yet.
 */
configureGlobal({ seed: Number(process.env["TEST_SEED"] ?? 20_260_101) });
