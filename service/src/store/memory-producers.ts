import type { MemoryTables } from "./memory-tables.js";
import { producerMissing, type Producer } from "./producer.js";

/** Throws `producer_missing` for a producer that is not there. */
export type HoldProducer = (producer: Producer | undefined) => void;

const tableOf = {
  session: "sessions",
  task: "scheduled_tasks",
  automation_source: "automation_sources",
  automation_run: "automation_runs",
} as const;

/** The check of a write's producer, in memory. */
export function producersInProcess(tables: MemoryTables): HoldProducer {
  return (producer) => {
    if (producer === undefined || tables.has(tableOf[producer.kind], producer.id)) return;
    throw producerMissing(producer);
  };
}
