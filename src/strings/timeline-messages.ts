/** Strings of a conversation's timeline. */
export interface TimelineMessages {
  readonly label: string;
  /** How to move in it by keyboard. Spoken only. */
  readonly keys: string;
  readonly loading: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly loadOlder: string;
  readonly loadingOlder: string;
  readonly loadNewer: string;
  /** Printed in place of messages that were not loaded. */
  readonly olderNotPrinted: string;
  readonly newerNotPrinted: string;
  readonly loadingNewer: string;
  readonly jumpToLatest: string;
  newBelow(count: number): string;
  /** Beside the time, while a running turn shows nothing for long. */
  readonly waitingForModel: string;
  readonly thinking: string;
  readonly reasoning: string;
  readonly reasoningRunning: string;
  /** The line that unfolds the work of a turn. `duration` is null for less than a second; `steps` is 0 where only a wait is folded. */
  workedFor(duration: string | null, steps: number): string;
  failedAfter(duration: string | null, steps: number): string;
  /** A turn that completed without text. */
  noReply: string;
  stoppedAfter(duration: string | null, steps: number): string;
  /** Additions to a turn's line: its failed steps and its child sessions. */
  failedSteps(count: number): string;
  /** How many of its steps a person rejected. */
  rejectedSteps(count: number): string;
  childSessions(count: number): string;
  readonly rowFailed: string;
  readonly tryAgain: string;
}
