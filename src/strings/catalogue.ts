/**
 * The shape of the catalogue: every word that is seen or spoken, by the place where it stands. An entry is a string, or a
 * function of the values it tells; a function returns the whole sentence, so that a translation may order its words as it
 * likes.
 */
export interface Messages {
  readonly people: {
    readonly you: string;
    readonly assistant: string;
    /** Somebody whose name is not known. */
    readonly someone: string;
  };
  readonly units: {
    /** A span of time in words as short as they stay readable. @param ms milliseconds */
    duration(ms: number): string;
    /** A point in time on the clock, in the reader's language. */
    time(date: Date, locale: string | undefined): string;
  };
  readonly timeline: {
    /** The name of the whole region. */
    readonly label: string;
    readonly loading: string;
    readonly emptyTitle: string;
    readonly emptyText: string;
    readonly loadOlder: string;
    readonly loadingOlder: string;
    readonly jumpToLatest: string;
    newBelow(count: number): string;
    readonly thinking: string;
    readonly working: string;
    readonly reasoning: string;
    readonly reasoningRunning: string;
    workedFor(duration: string | null, steps: number): string;
    failedAfter(duration: string | null, steps: number): string;
    stoppedAfter(duration: string | null, steps: number): string;
    runningSteps(steps: number): string;
    readonly rowFailed: string;
    readonly tryAgain: string;
  };
  readonly delivery: {
    readonly sending: string;
    readonly queued: string;
    readonly failed: string;
    readonly unknown: string;
    readonly retry: string;
    readonly discard: string;
  };
  readonly message: {
    readonly copy: string;
    readonly copied: string;
    readonly copyFailed: string;
    readonly actions: string;
  };
  readonly markdown: {
    readonly copyCode: string;
    codeBlock(language: string | null): string;
    readonly table: string;
    readonly plainCode: string;
    image(alt: string): string;
    readonly opensInNewTab: string;
    readonly taskDone: string;
    readonly taskOpen: string;
  };
  readonly tool: {
    readonly running: string;
    readonly complete: string;
    readonly failed: string;
    readonly cancelled: string;
    readonly input: string;
    readonly output: string;
    readonly noInput: string;
    readonly noOutput: string;
    readonly waitingForOutput: string;
    readonly showAll: string;
    readonly yes: string;
    readonly no: string;
    readonly nothing: string;
  };
  readonly startup: {
    /** What a start-up phase is called; an unknown phase by its own name. */
    phase(phase: string): string;
    readonly running: string;
    readonly failed: string;
    readonly skipped: string;
  };
  readonly notice: {
    readonly waiting: string;
    readonly input: string;
    readonly cancelled: string;
    readonly failed: string;
  };
  readonly status: {
    readonly requires_action: string;
    readonly failed: string;
    readonly cancelled: string;
  };
  readonly composer: {
    readonly label: string;
    readonly placeholder: string;
    readonly placeholderRunning: string;
    readonly send: string;
    readonly sendQueued: string;
    readonly stop: string;
    readonly hintEnter: string;
    readonly hintModEnter: string;
    readonly closed: string;
    failed(reason: string): string;
  };
  readonly queue: {
    title(count: number): string;
    readonly remove: string;
    removePrompt(text: string): string;
  };
  readonly connection: {
    readonly connecting: string;
    readonly reconnecting: string;
    readonly offline: string;
    readonly closed: string;
    readonly restored: string;
    readonly retry: string;
  };
  readonly decisions: {
    readonly label: string;
    waiting(count: number): string;
    approvalTitle(name: string | null): string;
    readonly approvalText: string;
    readonly approve: string;
    readonly reject: string;
    readonly rejectConfirm: string;
    readonly reasonLabel: string;
    readonly reasonHelp: string;
    readonly back: string;
    readonly submitting: string;
    readonly acceptedApprove: string;
    readonly acceptedReject: string;
    readonly acceptedAnswer: string;
    readonly acceptedSkip: string;
    /** `who` is null for this very window's person. */
    settledApprove(who: string | null): string;
    settledReject(who: string | null): string;
    settledAnswered(who: string | null): string;
    settledSkipped(who: string | null): string;
    readonly settledCancelled: string;
    readonly expired: string;
    readonly superseded: string;
    failed(reason: string): string;
    readonly unknown: string;
    readonly tryAgain: string;
  };
  readonly question: {
    title(count: number): string;
    readonly submit: string;
    readonly skip: string;
    readonly optional: string;
    readonly other: string;
    readonly otherLabel: string;
    readonly textLabel: string;
    readonly required: string;
    tooFew(min: number): string;
    tooMany(max: number): string;
    selectionHint(min: number | null, max: number | null): string;
    deadline(time: string, left: string | null): string;
    readonly skippedAnswer: string;
    readonly expiredAnswer: string;
    readonly cancelledAnswer: string;
    readonly noAnswer: string;
  };
  readonly states: {
    readonly errorTitle: string;
    readonly dismiss: string;
    readonly retry: string;
    readonly cancelledTitle: string;
    readonly cancelledText: string;
    readonly newConversation: string;
    readonly signedOutTitle: string;
    readonly signedOutText: string;
  };
  /** Spoken only. */
  readonly announce: {
    readonly responding: string;
    responseComplete(firstSentence: string): string;
    readonly responseStopped: string;
    responseFailed(reason: string | null): string;
    approvalNeeded(name: string | null): string;
    questionNeeded(prompt: string): string;
    queueCount(count: number): string;
    readonly sendFailed: string;
    olderLoaded(count: number): string;
    error(message: string): string;
  };
}

/** Some entries of a catalogue: areas and words that are left out stay as they are. */
export type PartialMessages = { readonly [Area in keyof Messages]?: Partial<Messages[Area]> };
