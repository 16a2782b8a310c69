import type {
  Approvals,
  Chat,
  ConversationSession,
  Questions,
  ServiceProviderProps,
  SessionById,
  SessionVerbs,
  SessionView,
  UseChatOptions,
  UseSessionByIdOptions,
  UseSessionOptions,
} from "@service/react";

/** A row of a table about one member: its short type, its meaning, and its default where it has one. */
export type Entry = readonly [type: string, meaning: string, byDefault?: string];

/** A table that the compiler keeps complete: a member that is added to the type is missed here. */
type TableOf<T> = { readonly [Name in keyof T]-?: Entry };

export const providerProps: TableOf<ServiceProviderProps> = {
  identity: [
    "{ tenant, user, token? } | null | undefined",
    "The signed-in user, as your backend verified it. Null when signed out; undefined while your backend has not identified the user yet, which keeps drafts. Compared by value.",
  ],
  baseUrl: ["string", "Where the session proxy is mounted.", '"/api/service"'],
  headers: [
    "Record<string, string> | ({ refresh }) => HeadersInit | Promise<HeadersInit>",
    "Added to every request of the kit. A function is called for each request; after a 401 it is called again with `refresh: true`, once for all requests of the page. The browser loads pictures and downloads without these headers, so `resolve` must also accept a cookie for them.",
  ],
  fetch: ["typeof fetch", "The function that sends requests.", "the platform's"],
  strings: ["PartialMessages", "Strings that replace those of the catalogue."],
  messages: ["PartialMessages", "The old name of `strings`."],
  locale: ["string", "A BCP 47 tag.", "the reader's own"],
  dir: ['"ltr" | "rtl"', "The direction of the components.", "the page's"],
  onError: [
    "(error: Error) => void",
    "Called once with each error that a conversation shows, also if a promise rejects with it, and with errors that no caller receives.",
  ],
  onIdentityChange: [
    "() => void",
    "Called when the backend answers as another user. Private data has left the page by then.",
  ],
  askBeforeUnload: [
    "boolean",
    "Whether the browser asks before the page is closed, left or loaded again while it would lose an unsent message, a file that is not uploaded, or changed words of a form.",
    "true",
  ],
  children: ["ReactNode", "The part of the page that uses the kit."],
};

export const chatOptions: TableOf<UseChatOptions> = {
  conversation: [
    "string",
    "Your stable id for the conversation: 1 to 256 visible ASCII characters. A different id is a different chat.",
  ],
  api: ["string", "Where the chat handler is mounted.", '"/api/chat"'],
  firstPage: [
    "ChatFirstPage | null",
    "The newest page, from `Service.firstPage` on your backend: shown in the first draw, also on a server.",
    "it is requested",
  ],
  headers: [
    "HeadersSource",
    "Added to the requests of this chat. A function is called for each request, and again with `refresh: true` after a 401.",
  ],
  fetch: ["typeof fetch", "The function that sends the requests of this chat.", "the provider's"],
  resume: ["boolean", "Restores the history and connects when the hook mounts.", "true"],
  enabled: ["boolean", "If false, nothing is requested and the state stays empty.", "true"],
  throttle: ["number", "Minimum time between two renders (ms).", "one animation frame"],
  whenBusy: ['"queue" | "steer" | "reject"', "The effect of sending while a turn runs.", '"queue"'],
  onFinish: ["({ message, turnId, outcome }) => void", "Called when a turn ends."],
  onError: ["(error: Error) => void", "Called when a send, a turn or the connection fails."],
  onNeedsInput: [
    "(decision: Decision) => void",
    "Called when a decision becomes pending; up to 20 s late in a hidden page.",
  ],
};

