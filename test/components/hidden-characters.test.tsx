import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ComponentType } from "react";
import { GoalBannerView, MessageAttachments, QuestionForm } from "@service/react";
import { ApprovalCard } from "../../src/components/decisions/approval-card.js";
import type { QuestionSet } from "../../src/components/decisions/decision-types.js";
import { rowTable } from "../../src/components/message-timeline/row-table.js";
import { TimelineContext } from "../../src/components/message-timeline/timeline-context.js";
import { ToolCall } from "../../src/components/tool-call/tool-call.js";
import type { QuestionOption } from "../../src/wire/protocol/decisions.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import { userMessage } from "./row-items.js";

/** Reorders what follows, hides a joiner between Latin letters, and keeps a Persian word and an emoji sequence. */
const planted = "X\u202Efdp.exe\u2069\u200D می\u200Cخواهم 👩\u200D🚀";
const shown = "X[U+202E]fdp.exe[U+2069][U+200D] می\u200Cخواهم 👩\u200D🚀";

/** Text and every attribute that a person reads or hears. */
function readable(container: HTMLElement): string {
  const attributes = ["title", "alt", "aria-label", "download", "placeholder"];
  const said = [...container.querySelectorAll("*")].flatMap((element) =>
    attributes.map((name) => element.getAttribute(name) ?? ""),
  );
  return [container.textContent, ...said].join("\n");
}

const call = (value: unknown) => <ToolCall name="run" state="complete" input={value} output={value} defaultOpen />;

/** A row of the timeline, opened. */
function row(item: TimelineItem) {
  const Row = rowTable[item.kind] as ComponentType<{ readonly item: TimelineItem }>;
  const context = {
    components: {},
    folds: new Map([["i", true]]),
    reader: undefined,
    isOffline: false,
    isZoneKnown: false,
  };
  return (
    <TimelineContext.Provider value={context}>
      <Row item={item} />
    </TimelineContext.Provider>
  );
}
const base = { id: "i", occurredAt: "2026-05-12T09:30:00Z", turnId: "t" };
const elsewhere = { name: "settled", outcome: "reject", here: false, by: { id: "ben", name: planted } } as const;
const session = "a0000000-0000-4000-8000-000000000002";

function question(options: readonly QuestionOption[]) {
  const kind = options.length > 0 ? "single_select" : "text";
  const questions = [{ id: "q", kind, prompt: planted, helpText: planted, options }];
  const set = { kind: "question", id: "r", turnId: "t", request: { id: "r", questions }, state: { name: "pending" } };
  return <QuestionForm question={set as unknown as QuestionSet} onSubmit={() => undefined} />;
}

/** Each row that shows what an agent, a tool or another person wrote outside of prose. */
const rows: readonly (readonly [string, TimelineItem])[] = [
  [
    "answers",
    {
      ...base,
      kind: "human-input",
      requestId: "r",
      questions: [],
      response: { outcome: "answered", answers: [] },
      answers: [{ questionId: "q", label: null, prompt: planted, values: [planted] }],
      actor: { id: "ben", name: planted },
    },
  ],
  [
    "a rejected call",
    {
      ...base,
      kind: "tool-call",
      callId: "c",
      name: "run",
      arguments: {},
      output: null,
      status: "output-denied",
      denial: { actor: { id: "ben", name: planted }, reason: planted },
    },
  ],
  [
    "a child session",
    {
      ...base,
      kind: "worker",
      action: "spawn",
      prompt: planted,
      status: "complete",
      callId: null,
      workerSessionId: session,
    },
  ],
  [
    "the end of a child session",
    {
      ...base,
      kind: "worker-completion",
      childSessionId: session,
      childStatus: planted,
      goalStatus: null,
      goalText: planted,
      evidence: planted,
      pausedReason: planted,
      text: "",
    },
  ],
  ["a goal", { ...base, kind: "goal", action: "set", text: planted.repeat(3) }],
  [
    "a memory",
    { ...base, kind: "memory", variant: "corrected", preview: planted, replacementPreview: planted, deduped: false },
  ],
  [
    "updates",
    {
      ...base,
      kind: "machine-input-batch",
      members: [{ id: "m", kind: "event", summary: planted, classification: "info" }],
    },
  ],
  [
    "a sign-in",
    {
      ...base,
      kind: "auth-needed",
      serverId: "s",
      providerDomain: planted,
      reason: planted,
      scopes: [planted],
      toolName: planted,
      authorizationUrl: null,
    },
  ],
  [
    "a notice",
    {
      ...base,
      kind: "notice",
      tone: "failed",
      text: planted,
      details: [{ label: planted, value: planted }],
      action: { label: planted, url: "https://example.com" },
    },
  ],
  ["a phase", { ...base, kind: "startup-phase", phase: planted, status: "running", durationMs: null, outcome: null }],
  [
    "a command of the sandbox",
    { ...base, kind: "sandbox", name: planted, command: planted, output: planted, status: "complete" },
  ],
  ["a person", { ...userMessage("Hello"), actor: { id: "ben", name: planted } }],
] as unknown as readonly (readonly [string, TimelineItem])[];

describe("hidden characters", () => {
  it.each([
    ["a tool's name", <ToolCall key="" name={`acme__${planted}`} state="complete" />],
    ["words", call(planted)],
    ["names and values of arguments", call({ [planted]: planted, nested: { [planted]: [planted] } })],
    ["a table", call([{ [planted]: planted }, { [planted]: 1 }])],
    ["a program's output", call({ stdout: planted, exitCode: 1 })],
    ["a command", call({ command: planted })],
    ["changes", call({ diff: `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${planted}\n+${planted}\n` })],
    ["JSON", call({ a: { b: { c: { d: { [planted]: planted } } } } })],
    ["a file of a tool", call({ kind: "file", fileId: "f1", filename: planted })],
    [
      "an approval",
      <ApprovalCard
        key=""
        approval={{
          kind: "approval",
          id: "a",
          turnId: "t",
          name: planted,
          arguments: { to: planted },
          state: { name: "pending" },
        }}
        onApprove={() => undefined}
        onReject={() => undefined}
      />,
    ],
    [
      "who decided elsewhere",
      <ApprovalCard
        key=""
        approval={{ kind: "approval", id: "a", turnId: "t", name: "run", arguments: {}, state: elsewhere }}
        onApprove={() => undefined}
        onReject={() => undefined}
      />,
    ],
    ["a question and its help", question([])],
    ["options and their descriptions", question([{ id: "o", label: planted, description: planted }])],
    [
      "a goal and its facts",
      <GoalBannerView
        key=""
        goal={{ text: planted, status: "active", successCriteria: planted, evidence: planted, pausedReason: null }}
      />,
    ],
    ...rows.map(([place, item]) => [place, row(item)] as const),
    [
      "a message's files",
      <MessageAttachments key="" resources={[{ kind: "file", fileId: "f1", filename: planted }]} />,
    ],
    [
      "a picture of a message",
      <MessageAttachments
        key=""
        resources={[{ kind: "file", fileId: "f1", filename: planted, contentType: "image/png" }]}
        addressOf={(id) => `/files/${id}`}
      />,
    ],
  ] as const)("are visible in %s", (_place, element) => {
    const { container } = render(element);
    const text = readable(container);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain(shown);
  });
});
