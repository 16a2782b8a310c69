/** For a host's own tests: event builders, scripted turns, a clock to turn by hand, and a network that fails on demand. */
export * from "../testing/assert-no-leak.js";
export * from "../testing/events.js";
export * from "../testing/fault-fetch.js";
export * from "../testing/in-process-fetch.js";
export * from "../testing/manual-clock.js";
export * from "../testing/scripted-turn.js";
