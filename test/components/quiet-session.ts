import type { Announced } from "../../src/components/announcer/announcements.js";

/** A session with nothing in it, of which there is nothing to say. */
export const quiet: Announced = {
  settled: [],
  live: [],
  pending: [],
  queue: [],
  connection: "live",
  isRestoring: false,
  isRunning: false,
  error: null,
};
