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
    "A conversation through the chat handler: messages, status and verbs. The short way to a chat of your own look.",
  ],
  useSession: ["(options)", "The same conversation as rows for `TimelineView`, `DecisionList` and `ComposerView`."],
  useSessionById: ["(sessionId, options?)", "A session through the proxy: older and newer pages, steering, pausing."],
  useApprovals: [
    "(session)",
    "What waits for a yes or no, with `approve` and `reject`. Takes what `useSession` or `useSessionById` gave.",
  ],
  useQuestions: ["(session)", "The questions that wait, with `answer` and `skip`. Takes the same."],
  useComposer: [
    "(session, { draft, attachments, value, defaultValue, onValueChange, isClosed, maxLength, whenBusy }?)",
    "The text, its draft and history, and what can be done with it, for a composer of your own look. Only who calls it renders at a key press.",
  ],
  useComposerById: [
    "(sessionId, options?)",
    "The same for a session by its id, with its durable draft; gives the `session` too.",
  ],
  useLocalDraft: ["(name)", "A draft kept on this device under a name: give it to `useComposer` or to a composer."],
  useSessionDraft: [
    "(sessionId, { workspaceId, isLabelled }?)",
    "A session's draft, kept on this device and, where the session carries a person's label (`isLabelled`), on the service.",
  ],
  useAttachments: [
    "({ sessionId, workspaceId, enabled, maxFiles, accept, upload }?)",
    "The files of a session's next message: added, uploaded with progress, tried again. Give it to `useComposer` or `ComposerView`.",
  ],
  useFileAddress: ["()", "Where a file of the shown session is, by its id; null outside of one."],
  useQueue: [
    "(sessionId, { workspaceId, enabled }?)",
    "The prompts that wait, to be moved, edited, sent now or withdrawn: `QueuePanel` without its look.",
  ],
  useGoal: [
    "(sessionId, { workspaceId, enabled }?)",
    "What the session works towards, to be edited, paused or cleared: `GoalBanner` without its look.",
  ],
  useScheduledTasks: [
    "({ workspaceId, limit, refreshMs, enabled }?)",
    "Prompts that run on a schedule: listed, created, changed, paused, run and removed. `ScheduledTaskList` without its look.",
  ],
  useAutomations: [
    "({ workspaceId, owner, limit, refreshMs, enabled }?)",
    "Sources of signed events and their triggers: listed, created, changed, paused, tried and removed. `AutomationList` without its look.",
  ],
  useAutomationDeliveries: [
    "({ sourceId, workspaceId, limit, refreshMs })",
    "What a source of automations received last, and what each delivery did.",
  ],
  useApiKeys: [
    "({ workspaceId, enabled }?)",
    "API keys of the workspace, for its admins: listed, created and revoked. `ApiKeys` without its look.",
  ],
  useMemory: [
    "({ workspaceId, enabled }?)",
    "Agents' memories of the signed-in person: listed and deleted. `MemoryPanel` without its look.",
  ],
  useMachines: [
    "({ workspaceId, refreshMs, enabled }?)",
    "Connected machines: listed, approved and removed. `ConnectedMachines` and `MachineApproval` without their look.",
  ],
  useSessions: [
    "({ search, archived, status, workspaceId, limit, refreshMs, enabled }?)",
    "The sessions that the person may open, newest first and page by page, to be renamed, archived and deleted: `SessionList` without its look.",
  ],
  useCreateSession: [
    "({ workspaceId }?)",
    "Starts a session with its first message; the lists of the page have it at once. `NewSession` without its look.",
  ],
  useSessionLineage: [
    "(sessionId, { workspaceId, enabled }?)",
    "Whom the session was started by, and what it started.",
  ],
  useAttention: [
    "({ sessions, inView, adapters }?)",
    "Which sessions want the person, and how many; the adapters tell it in the title, on the app's icon, by notifications.",
  ],
  useIntegrations: [
    "({ workspaceId, enabled }?)",
    "Tools of other systems: listed, previewed, installed as previewed and removed. `IntegrationList` without its look.",
  ],
  useModels: [
    "({ workspaceId, enabled }?)",
    "What a session may run on, for a choice of your own; empty where a person may not choose.",
  ],
  useSessionEvents: [
    "(sessionId, { workspaceId, enabled }?)",
    "The session's events as they are, live, for a view that folds them in its own way.",
  ],
  useTimeline: [
    "(events)",
    "The rows and groups of events that you have, from a file or an export. A live session has them in `useSessionById`.",
  ],
  useConnection: [
    "(sessionId, { workspaceId, enabled }?)",
    "How the live connection stands, and `retry`. Renders only when that changes.",
  ],
  useIdentity: ["()", "Who is signed in, as far as the page shows; null when nobody is."],
  useStrings: ["()", "Every visible and spoken word, as the provider has it."],
  useLocale: ["()", "The locale of times and numbers, and the direction."],
  useAnnounce: [
    "()",
    "A function that says a text through the conversation's live region. Outside an `Announcer` it says nothing.",
  ],
};

