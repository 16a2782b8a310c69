// budget: one row for every name, so that a missing one does not compile.
import type * as app from "@service/embedded/app";
import type * as embedded from "@service/embedded";
import type * as model from "@service/embedded/model";
import type * as react from "@service/react";
import type * as testing from "@service/react/testing";
import type * as sdk from "@service/sdk";
import type * as chat from "@service/sdk/chat";
import type * as node from "@service/sdk/node";
import type * as protocol from "@service/sdk/protocol";
import type * as proxy from "@service/sdk/proxy";
import type { Entry } from "./option-tables.js";

/** A table that the compiler keeps complete: a name that an entry begins to export is missed here. */
type TableOf<Name extends PropertyKey> = Readonly<Record<Name, Entry>>;

type Hook<Name> = Name extends `use${string}` ? Name : never;

/** Components begin with a capital, and have stories. */
type PlainFunction<Name> = Name extends `use${string}`
  ? never
  : Name extends Uncapitalize<Name & string>
    ? Name
    : never;

export const hooks: TableOf<Hook<keyof typeof react>> = {
  useChat: [
    "(options, selector?)",
    "A conversation through the chat handler: messages, status and actions. The quickest way to a custom chat.",
  ],
  useSession: [
    "(options)",
    "The same conversation in the form that `TimelineView`, `DecisionList` and `ComposerView` take.",
  ],
  useSessionById: [
    "(sessionId, options?)",
    "A session through the proxy. Adds the title, pause and resume to `useSession`.",
  ],
  useApprovals: [
    "(session)",
    "Pending approvals, with `approve` and `reject`. Takes the result of `useSession` or `useSessionById`.",
  ],
  useQuestions: [
    "(session)",
    "Pending questions, with `answer` and `skip`. Takes the result of `useSession` or `useSessionById`.",
  ],
  useComposer: [
    "(session, { draft, attachments, value, defaultValue, onValueChange, isClosed, maxLength, whenBusy }?)",
    "The text, draft, history and actions of a custom composer. Typing only renders the component that calls it.",
  ],
  useComposerById: [
    "(sessionId, options?)",
    "`useComposer` for a session by its id, with its durable draft. Also returns the `session`.",
  ],
  useLocalDraft: ["(name)", "A draft stored on this device under a name. Pass it to `useComposer` or to a composer."],
  useSessionDraft: [
    "(sessionId, { workspaceId, isLabelled }?)",
    "The draft of a session, stored on this device and, if the session is labelled with a user (`isLabelled`), on the service.",
  ],
  useAttachments: [
    "({ sessionId, workspaceId, enabled, maxFiles, accept, upload }?)",
    "The files of the next message, with upload progress and retries. Pass it to `useComposer` or `ComposerView`.",
  ],
  useFileAddress: ["()", "A function from a file's id to its URL in the current session; null outside of a session."],
  useQueue: [
    "(sessionId, { workspaceId, enabled }?)",
    "The queued messages: move, edit, send now and remove. `QueuePanel` without its UI.",
  ],
  useGoal: [
    "(sessionId, { workspaceId, enabled }?)",
    "The goal of the session: edit, pause and clear. `GoalBanner` without its UI.",
  ],
  useScheduledTasks: [
    "({ workspaceId, limit, refreshMs, enabled }?)",
    "Prompts that run on a schedule: list, create, edit, pause, run and delete. `ScheduledTaskList` without its UI.",
  ],
  useAutomations: [
    "({ workspaceId, owner, limit, refreshMs, enabled }?)",
    "Sources of signed events and their triggers: list, create, edit, pause, test and delete. `AutomationList` without its UI.",
  ],
  useAutomationDeliveries: [
    "({ sourceId, workspaceId, limit, refreshMs })",
    "The latest deliveries of an automation source, and their results.",
  ],
  useApiKeys: [
    "({ workspaceId, enabled }?)",
    "The API keys of the workspace, for admins: list, create and revoke. `ApiKeys` without its UI.",
  ],
  useMemory: [
    "({ workspaceId, enabled }?)",
    "What agents remember about the signed-in user: list and delete. `MemoryPanel` without its UI.",
  ],
  useMachines: [
    "({ workspaceId, refreshMs, enabled }?)",
    "Connected machines: list, approve and remove. `ConnectedMachines` and `MachineApproval` without their UI.",
  ],
  useSessions: [
    "({ search, archived, status, workspaceId, limit, refreshMs, enabled }?)",
    "The sessions of the signed-in user, newest first, page by page: rename, archive and delete. `SessionList` without its UI.",
  ],
  useCreateSession: [
    "({ workspaceId }?)",
    "Starts a session with its first message. Session lists on the page show it at once. `NewSession` without its UI.",
  ],
  useSessionLineage: [
    "(sessionId, { workspaceId, enabled }?)",
    "The session that started this one, and the sessions it started.",
  ],
  useAttention: [
    "({ sessions, inView, adapters }?)",
    "The sessions that need the user. Adapters show the count in the title, on the app icon and in notifications.",
  ],
  useIntegrations: [
    "({ workspaceId, enabled }?)",
    "Tools of other systems: list, preview, install and remove. `IntegrationList` without its UI.",
  ],
  useModels: [
    "({ workspaceId, enabled }?)",
    "The models that a session can use, for a model picker. Empty if users may not choose.",
  ],
  useSessionEvents: [
    "(sessionId, { workspaceId, enabled }?)",
    "The live events of the session, for views that process them in their own way.",
  ],
  useTimeline: [
    "(events)",
    "The rows and groups of events that you already have, such as from an export. For a live session, use `useSessionById`.",
  ],
  useConnection: [
    "(sessionId, { workspaceId, enabled }?)",
    "The state of the live connection, and `retry`. Renders only when the state changes.",
  ],
  useIdentity: ["()", "The signed-in user; null when signed out."],
  useStrings: ["()", "The strings of the provider."],
  useLocale: ["()", "The locale and the direction."],
  useAnnounce: [
    "()",
    "A function that announces a text in the conversation's live region. Does nothing outside of an `Announcer`.",
  ],
};

