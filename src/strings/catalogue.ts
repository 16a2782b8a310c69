// budget: one shape stays one file, so that a translator has one place to read
import type { AutomationMessages } from "./automation-messages.js";
import type { IntegrationMessages } from "./integration-messages.js";
import type { ApiKeyMessages } from "./api-key-messages.js";
import type { ErrorMessages } from "./error-messages.js";
import type { MachineMessages } from "./machine-messages.js";
import type { PanelMessages } from "./panels-catalogue.js";
import type { MemoryMessages } from "./memory-messages.js";
import type { ScheduleMessages } from "./schedule-messages.js";
import type { TimelineMessages } from "./timeline-messages.js";
import type { ToolMessages } from "./tool-messages.js";

/**
 * The shape of the catalogue: every visible and spoken string, by its place. An entry is a string, or a function of
 * its values that returns the whole sentence, so a translation can choose its own word order.
 */
export interface Messages extends PanelMessages {
  readonly people: {
    readonly you: string;
    readonly assistant: string;
    /** A person without a name, who did something: "Approved by someone else". */
    readonly someone: string;
    /** The same person as the name above a message. */
    readonly unknownAuthor: string;
  };
  readonly units: {
    /** A span of time in words as short as they stay readable. @param ms milliseconds */
    duration(ms: number): string;
    /** A point in time on the clock, in the reader's language. */
    time(date: Date, locale: string | undefined): string;
    /** A day in ordinary words: today and yesterday by name. @param now the reader's time */
    day(date: Date, now: Date, locale: string | undefined): string;
    /** A file's size. @param bytes how many */
    fileSize(bytes: number): string;
    /** A day and time in full. */
    dateTime(date: Date, locale: string | undefined): string;
  };
  readonly timeline: TimelineMessages;
  readonly delivery: {
    readonly sending: string;
    readonly offline: string;
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
    readonly files: string;
    readonly unnamedFile: string;
    readonly notes: string;
    /** The name of a message: who, and when where that is known. */
    label(author: string, time: string | null): string;
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
  readonly tool: ToolMessages;
  /** Small rows of the agent's activity and of incoming input. */
  readonly activity: {
    /** A child session: the action and its state. */
    readonly childStarting: string;
    readonly childStarted: string;
    readonly childMessaging: string;
    readonly childMessaged: string;
    readonly childFailed: string;
    readonly childStopped: string;
    readonly openSession: string;
    readonly prompt: string;
    /** Result of a child session. @param status its own word */
    childEnded(status: string): string;
    readonly goal: string;
    readonly evidence: string;
    readonly reason: string;
    readonly command: string;
    readonly output: string;
    /** A command whose machine cannot be reached at the moment. */
    readonly unreachable: string;
    goalIs(action: string): string;
    readonly compacting: string;
    readonly compacted: string;
    readonly remembered: string;
    readonly corrected: string;
    readonly knownAlready: string;
    readonly showMemory: string;
    replacedBy(text: string): string;
    updates(count: number): string;
    authNeeded(provider: string): string;
    authReason(reason: string, tool: string | null): string;
    readonly scopes: string;
    readonly connect: string;
    connectTo(provider: string): string;
  };
  readonly startup: {
    /** Name of a start-up phase, done or not; an unknown phase keeps its own name. */
    phase(phase: string, isDone: boolean): string;
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
    /** @param isApple whether the keyboard has ⌘ in the place of Ctrl */
    hintModEnter(isApple: boolean): string;
    readonly closed: string;
    failed(reason: string): string;
    /** @param action the refused action: `stop`, `pause`, `resume` or `steer` */
    actionFailed(action: string, reason: string): string;
    /** Text of a message that has only files. */
    readonly filesOnly: string;
    readonly steer: string;
    hintSteer(isApple: boolean): string;
    /** The button of the menu with what else can be done to the running turn. */
    readonly more: string;
    readonly pause: string;
    readonly paused: string;
    /**
     * @param scope `selected`: this conversation · `session`: another, which holds it · `workspace`: all of it · or a scope
     *   of a newer service
     */
    resume(scope: string): string;
    /** How many prompts run before the one that is being written. */
    ahead(count: number): string;
    /** While something is written and the running turn waits for a decision. */
    readonly afterDecision: string;
    readonly offline: string;
    readonly busy: string;
    readonly uploading: string;
    readonly attachmentFailed: string;
    /** Where no file that keeps the message back can be tried again. */
    attachmentsRefused(count: number): string;
    charactersLeft(count: number): string;
    charactersOver(count: number): string;
    readonly conflictTitle: string;
    readonly conflictOther: string;
    readonly conflictKeepMine: string;
    readonly conflictUseOther: string;
    readonly dropFiles: string;
    readonly suggestions: string;
  };
  readonly attachments: {
    /** Names the list. */
    label(count: number): string;
    readonly attach: string;
    remove(name: string): string;
    retry(name: string): string;
    cancel(name: string): string;
    progress(name: string): string;
    /** @param percent from 0 to 100 */
    uploading(percent: number): string;
    readonly queued: string;
    readonly offline: string;
    readonly cancelled: string;
    readonly failed: string;
    readonly tooLarge: string;
    tooLargeFor(size: string, limit: string): string;
    readonly tooMany: string;
    /** In place of the names of two or more files beyond the limit. */
    tooManyFiles(count: number, limit: number): string;
    readonly removeAll: string;
    tooManyFor(limit: number): string;
    readonly empty: string;
    readonly unreadable: string;
    /** The page was loaded again before the file was uploaded. */
    readonly lost: string;
    readonly wrongType: string;
    readonly notTaken: string;
    spokenReady(name: string): string;
    spokenOffline(name: string): string;
    spokenProblem(name: string, problem: string): string;
    /** Alternative text of a message's picture. */
    picture(name: string): string;
    /** Precedes the file's name. */
    readonly download: string;
  };
  readonly queue: {
    title(count: number): string;
    readonly remove: string;
    removePrompt(text: string): string;
    readonly edit: string;
    editPrompt(text: string): string;
    readonly sendNow: string;
    sendNowPrompt(text: string): string;
    /** The button of a message's menu: its tooltip, and its name with the message's beginning. */
    readonly actions: string;
    actionsOf(text: string): string;
    readonly moveHelp: string;
    readonly moveUp: string;
    readonly moveDown: string;
    /** Spoken when a prompt has a new place. */
    moved(position: number, count: number): string;
    readonly moving: string;
    readonly sending: string;
    /** A message in flight that waits for the next attempt to send it. */
    readonly unsent: string;
    readonly removing: string;
    readonly editing: string;
    /** Another person acted first. */
    readonly changed: string;
    readonly started: string;
    /** @param action the refused action: `move`, `edit`, `send` or `remove` */
    failed(action: string, reason: string): string;
    readonly replaceDraft: string;
    readonly replace: string;
    readonly keepDraft: string;
    readonly dismiss: string;
  };
  readonly connection: {
    readonly reconnecting: string;
    readonly offline: string;
    readonly closed: string;
    /** The title above the reason, where a connection was given up. */
    readonly closedTitle: string;
    readonly restored: string;
    readonly retry: string;
    /** When it is tried again by itself. @param seconds from now, at least 1 */
    retryIn(seconds: number): string;
    readonly lost: string;
    /** Nothing has been answered for a while, and it is tried again by itself. */
    readonly unreachable: string;
    /** In place of the longer words where a line has a few words only: large text on a phone. */
    readonly short: {
      readonly offline: string;
      readonly unreachable: string;
    };
  };
  readonly decisions: {
    readonly label: string;
    waiting(count: number): string;
    /** Position of a decision among the waiting ones. */
    position(number: number, count: number): string;
    approvalTitle(name: string | null): string;
    readonly approvalText: string;
    /** Whose tool the call is of: the part of its name before the tool's own, as it is. */
    readonly approvalSource: (source: string) => string;
    readonly approve: string;
    /** The approval of a call on a connected machine, in place of the tool's name and the names of its arguments. */
    readonly onMachine: {
      /** @param machine the machine's name */
      runTitle(machine: string): string;
      readonly run: string;
      writeTitle(machine: string): string;
      readonly write: string;
      readonly command: string;
      readonly file: string;
      readonly content: string;
      readonly folder: string;
      readonly timeLimit: string;
    };
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
    /** The reader, as the one who decided in another window. */
    readonly you: string;
    /**
     * `who` is null when no person is named; `elsewhere`: in another window, by the reader or an unnamed person.
     */
    settledApprove(who: string | null, elsewhere?: boolean): string;
    settledReject(who: string | null, elsewhere?: boolean): string;
    settledAnswered(who: string | null, elsewhere?: boolean): string;
    settledSkipped(who: string | null, elsewhere?: boolean): string;
    readonly settledCancelled: string;
    readonly expired: string;
    readonly superseded: string;
    failed(reason: string): string;
    readonly unknown: string;
    /** Beside text typed before the decision was settled. */
    readonly unsent: string;
    readonly copyUnsent: string;
    readonly discardUnsent: string;
    /** Replaces the buttons after a jump over arguments that have not been in view. */
    readonly unseen: string;
    readonly showUnseen: string;
  };
  readonly question: {
    title(count: number): string;
    readonly submit: string;
    readonly next: string;
    readonly previous: string;
    progress(page: number, pages: number): string;
    readonly skip: string;
    /** Skips every question of a form with several. */
    skipAll(count: number): string;
    /** Asked before a skip that loses answers. */
    readonly skipQuestion: string;
    readonly keepAnswering: string;
    readonly optional: string;
    readonly other: string;
    readonly otherLabel: string;
    /** "Other" is chosen, but its text is empty. @param canClear whether the choice can be cleared; else another is chosen */
    otherMissing(canClear: boolean): string;
    readonly required: string;
    tooFew(min: number): string;
    tooMany(max: number): string;
    selectionHint(min: number | null, max: number | null): string;
    deadline(time: string, left: string | null): string;
    readonly expiredAnswer: string;
    readonly cancelledAnswer: string;
    readonly noAnswer: string;
  };
  readonly states: {
    readonly errorTitle: string;
    readonly dismiss: string;
    readonly retry: string;
    readonly cancelledText: string;
    readonly newConversation: string;
    /** A conversation that is not there, or not this person's to open. */
    readonly missingTitle: string;
    readonly missingText: string;
    /** Names the words that were not sent when the conversation was deleted. */
    readonly unsentMessage: string;
    readonly signedOutTitle: string;
    readonly signedOutText: string;
  };
  readonly errors: ErrorMessages;
  /** Spoken only. */
  readonly announce: {
    readonly responding: string;
    /** @param failedSteps how many of the agent's steps failed */
    responseComplete(firstSentence: string, failedSteps: number): string;
    readonly responseStopped: string;
    responseFailed(reason: string | null): string;
    approvalNeeded(toolOrHeading: string | null): string;
    /** @param count how many questions the agent asks; `prompt` is the first */
    questionNeeded(prompt: string, count: number): string;
    queueCount(count: number): string;
    readonly sendFailed: string;
    olderLoaded(count: number): string;
    error(message: string): string;
    goal(action: string, text: string): string;
    childEnded(status: string): string;
    authNeeded(provider: string): string;
  };
}

/** A complete catalogue: a conversation and all panels and pages beside it. */
export interface CompleteMessages extends Messages {
  readonly schedules: ScheduleMessages;
  readonly automations: AutomationMessages;
  readonly integrations: IntegrationMessages;
  readonly machines: MachineMessages;
  readonly apiKeys: ApiKeyMessages;
  readonly memory: MemoryMessages;
}
