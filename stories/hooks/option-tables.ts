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
    "Who is signed in, as your backend verified it; null when nobody is, undefined while you still ask: drafts are kept until it is known whose they are. Compared by value.",
  ],
  baseUrl: ["string", "Where the session proxy is mounted.", '"/api/service"'],
  headers: [
    "Record<string, string> | ({ refresh }) => HeadersInit | Promise<HeadersInit>",
    "Added to every request that the kit makes; a function is asked anew each time. A chat asks once more with `refresh: true` after a 401. Pictures and downloads of files are fetched by the browser itself, without them: let `resolve` know those by a cookie.",
  ],
  fetch: ["typeof fetch", "What requests are made with.", "the platform's"],
  strings: ["PartialMessages", "Strings that replace those of the catalogue."],
  messages: ["PartialMessages", "The old name of `strings`."],
  locale: ["string", "A BCP 47 tag.", "the reader's own"],
  dir: ['"ltr" | "rtl"', "The direction of the components.", "the page's"],
  onError: ["(error: Error) => void", "Whatever went wrong and was not thrown to a caller."],
  onIdentityChange: ["() => void", "The backend answers as somebody else. Everything private is gone by then."],
  children: ["ReactNode", "What stands under the provider."],
};

export const chatOptions: TableOf<UseChatOptions> = {
  conversation: [
    "string",
    "Your stable id of the thread: 1 to 256 visible ASCII characters. Another id is another chat.",
  ],
  api: ["string", "Where the chat handler is mounted.", '"/api/chat"'],
  headers: [
    "HeadersSource",
    "Added to this chat's requests; a function is asked anew each time, and once more with `refresh: true` after a 401.",
  ],
  fetch: ["typeof fetch", "What this chat's requests are made with.", "the provider's"],
  resume: ["boolean", "Restores and follows as soon as the hook is mounted.", "true"],
  enabled: ["boolean", "When false, nothing is requested and the state stays empty.", "true"],
  throttle: ["number", "Least time between two renders (ms).", "one animation frame"],
  whenBusy: ['"queue" | "steer" | "reject"', "What a send does while a turn runs.", '"queue"'],
  onFinish: ["({ message, turnId, outcome }) => void", "A turn has ended."],
  onError: ["(error: Error) => void", "A send, a turn or the connection failed."],
  onNeedsInput: [
    "(decision: Decision) => void",
    "A decision began to wait for a person; in a hidden page up to 20 s late.",
  ],
};

export const chatResult: TableOf<Chat> = {
  id: ["string", "The conversation; empty while nobody is signed in or the hook is not enabled."],
  messages: ["readonly ChatMessage[]", "What is loaded, oldest first. An untouched message keeps its identity."],
  status: ['"ready" | "submitted" | "streaming" | "error"', "How the chat stands."],
  error: ["Error | null", "The last failure of a send, a turn, the connection or an earlier page."],
  errorAbout: ["ErrorSubject | null", "Subject of `error`."],
  pending: ["readonly Decision[]", "What waits for a person, oldest first."],
  queue: ["readonly QueuedPrompt[]", "Prompts that wait behind the running turn."],
  connection: ["ConnectionState", "How the live connection stands."],
  nextAttemptAt: ["number | null", "When a broken connection is tried again by itself (ms since 1970)."],
  sessionStatus: ["SessionStatus | null", "The session's own status."],
  sessionId: ["string | null", "The session behind the conversation."],
  workspaceId: ["string | null", "The tenant's workspace."],
  created: ["boolean", "Whether the session exists; there is none before the first message."],
  hasOlder: ["boolean", "Whether there are older messages than those that are loaded."],
  isLoadingOlder: ["boolean", "An earlier page is on its way."],
  loadOlder: ["() => Promise<void>", "Loads an earlier page."],
  hasNewer: ["boolean", "A part of the history is shown that ends before the newest messages."],
  isLoadingNewer: ["boolean", "A later page is on its way."],
  loadNewer: ["() => Promise<void>", "Loads a later page."],
  jumpToLatest: ["() => Promise<void>", "Shows the newest messages again."],
  settledCount: ["number", "How many of the first messages no running turn can change any more."],
  runningTurnId: ["string | null", "The turn that runs or waits for a decision."],
  isRestoring: ["boolean", "True until the history is there."],
  isStreaming: ["boolean", "An answer is being written."],
  isRunning: ["boolean", "Stopping makes sense."],
  isAccepted: ["boolean", "The service has something that runs or waits to; false while a message is only on its way."],
  isUnreachable: ["boolean", "Every request has failed for three seconds, and it is being tried again."],
  isMissing: ["boolean", "There is no such conversation, or it is not this person's to open."],
  needsInput: ["boolean", "A decision waits for a person."],
  sendMessage: [
    "(message) => Promise<SendReceipt>",
    "Resolves when the message is accepted; never waits for the answer.",
  ],
  stop: ["() => Promise<void>", "Ends the running turn on the service and keeps what came."],
  respond: ["(id, response) => Promise<void>", "Decides an approval or answers a question; the log settles it."],
  retry: ["(clientEventId) => Promise<void>", "Sends an unsent message again, with the same key."],
  discard: ["(clientEventId) => void", "Forgets an unsent message."],
  removeQueued: ["(turnId) => Promise<void>", "Withdraws a prompt that waits."],
  disconnect: ["() => void", "Lets go of the stream; the turn goes on without us."],
  resumeStream: ["() => void", "Restores and follows again, now."],
  reconnect: ["() => void", "The same."],
  steer: ["(text) => Promise<void>", "Sends a message that interrupts the running turn."],
  clearError: ["() => void", "Forgets the error."],
};