export const reactFunctions: TableOf<PlainFunction<keyof typeof react> | "FilesOfSession"> = {
  visibleText: [
    "(text)",
    "Text with its invisible and reordering characters marked, such as `[U+202E]`. For names and arguments that you draw.",
  ],
  checkAnswers: ["(request, answers)", "The fault of each question, by its id, as `QuestionForm` finds it."],
  titleAttention: [
    "(page?)",
    "An adapter for `useAttention` that shows the count in the document title. Create it once.",
  ],
  badgeAttention: ["(app?)", "An adapter that shows the count on the icon of an installed app."],
  notificationAttention: [
    "({ onOpen, Notification }?)",
    "An adapter that shows one notification per session. Ask for the permission yourself. `onOpen` is called when the user clicks a notification.",
  ],
  hasUnsavedChanges: [
    "()",
    "Whether a form on this page has changed words that are not saved. Ask before your router shows another page.",
  ],
  FilesOfSession: [
    "{ sessionId, children }",
    "Provides the session of the files below it. Conversations and `MessageTimeline` include it; wrap your own views in it.",
  ],
  findTrigger: [
    "(text, caret, triggers)",
    "The word at the caret that triggers suggestions, such as `/he`; null if there is none. For custom fields.",
  ],
  groupKey: ["(group)", "The React key of a timeline group."],
  isServiceError: ["(value)", "Whether an error is from the kit, with `code` and `retryable`."],
  englishSchedules: [
    "ScheduleMessages",
    "The English strings of scheduled tasks, loaded only by pages with tasks. Replace them with `strings.schedules`.",
  ],
  englishAutomations: [
    "AutomationMessages",
    "The English strings of automations, loaded only by pages with automations. Replace them with `strings.automations`.",
  ],
  englishIntegrations: [
    "IntegrationMessages",
    "The English strings of integrations, loaded only by pages with integrations. Replace them with `strings.integrations`.",
  ],
  englishApiKeys: [
    "ApiKeyMessages",
    "The English strings of API keys, loaded only by pages with API keys. Replace them with `strings.apiKeys`.",
  ],
  englishMemory: [
    "MemoryMessages",
    "The English strings of memories, loaded only by pages with memories. Replace them with `strings.memory`.",
  ],
  englishMachines: [
    "MachineMessages",
    "The English strings of connected machines, loaded only by pages with machines. Replace them with `strings.machines`.",
  ],
  english: ["Messages", "The English catalogue."],
  mergeMessages: [
    "(partial, base?)",
    "A complete catalogue from strings that replace some of a base catalogue.",
    "english",
  ],
};

export const chatFunctions: TableOf<keyof typeof chat> = {
  Service: [
    "new (options)",
    "The connection to the service with the organization's key: `chat`, `sessions.list`, `client`. Create one per process.",
  ],
  createChatHandler: ["(service, options)", "The chat endpoint: a function from `Request` to `Response`."],
  createLimiter: [
    "({ streams, writesPerMinute, readsPerMinute, people, clock })",
    "Limits per user in one process, for `limiter` of both handlers. `people` is the number of users to track (10,000).",
  ],
  createChatController: [
    "(options)",
    "The controller behind `useChat`, for other frameworks: `getState`, `subscribe` and actions.",
  ],
  parseChatChunkStream: ["(body)", "Yields the chunks of an answer in the native format."],
  ChatError: ["class", "The error of a chat, with `code`, `status` and `retryable`."],
  ServiceError: ["class", "The base class of all errors of the kit."],
  isServiceError: ["(value)", "Whether a value is a `ServiceError`, from any copy of the package."],
};

