import type { Announced } from "../../src/components/announcer/announcements.js";

/** An empty session without announcements. */
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
