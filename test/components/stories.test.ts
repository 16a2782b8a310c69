import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

type State = "Empty" | "Streaming" | "Waiting" | "Failed" | "Offline";

/** The story of each state of each component. A component without an entry, or an entry without a component, fails. */
const shown: Readonly<Record<string, Partial<Record<State, string>>>> = {
  Announcer: { Empty: "NothingAnnounced", Waiting: "ApprovalAnnounced" },
  ApprovalCard: {
    Streaming: "SendingDecision",
    Waiting: "WaitingForDecision",
    Failed: "SendingFailed",
    Offline: "SendingResultUnknown",
  },
  AttachButton: { Empty: "AttachButtonOnly" },
  AutomationList: {
    Empty: "NoAutomations",
    Streaming: "Loading",
    Waiting: "ChangesInProgress",
    Failed: "LoadingFailed",
  },
  AttachmentTray: {
    Empty: "NoFiles",
    Streaming: "FileUploading",
    Waiting: "WaitingToUpload",
    Failed: "UploadFailed",
    Offline: "WaitingForConnection",
  },
  ChatComposer: { Empty: "OnItsOwn", Streaming: "DuringAnAnswer", Waiting: "MessageQueued", Offline: "Offline" },
  MemoryPanel: {
    Empty: "NoMemories",
    Streaming: "Loading",
    Waiting: "DeletionInProgress",
    Failed: "LoadingFailed",
    Offline: "RefreshFailed",
  },
  ApiKeys: { Empty: "NoKeys", Streaming: "Loading", Waiting: "RevokeInProgress", Failed: "LoadingFailed" },
  ChatConversation: {
    Empty: "NoMessagesYet",
    Streaming: "AnswerStreaming",
    Waiting: "ApprovalNeeded",
    Failed: "AnswerFailed",
    Offline: "Offline",
  },
  CodeBlock: { Empty: "PlainText" },
  ComposerView: {
    Empty: "EmptyField",
    Streaming: "DuringAnAnswer",
    Waiting: "WaitingForDecision",
    Failed: "SendingFailed",
    Offline: "Offline",
  },
  ConnectionStatus: {
    Streaming: "Reconnecting",
    Waiting: "WaitingToRetry",
    Failed: "Disconnected",
    Offline: "Offline",
  },
  ConnectedMachines: {
    Empty: "NoMachines",
    Streaming: "Loading",
    Waiting: "RemovalInProgress",
    Failed: "LoadingFailed",
  },
  CopyButton: { Empty: "IconOnly" },
  DecisionList: { Empty: "NothingToDecide", Waiting: "SeveralRequests" },
  GoalBanner: { Empty: "NoGoal", Streaming: "PauseInProgress", Waiting: "GoalPaused", Failed: "SavingFailed" },
  IntegrationList: {
    Empty: "NoIntegrations",
    Streaming: "Loading",
    Waiting: "RemovalInProgress",
    Failed: "LoadingFailed",
  },
  MachineApproval: {
    Empty: "EnterCode",
    Streaming: "CheckingCode",
    Waiting: "ApprovalRequest",
    Failed: "SavingFailed",
  },
  Markdown: { Streaming: "IncompleteText", Failed: "UnsafeContent" },
  MessageAttachments: { Empty: "NoFiles", Failed: "PictureNotLoaded" },
  MessageTimeline: {
    Streaming: "AnswerStreaming",
    Waiting: "ApprovalNeeded",
    Failed: "AnswerFailed",
    Offline: "ReadableWithoutConnection",
  },
  NewSession: { Empty: "BeforeFirstMessage", Streaming: "FirstMessageSending" },
  QuestionForm: {
    Streaming: "SendingAnswers",
    Waiting: "SeveralQuestions",
    Failed: "SendingFailed",
    Offline: "SendingResultUnknown",
  },
  QueuePanel: {
    Empty: "NothingQueued",
    Streaming: "ChangesInProgress",
    Waiting: "SeveralMessages",
    Failed: "EditFailed",
  },
  ScheduledTaskForm: { Empty: "NewTask", Streaming: "NextRunsLoading", Failed: "SavingFailed" },
  ScheduledTaskList: { Empty: "NoTasks", Streaming: "Loading", Waiting: "RunStarting", Failed: "LoadingFailed" },
  SessionConversation: {
    Streaming: "AnswerStreaming",
    Waiting: "ApprovalNeeded",
    Failed: "AnswerFailed",
    Offline: "ConnectionLost",
  },
  SessionList: {
    Empty: "NoConversations",
    Streaming: "Loading",
    Waiting: "ConversationsNeedAttention",
    Failed: "LoadingFailed",
    Offline: "ArchivingFailed",
  },
  States: { Empty: "EmptyConversation", Streaming: "LoadingConversation", Failed: "ErrorWithRetry" },
  TimelineView: {
    Empty: "NoMessages",
    Streaming: "AnswerStreaming",
    Waiting: "CallWaitingForApproval",
    Failed: "AnswerFailed",
  },
  ToolCall: { Streaming: "CallRunning", Waiting: "WaitingForApproval", Failed: "CallFailed" },
};