export const proxyFunctions: TableOf<keyof typeof proxy> = {
  createSessionProxy: [
    "(service, options)",
    "The endpoint of the session components: a function from `Request` to `Response`.",
  ],
  createLimiter: ["(options)", "Same as in `@service/sdk/chat`. Both handlers can share one limiter."],
};

export const sdkFunctions: TableOf<Exclude<keyof typeof sdk, keyof typeof protocol>> = {
  ServiceClient: [
    "new ({ baseUrl, apiKey, workspaceId, headers, timeoutMs, retries, fetch, clock, … })",
    "The session API as methods, with a key or through a proxy. `timeoutMs` (30,000) is the time-out of a call, `retries` (0) the number of retries.",
  ],
  streamSessionEvents: [
    "(client, { sessionId, workspaceId? }, { after, signal, onState, wake, inactivityMs, connectMs }?)",
    "The live events of a session, each exactly once and in order. Reconnects after `inactivityMs` (45,000) without data, or `connectMs` (15,000) without a connection.",
  ],
  createSessionController: ["(options)", "The controller behind `useSessionById`, for other frameworks."],
  buildTimeline: ["(events)", "The timeline rows of a list of events."],
  groupTimeline: ["(items, before?)", "Groups rows for a view: activity clusters and complete turns."],
  groupKey: ["(group)", "The stable key of a group."],
  createTimelineFold: ["(options?)", "Builds rows and groups event by event. Unchanged ones keep their identity."],
  sessionStatusFromEvents: ["(events)", "The last status in the events; null if there is none."],
  projectPendingApprovals: ["(events)", "The pending approvals in the events."],
  projectPendingHumanInputRequests: ["(events)", "The unanswered questions in the events."],
};

export const nodeFunctions: TableOf<keyof typeof node> = {
  toNodeHandler: [
    "(handler, { onError }?)",
    "Mounts a handler in `node:http` or Express. `onError` receives errors that it throws.",
  ],
  measureRequests: [
    "(prometheus, { registry }?)",
    "An `onEvent` for both handlers that counts requests and streams with your prom-client.",
  ],
  verifyChatEndpoint: [
    "(url, { headers, otherHeaders, proxy, readOnly, waitMs, limits, onFinding, onProgress, … }?)",
    "Checks a deployed chat and reports problems. `limits` sets the time-outs of the checks; `onProgress` reports each step.",
  ],
};

export const testingFunctions: TableOf<keyof typeof testing> = {
  assertNoLeak: ["(options: LeakOptions) => void", "Throws if private data can still be reached after a sign-out."],
  watchLeaks: [
    "() => LeakWatch",
    "Tracks requests, object URLs, channels, long timers and live regions for `assertNoLeak`.",
  ],
  eventLog: ["(options?)", "Builds the log of a session event by event, with ids, sequences and times."],
  scriptTurns: ["(log)", "Writes events as the service does: messages, answers, tool calls, decisions and failures."],
  scriptedTurn: ["(log, { prompt, answer, tools }?)", "Writes a complete turn, from its message to its end."],
  inProcessFetch: [
    "(app, { origin, cookie, fetchSite }?)",
    "A `fetch` that sends every request to a handler, without a network.",
  ],
  faultFetch: ["(fetch, plan, options?)", "A `fetch` that fails as described by a plan."],
  createManualClock: ["(start?)", "A clock that a test moves manually."],
};
export const embeddedFunctions: TableOf<keyof typeof embedded | keyof typeof app | keyof typeof model> = {
  createEmbeddedService: [
    "({ store, agent, fileUploads, agentMayReach, mcp, clock, onError }?)",
    "The complete service in one Node process, in memory or in a data folder.",
  ],
  AgentFailure: ["class", "The error that an agent throws to fail its turn, with its own code."],
  decisionOf: ["(past, approvalId)", "In an agent: how a person decided an approval; null while it is open."],
  answerOf: ["(past, requestId)", "In an agent: how a person answered its questions; null while they are open."],
  createServiceApp: [
    "({ store, agent, toolSources, leaseMs, credentials, … })",
    "The complete service with your own store; also works in a browser. `toolSources` are tools for every session. `leaseMs` (30,000) is the time after which a silent worker is replaced.",
  ],
  createMemoryStore: ["()", "An in-memory store for `createServiceApp`."],
  createMemoryFileStore: ["()", "An in-memory store for the contents of files."],
  createModelAgent: [
    "({ model, instructions, maxSteps, maxHistoryCharacters, name, onError })",
    "An agent that uses a language model of the AI SDK. It calls the model at most `maxSteps` (20) times per turn.",
  ],
  scriptedAgent: ["Agent", "The agent for development. Your own agent can delegate turns to its `run`."],
};
