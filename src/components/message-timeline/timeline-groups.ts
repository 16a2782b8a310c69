import type { TimelineGroup } from "../../timeline/groups.js";

/** Groups as the hooks hand them out: those that cannot change any more, and those that can. */
export interface TimelineGroups {
  readonly settled: readonly TimelineGroup[];
  readonly live: readonly TimelineGroup[];
}