/** The file of a component's stories, when it is not named like the component. */
const families: Readonly<Record<string, readonly string[]>> = {
  AttachButton: ["attachment-tray"],
  AutomationList: ["automations"],
  IntegrationList: ["integrations"],
  ScheduledTaskList: ["scheduled-tasks"],
  TimelineView: ["timeline-view", "timeline-activity", "timeline-messages", "timeline-scrolling"],
};

const kebab = (name: string) => name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();

/** The names of a component's stories. */
function storiesOf(component: string): readonly string[] {
  return (families[component] ?? [kebab(component)]).flatMap((file) => {
    const source = readFileSync(join(root, "stories/components", `${file}.stories.tsx`), "utf8");
    return [...source.matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);
  });
}

/** The folders of components, each with the components that it gives to hosts. */
function components(): readonly string[] {
  const entry = readFileSync(join(root, "src/index.ts"), "utf8");
  const exported = [...entry.matchAll(/^export \{([^}]+)\} from "\.\/components\/([a-z-]+)\/[^"]+";$/gm)];
  return exported.flatMap(([, names = "", folder = ""]) =>
    folder === "states"
      ? ["States"]
      : names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => /^[A-Z]\w*[a-z]\w*$/.test(name)),
  );
}

describe("stories", () => {
  it("are there for every component that hosts can use", () => {
    // A view and the part that connects it are shown by the same stories.
    const views = [...new Set(components())].filter((name) => !name.endsWith("View") || name in shown);
    expect(views.filter((name) => !(name in shown))).toEqual([]);
    expect(Object.keys(shown).filter((name) => !views.includes(name))).toEqual([]);
  });

  it.each(Object.entries(shown))("show %s in each state that it can be in", (component, wanted) => {
    const names = storiesOf(component);
    expect(Object.values(wanted).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("show a whole chat in everything that can happen to it", () => {
    const names = storiesOf("ChatConversation");
    const decisions = ["ApprovalNeeded", "SeveralApprovalsNeeded", "QuestionsFromTheAgent", "ApprovedByAnotherPerson"];
    const sends = ["MessagesQueued", "MessageSending", "MessageNotSent", "SendingResultUnknown"];
    const connections = ["HistoryLoading", "Reconnecting", "Offline", "ConnectionClosed", "SignedOut"];
    expect(names).toEqual(
      expect.arrayContaining([...decisions, ...sends, ...connections, "AnswerFailed", "AnswerStopped"]),
    );
  });

  it("shows an interface made of hooks alone in under a hundred lines", () => {
    const source = readFileSync(join(root, "stories/composition/hooks-alone.tsx"), "utf8");
    expect(source.split("\n").length).toBeLessThan(100);
    expect([...source.matchAll(/from "([^"]+)"/g)].map(([, from]) => from)).toEqual(["@service/react/hooks", "react"]);
  });
});