export const reactFunctions: TableOf<PlainFunction<keyof typeof react> | "FilesOfSession"> = {
  titleAttention: ["(page?)", "For `adapters` of `useAttention`: the count before the document's title. Make it once."],
  badgeAttention: ["(app?)", "For the same: the count on the icon of an installed app."],
  notificationAttention: [
    "({ onOpen, Notification }?)",
    "For the same: one notification a session, where the person has allowed them already; asking is yours. `onOpen` is called when one is pressed.",
  ],
  FilesOfSession: [
    "{ sessionId, children }",
    "Says which session the files below are of. The conversations and `MessageTimeline` bring it; put it round views of your own.",
  ],
  findTrigger: [
    "(text, caret, triggers)",
    "The word at the caret that asks for suggestions, such as `/he`; null when there is none. For a field of your own.",
  ],
  groupKey: ["(group)", "The React key of a group of the timeline."],
  isServiceError: ["(value)", "Whether an error is the kit's: then it has `code` and `retryable`."],
  englishSchedules: [
    "ScheduleMessages",
    "The words of scheduled tasks, apart from `english`: pages without tasks do not load them. Yours go to `strings.schedules`.",
  ],
  englishAutomations: [
    "AutomationMessages",
    "The words of automations, apart from `english`: pages without them do not load them. Yours go to `strings.automations`.",
  ],
  englishIntegrations: [
    "IntegrationMessages",
    "The words of integrations, apart from `english`: pages without them do not load them. Yours go to `strings.integrations`.",
  ],
  englishApiKeys: ["ApiKeyMessages", "The words of API keys in English, apart from `english`."],
  englishMemory: ["MemoryMessages", "The words of memories in English, apart from `english`."],
  englishMachines: [
    "MachineMessages",
    "The words of connected machines in English, apart from `english`: pages without machines do not load them.",
  ],
  english: ["Messages", "The catalogue of words."],
  mergeMessages: ["(partial, base?)", "A whole catalogue from words that replace some of another's.", "english"],
};

export const chatFunctions: TableOf<keyof typeof chat> = {
  Service: [
    "new (options)",
    "The deployment with the organization's key: `chat`, `sessions.list`, `client`. Make one a process.",
  ],
  createChatHandler: ["(service, options)", "The chat's endpoint, `Request` to `Response`."],
  createLimiter: [
    "({ streams, writesPerMinute, people, clock })",
    "A person's share in one process, for `limiter` of both handlers; `people` is how many are remembered (10,000).",
  ],
  createChatController: [
    "(options)",
    "What `useChat` binds to React: `getState`, `subscribe` and verbs, for other frameworks.",
  ],
  parseChatChunkStream: ["(body)", "The chunks of a native answer, one after the other."],
  ChatError: ["class", "What a chat throws, with `code`, `status` and `retryable`."],
  ServiceError: ["class", "What every error of the kit is."],
  isServiceError: ["(value)", "Whether an error is one, from whichever copy of the package."],
};

export const proxyFunctions: TableOf<keyof typeof proxy> = {
  createSessionProxy: ["(service, options)", "The session components' endpoint, `Request` to `Response`."],
  createLimiter: ["(options)", "As in `@service/sdk/chat`; both handlers may share one."],
};

