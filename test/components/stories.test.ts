import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

type State = "Empty" | "Streaming" | "Waiting" | "Failed" | "Offline";

/** The story of each state of each component. A component without an entry, or an entry without a component, fails. */
const shown: Readonly<Record<string, Partial<Record<State, string>>>> = {
  Announcer: { Empty: "Silent", Waiting: "NeedsApproval" },
  ApprovalCard: { Streaming: "Submitting", Waiting: "Pending", Failed: "Failed", Offline: "Unknown" },
  AttachButton: { Empty: "Button" },
  AutomationList: { Empty: "Empty", Streaming: "Loading", Waiting: "Pending", Failed: "Failed" },
  AttachmentTray: {
    Empty: "Empty",
    Streaming: "Uploading",
    Waiting: "Waiting",
    Failed: "Failed",
    Offline: "Offline",
  },
  ChatComposer: { Empty: "Standalone", Streaming: "Streaming", Waiting: "Waiting", Offline: "Offline" },
  MemoryPanel: {
    Empty: "Empty",
    Streaming: "Loading",
    Waiting: "Pending",
    Failed: "Failed",
    Offline: "Offline",
  },
  ApiKeys: { Empty: "Empty", Streaming: "Loading", Waiting: "Pending", Failed: "Failed" },
  ChatConversation: {
    Empty: "Empty",
    Streaming: "Streaming",
    Waiting: "Waiting",
    Failed: "TurnFailed",
    Offline: "Offline",
  },
  CodeBlock: { Empty: "Plain" },
  ComposerView: {
    Empty: "Empty",
    Streaming: "Streaming",
    Waiting: "Waiting",
    Failed: "Failed",
    Offline: "Offline",
  },
  ConnectionStatus: { Streaming: "Reconnecting", Waiting: "WaitsToRetry", Failed: "Closed", Offline: "Offline" },
  ConnectedMachines: { Empty: "Empty", Streaming: "Loading", Waiting: "Pending", Failed: "Failed" },
  CopyButton: { Empty: "Ready" },
  DecisionList: { Empty: "Empty", Waiting: "SeveralWait" },
  GoalBanner: { Empty: "Empty", Streaming: "Pending", Waiting: "Paused", Failed: "Failed" },
  IntegrationList: { Empty: "Empty", Streaming: "Loading", Waiting: "Pending", Failed: "Failed" },
  MachineApproval: { Empty: "Enter", Streaming: "Checking", Waiting: "Asked", Failed: "Failed" },
  Markdown: { Streaming: "Streaming", Failed: "Hostile" },
  MessageAttachments: { Empty: "Empty", Failed: "Failed" },
  MessageTimeline: { Streaming: "Streaming", Waiting: "Waiting", Failed: "Failed", Offline: "Offline" },
  NewSession: { Empty: "Empty" },
  QuestionForm: { Streaming: "Submitting", Waiting: "SeveralQuestions", Failed: "Failed", Offline: "Unknown" },
  QueuePanel: { Empty: "Empty", Streaming: "Pending", Waiting: "Waiting", Failed: "Failed" },
  ScheduledTaskForm: { Empty: "New", Streaming: "PreviewLoading", Failed: "NotSaved" },
  ScheduledTaskList: { Empty: "Empty", Streaming: "Loading", Waiting: "Pending", Failed: "Failed" },
  SessionConversation: { Streaming: "Streaming", Waiting: "Waiting", Failed: "Failed", Offline: "Offline" },
  SessionList: { Empty: "Empty", Streaming: "Loading", Waiting: "Attention", Failed: "Failed", Offline: "Offline" },
  States: { Empty: "Empty", Streaming: "Loading", Failed: "Failed" },
  TimelineView: { Empty: "Empty", Streaming: "Streaming", Waiting: "WaitingForApproval", Failed: "Failed" },
  ToolCall: { Streaming: "Running", Waiting: "Waiting", Failed: "Failed" },
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
    const decisions = ["Waiting", "SeveralWait", "WaitingForAnswers", "AnsweredElsewhere"];
    const sends = ["Queued", "Sending", "SendFailed", "SendUnknown"];
    const connections = ["Restoring", "Reconnecting", "Offline", "Closed", "SignedOut"];
    expect(names).toEqual(expect.arrayContaining([...decisions, ...sends, ...connections, "TurnFailed", "Stopped"]));
  });

  it("shows an interface made of hooks alone in under a hundred lines", () => {
    const source = readFileSync(join(root, "stories/composition/hooks-alone.tsx"), "utf8");
    expect(source.split("\n").length).toBeLessThan(100);
    expect([...source.matchAll(/from "([^"]+)"/g)].map(([, from]) => from)).toEqual(["@service/react/hooks", "react"]);
  });
});