const viewAndVerbs: TableOf<SessionView & SessionVerbs> = {
  status: ['"ready" | "submitted" | "streaming" | "error"', "How the conversation stands; the same in all hooks."],
  sessionStatus: ["SessionStatus | null", "The session's own status."],
  settled: ["readonly TimelineGroup[]", "Groups that no running turn can change any more."],
  live: ["readonly TimelineGroup[]", "Groups of the running turn, and messages that the log does not have yet."],
  pending: ["readonly Decision[]", "What waits for a person, oldest first, and what was just decided."],
  queue: ["readonly QueuedPrompt[]", "Prompts that wait behind the running turn."],
  connection: ["ConnectionState", "How the live connection stands."],
  sessionId: ["string | null", "The session's id."],
  workspaceId: ["string | null", "The tenant's workspace."],
  created: ["boolean", "Whether the session exists."],
  isRestoring: ["boolean", "True until the first page is there."],
  isRunning: ["boolean", "Stopping makes sense."],
  isAccepted: ["boolean", "The service has something that runs or waits to; false while a message is only on its way."],
  isUnreachable: ["boolean", "Every request has failed for three seconds, and it is being tried again."],
  isMissing: ["boolean", "There is no such conversation, or it is not this person's to open."],
  error: ["Error | null", "The last failure."],
  errorAbout: ["ErrorSubject | null", "Subject of `error`."],
  sendMessage: [
    "(message) => Promise<SendReceipt>",
    "Resolves when the message is accepted; never waits for the answer.",
  ],
  stop: ["() => Promise<void>", "Ends the running turn on the service and keeps what came."],
  respond: ["(id, response) => Promise<void>", "Decides an approval or answers a question; the log settles it."],
  retry: ["(clientEventId) => Promise<void>", "Sends an unsent message again, with the same key."],
  discard: ["(clientEventId) => void", "Forgets an unsent message."],
  removeQueued: ["(turnId) => Promise<void>", "Withdraws a prompt that waits."],
  nextAttemptAt: ["number | null", "When a broken connection is tried again by itself (ms since 1970)."],
  hasOlder: ["boolean", "Whether there are older rows than those that are loaded."],
  isLoadingOlder: ["boolean", "An earlier page is on its way."],
  loadOlder: ["() => Promise<void>", "Loads an earlier page."],
  hasNewer: ["boolean", "A part of the history is shown that ends before the newest rows."],
  isLoadingNewer: ["boolean", "A later page is on its way."],
  loadNewer: ["() => Promise<void>", "Loads a later page."],
  jumpToLatest: ["() => Promise<void>", "Shows the newest rows again and follows the log."],
  steer: ["(text) => Promise<void>", "Sends a message that interrupts the running turn."],
  reconnect: ["() => void", "Tries a connection that broke or is closed again, now."],
  clearError: ["() => void", "Forgets the error."],
};

export const sessionOptions: TableOf<UseSessionOptions> = {
  conversation: ["string | undefined", "Your stable id of the thread; undefined while it is not known yet."],
  api: ["string", "Where the chat handler is mounted.", '"/api/chat"'],
  enabled: ["boolean", "When false, nothing is requested and the view stays empty.", "true"],
};

export const sessionResult: TableOf<ConversationSession> = viewAndVerbs;

export const sessionByIdOptions: TableOf<UseSessionByIdOptions> & { readonly sessionId: Entry } = {
  sessionId: ["string", "The first argument: the session's id, from your backend or from a chat's `sessionId`."],
  workspaceId: ["string", "The session's workspace.", "that of the signed-in tenant"],
  enabled: ["boolean", "When false, nothing is requested and the view stays empty.", "true"],
};

export const sessionByIdResult: TableOf<SessionById> = {
  ...viewAndVerbs,
  title: ["string | null", "The session's title."],
  record: ["Session | null", "The session as the API tells it."],
  isPaused: ["boolean", "Nothing runs until `resume`."],
  resumeOptions: ["ResumeOption[]", "Ways to go on after a pause, as the service offers them."],
  showSequence: ["(sequence) => Promise<string | null>", "Loads the page around an event; gives the id of its row."],
  windowTruncated: ["boolean", "Loaded history was dropped to bound memory."],
  connectionSince: ["number", "When the state of the connection began (ms since 1970)."],
  pause: ["() => Promise<void>", "Holds the session."],
  resume: ["(option?: ResumeOption) => Promise<void>", "Lets it go on, or what one of `resumeOptions` names."],
};

export const approvalsResult: TableOf<Approvals> = {
  approvals: ["readonly ApprovalRequest[]", "What waits for a yes or no, oldest first, and what was just decided."],
  approve: ["(id, message?) => Promise<void>", "Approves."],
  reject: ["(id, message?) => Promise<void>", "Rejects, with a reason that the agent reads."],
};

export const questionsResult: TableOf<Questions> = {
  questions: ["readonly QuestionRequest[]", "The forms that wait for answers, oldest first, and those just answered."],
  answer: ["(id, answers) => Promise<void>", "Answers a form."],
  skip: ["(id) => Promise<void>", "Skips a form that allows it."],
};