export const sdkFunctions: TableOf<Exclude<keyof typeof sdk, keyof typeof protocol>> = {
  ServiceClient: [
    "new ({ baseUrl, apiKey, workspaceId, headers, timeoutMs, retries, fetch, clock, … })",
    "The session API as methods, with a key or through a proxy. An answer may take `timeoutMs` (30,000); a call is tried again `retries` times (0).",
  ],
  streamSessionEvents: [
    "(client, { sessionId, workspaceId? }, { after, signal, onState, wake, inactivityMs, connectMs }?)",
    "A session's events, live, each once and in order. A connection may be silent for `inactivityMs` (45,000), and take `connectMs` (15,000) to open.",
  ],
  createSessionController: ["(options)", "What `useSessionById` binds to React, for other frameworks."],
  buildTimeline: ["(events)", "The rows of a log."],
  groupTimeline: ["(items, before?)", "The groups that a view draws of rows: clusters of activity, and whole turns."],
  groupKey: ["(group)", "What a view knows a group again by."],
  createTimelineFold: ["(options?)", "Rows and groups, event by event: what was not touched keeps its identity."],
  sessionStatusFromEvents: ["(events)", "The status that the events announce last; null when none does."],
  projectPendingApprovals: ["(events)", "The approvals that the events leave undecided."],
  projectPendingHumanInputRequests: ["(events)", "The questions that the events leave unanswered."],
};

export const nodeFunctions: TableOf<keyof typeof node> = {
  toNodeHandler: [
    "(handler, { onError }?)",
    "Mounts a handler in `node:http` or Express; `onError` is told of what it threw.",
  ],
  measureRequests: [
    "(prometheus, { registry }?)",
    "An `onEvent` for both handlers that counts requests and streams with the host's own prom-client.",
  ],
  verifyChatEndpoint: [
    "(url, { headers, otherHeaders, proxy, readOnly, waitMs, limits, onFinding, onProgress, … }?)",
    "The doctor: what is wrong with a deployed chat. `limits` says how long each thing may take, `onProgress` is told what is done next.",
  ],
};

export const testingFunctions: TableOf<keyof typeof testing> = {
  assertNoLeak: [
    "(options: LeakOptions) => void",
    "Throws when something of a person who is gone can still be reached.",
  ],
  watchLeaks: [
    "() => LeakWatch",
    "Watches requests, object URLs, channels, long timers and live regions for `assertNoLeak`.",
  ],
  eventLog: ["(options?)", "A session's log to be written event by event: ids, sequences and times are filled in."],
  scriptTurns: [
    "(log)",
    "Writes what the service would write, in its order: messages, answers, tools, decisions, failures.",
  ],
  scriptedTurn: ["(log, { prompt, answer, tools }?)", "One whole turn, from its message to its end."],
  inProcessFetch: [
    "(app, { origin, cookie, fetchSite }?)",
    "A `fetch` whose every request goes to a handler, as behind a network.",
  ],
  faultFetch: ["(fetch, plan, options?)", "A `fetch` that goes wrong in the place that the plan names."],
  createManualClock: ["(start?)", "Time that a test turns by hand."],
};

export const embeddedFunctions: TableOf<keyof typeof embedded | keyof typeof app | keyof typeof model> = {
  createEmbeddedService: [
    "({ store, agent, fileUploads, agentMayReach, mcp, clock, onError }?)",
    "The whole service in one Node process, in memory or on a data folder.",
  ],
  AgentFailure: ["class", "What an agent throws to end its turn as failed, with a code of its choice."],
  createServiceApp: [
    "({ store, agent, toolSources, leaseMs, credentials, … })",
    "The same over a store of yours, in a page too. `toolSources` are tools for every session; a worker may be silent for `leaseMs` (30,000).",
  ],
  createMemoryStore: ["()", "A store for it that is gone with the process."],
  createMemoryFileStore: ["()", "The same for the bytes of files."],
  createModelAgent: [
    "({ model, instructions, maxSteps, maxHistoryCharacters, name, onError })",
    "An agent with a language model of the AI SDK behind it; it asks one at most `maxSteps` times a turn (20).",
  ],
  scriptedAgent: ["Agent", "The agent for development; an agent of yours may hand turns to its `run`."],
};
