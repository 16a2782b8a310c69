/**
 * Loaded into each process of the tests. PGlite is WebAssembly, whose code V8 compiles a second time while it runs: that
 * takes 40 % of the time of a process that lives a few seconds, and gains nothing in it.
 */
const { setFlagsFromString } = require("node:v8");
const { isMainThread } = require("node:worker_threads");

// The flag is the process's own, not a thread's.
if (isMainThread) setFlagsFromString("--liftoff-only");
