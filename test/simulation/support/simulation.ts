/** All that the tests use, as one bundle. */
export { drawWithBoth, holdMany, seedsOf } from "./many.js";
export { drawPlan } from "./plan.js";
export { hold } from "./run.js";
export { shrink } from "./shrink.js";
