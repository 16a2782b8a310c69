import type { SessionEvent } from "@service/sdk/protocol";
import type { TurnRecord } from "./records.js";

export interface EventQuery {
  /** Exclusive lower bound. @default 0 */
  readonly after?: number | undefined;
  /** Start of the id that the event at `after` must have. @default not compared */
  readonly afterId?: string | undefined;
  /** Exclusive upper bound. @default none */
  readonly before?: number | undefined;
  /** `oldest` takes the page from the lower bound up, `newest` from the upper bound down. @default "oldest" */
  readonly take?: "oldest" | "newest" | undefined;
  readonly limit: number;
  /** Only these types; an empty list matches nothing. */
  readonly includeTypes?: readonly string[] | undefined;
  readonly excludeTypes?: readonly string[] | undefined;
  readonly turnId?: string | undefined;
}

export interface EventPage {
  readonly events: readonly SessionEvent[];
  /** Whether more events match within the bounds, in the direction of `take`. */
  readonly hasMore: boolean;
}

export interface TurnQuery {
  readonly limit: number;
  /** Only these. */
  readonly statuses?: readonly TurnRecord["status"][] | undefined;
  /**
   * `position`: lowest first, as the queue runs. `newest`: `createdAt`, then `id`, both descending. `started`: by
   * `startedAt` (then `id`) descending, only those that started.
   */
  readonly order: "position" | "newest" | "started";
}
