import { ServiceError } from "@service/sdk/protocol";

/**
 * A record that makes other records. A write in its name is refused once the record was removed, so nothing that was
 * under way during its erasure is added afterwards.
 */
export interface Producer {
  readonly kind: "session" | "task" | "automation_source" | "automation_run";
  readonly id: string;
}

const nouns = {
  session: "session",
  task: "scheduled task",
  automation_source: "automation source",
  automation_run: "automation run",
} as const;

/** Refusal of a write whose producer was removed. */
export function producerMissing({ kind, id }: Producer): ServiceError {
  return new ServiceError(`The ${nouns[kind]} ${id} that makes this write was removed. Nothing was written.`, {
    code: "producer_missing",
  });
}