export const chatResult: TableOf<Chat> = {
  id: ["string", "The id of the conversation; empty while signed out or not enabled."],
  messages: ["readonly ChatMessage[]", "The loaded messages, oldest first. Unchanged messages keep their identity."],
  status: ['"ready" | "submitted" | "streaming" | "error"', "The state of the chat."],
  error: ["Error | null", "The last failure of a send, a turn, the connection or an earlier page."],
  errorAbout: ["ErrorSubject | null", "The action that `error` belongs to."],
  pending: ["readonly Decision[]", "Pending decisions, oldest first."],
  queue: ["readonly QueuedPrompt[]", "Messages queued behind the running turn."],
  connection: ["ConnectionState", "The state of the live connection."],
  nextAttemptAt: ["number | null", "The time of the next automatic reconnect (ms since 1970)."],
  sessionStatus: ["SessionStatus | null", "The status of the session."],
  sessionId: ["string | null", "The id of the session behind the conversation."],
  workspaceId: ["string | null", "The id of the tenant's workspace."],
  created: ["boolean", "Whether the session exists. The first message creates it."],
  hasOlder: ["boolean", "Whether older messages can be loaded."],
  isLoadingOlder: ["boolean", "Whether an earlier page is loading."],
  loadOlder: ["() => Promise<void>", "Loads an earlier page."],
  hasNewer: ["boolean", "Whether newer messages can be loaded."],
  isLoadingNewer: ["boolean", "Whether a later page is loading."],
  loadNewer: ["() => Promise<void>", "Loads a later page."],
  jumpToLatest: ["() => Promise<void>", "Returns to the newest messages."],
  settledCount: ["number", "The number of leading messages that can no longer change."],
  runningTurnId: ["string | null", "The id of the turn that runs or has a pending decision."],
  isRestoring: ["boolean", "Whether the history is loading."],
  isStreaming: ["boolean", "Whether an answer is streaming."],
  isRunning: ["boolean", "Whether a turn is running and can be stopped."],
  isAccepted: [
    "boolean",
    "Whether the service has a running or queued turn; false while a message is still being sent.",
  ],
  isUnreachable: ["boolean", "Whether every request has failed for three seconds. The kit keeps retrying."],
  isMissing: ["boolean", "Whether the conversation does not exist or the user may not open it."],
  needsInput: ["boolean", "Whether a decision is pending."],
  sendMessage: [
    "(message) => Promise<SendReceipt>",
    "Sends a message. Resolves once it is accepted, before the answer.",
  ],
  stop: ["() => Promise<void>", "Ends the running turn on the service and keeps its text."],
  respond: [
    "(id, response) => Promise<void>",
    "Decides an approval or answers a question. It stays pending until the log confirms it.",
  ],
  retry: ["(clientEventId) => Promise<void>", "Sends an unsent message again, with the same key."],
  discard: ["(clientEventId) => void", "Removes an unsent message."],
  removeQueued: ["(turnId) => Promise<void>", "Removes a queued message."],
  disconnect: ["() => void", "Closes the stream. The turn continues."],
  resumeStream: ["() => void", "Restores the history and reconnects now."],
  reconnect: ["() => void", "Same as `resumeStream`."],
  steer: ["(text) => Promise<void>", "Sends a message that interrupts the running turn."],
  clearError: ["() => void", "Clears the error."],
};

