/** The log as lines of JSON on the standard error output, by pino. */
import { destination, pino } from "pino";
import type { Log, logLevels } from "./log.js";

export function createPinoLog(level: (typeof logLevels)[number]): Log {
  const options = {
    level,
    base: { service: "service-embedded", pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // Written at once, so that the lines of a process that ends are there.
  return pino(options, destination({ dest: 2, sync: true }));
}