const viewAndVerbs: TableOf<SessionView & SessionVerbs> = {
  status: ['"ready" | "submitted" | "streaming" | "error"', "The state of the conversation."],
  sessionStatus: ["SessionStatus | null", "The status of the session."],
  settled: ["readonly TimelineGroup[]", "Groups that can no longer change."],
  live: ["readonly TimelineGroup[]", "Groups of the running turn, and messages that the log does not have yet."],
  pending: ["readonly Decision[]", "Pending decisions, oldest first, and those just decided."],
  queue: ["readonly QueuedPrompt[]", "Messages queued behind the running turn."],
  connection: ["ConnectionState", "The state of the live connection."],
  sessionId: ["string | null", "The session's id."],
  workspaceId: ["string | null", "The id of the tenant's workspace."],
  created: ["boolean", "Whether the session exists."],
  isRestoring: ["boolean", "Whether the first page is loading."],
  isRunning: ["boolean", "Whether a turn is running and can be stopped."],
  isAccepted: [
    "boolean",
    "Whether the service has a running or queued turn; false while a message is still being sent.",
  ],
  isUnreachable: ["boolean", "Whether every request has failed for three seconds. The kit keeps retrying."],
  isMissing: ["boolean", "Whether the conversation does not exist or the user may not open it."],
  error: ["Error | null", "The last failure."],
  errorAbout: ["ErrorSubject | null", "The action that `error` belongs to."],
  sendMessage: [
    "(message) => Promise<SendReceipt>",
    "Sends a message. Resolves once it is accepted, before the answer.",
  ],
  stop: ["() => Promise<void>", "Ends the running turn on the service and keeps its text."],
  respond: [
    "(id, response) => Promise<void>",
    "Decides an approval or answers a question. It stays pending until the log confirms it.",
  ],
  retry: ["(clientEventId) => Promise<void>", "Sends an unsent message again, with the same key."],
  discard: ["(clientEventId) => void", "Removes an unsent message."],
  removeQueued: ["(turnId) => Promise<void>", "Removes a queued message."],
  nextAttemptAt: ["number | null", "The time of the next automatic reconnect (ms since 1970)."],
  hasOlder: ["boolean", "Whether older rows can be loaded."],
  isLoadingOlder: ["boolean", "Whether an earlier page is loading."],
  loadOlder: ["() => Promise<void>", "Loads an earlier page."],
  hasNewer: ["boolean", "Whether newer rows can be loaded."],
  isLoadingNewer: ["boolean", "Whether a later page is loading."],
  loadNewer: ["() => Promise<void>", "Loads a later page."],
  jumpToLatest: ["() => Promise<void>", "Returns to the newest rows and follows the log."],
  steer: ["(text) => Promise<void>", "Sends a message that interrupts the running turn."],
  reconnect: ["() => void", "Reconnects now."],
  clearError: ["() => void", "Clears the error."],
};

export const sessionOptions: TableOf<UseSessionOptions> = {
  conversation: ["string | undefined", "Your stable id for the conversation; undefined while it is not known yet."],
  api: ["string", "Where the chat handler is mounted.", '"/api/chat"'],
  firstPage: [
    "ChatFirstPage | null",
    "The newest page, from `Service.firstPage` on your backend: shown in the first draw, also on a server.",
    "it is requested",
  ],
  enabled: ["boolean", "If false, nothing is requested and the view stays empty.", "true"],
};

export const sessionResult: TableOf<ConversationSession> = viewAndVerbs;

export const sessionByIdOptions: TableOf<UseSessionByIdOptions> & { readonly sessionId: Entry } = {
  sessionId: ["string", "The first argument: the id of the session, from your backend or from a chat's `sessionId`."],
  workspaceId: ["string", "The id of the session's workspace.", "the workspace of the signed-in tenant"],
  enabled: ["boolean", "If false, nothing is requested and the view stays empty.", "true"],
};

export const sessionByIdResult: TableOf<SessionById> = {
  ...viewAndVerbs,
  title: ["string | null", "The session's title."],
  record: ["Session | null", "The session as returned by the API."],
  isPaused: ["boolean", "Whether the session is paused until `resume`."],
  resumeOptions: ["ResumeOption[]", "The ways to resume that the service offers."],
  showSequence: [
    "(sequence) => Promise<string | null>",
    "Loads the page around an event. Resolves with the id of its row.",
  ],
  windowTruncated: ["boolean", "Whether loaded history was dropped to limit memory."],
  connectionSince: ["number", "The time of the last change of `connection` (ms since 1970)."],
  pause: ["() => Promise<void>", "Pauses the session."],
  resume: [
    "(option?: ResumeOption) => Promise<void>",
    "Resumes the session, in the way of one of `resumeOptions` if given.",
  ],
};

export const approvalsResult: TableOf<Approvals> = {
  approvals: ["readonly ApprovalRequest[]", "Pending approvals, oldest first, and those just decided."],
  approve: ["(id, message?) => Promise<void>", "Approves a call."],
  reject: ["(id, message?) => Promise<void>", "Rejects a call, with a reason for the agent."],
};

export const questionsResult: TableOf<Questions> = {
  questions: ["readonly QuestionRequest[]", "Pending questions, oldest first, and those just answered."],
  answer: ["(id, answers) => Promise<void>", "Answers a set of questions."],
  skip: ["(id) => Promise<void>", "Skips a set of questions that allows it."],
};
