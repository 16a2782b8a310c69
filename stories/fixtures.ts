import type {
  AgentMessageItem,
  Decision,
  HumanInputItem,
  QuestionRequest,
  TimelineItem,
  ToolCallItem,
} from "@service/react";

/** Data for stories of views: what a hook would hand out, made by hand and always the same. */

let count = 0;
const at = (seconds: number) => new Date(Date.UTC(2026, 4, 12, 9, 30, seconds)).toISOString();
const base = (seconds: number) => ({ id: `item-${(count += 1)}`, occurredAt: at(seconds) });

export const user = (
  text: string,
  more: Partial<Extract<TimelineItem, { kind: "user-message" }>> = {},
): TimelineItem => {
  const { id, occurredAt } = base(0);
  return { kind: "user-message", id, occurredAt, reconciliationKey: id, text, turnId: "t1", resources: [], ...more };
};

export const agent = (text: string, streaming = false): AgentMessageItem => ({
  kind: "agent-message",
  ...base(9),
  text,
  streaming,
  turnId: "t1",
});

export const reasoning = (text: string, streaming = false): TimelineItem => ({
  kind: "reasoning",
  ...base(1),
  text,
  streaming,
  turnId: "t1",
});

export const tool = (
  name: string,
  input: unknown,
  output: unknown,
  status: ToolCallItem["status"] = "complete",
): TimelineItem => ({
  kind: "tool-call",
  ...base(3),
  name,
  arguments: input,
  output,
  status,
  callId: `call-${count}`,
  turnId: "t1",
});

export const turnEnd = (
  outcome: "complete" | "failed" | "cancelled",
  failureText: string | null = null,
): TimelineItem => ({
  kind: "turn-end",
  ...base(14),
  outcome,
  failureText,
  turnId: "t1",
});

export const answered: HumanInputItem = {
  kind: "human-input",
  ...base(5),
  turnId: "t1",
  requestId: "q0",
  questions: [],
  actor: { id: "ana", name: "Ana" },
  response: { outcome: "answered", answers: [] },
  answers: [
    { questionId: "a", label: null, prompt: "Which city should the team meet in?", values: ["Lisbon"] },
    { questionId: "b", label: null, prompt: "What matters most?", values: ["A quiet room", "Good coffee"] },
  ],
};

export const answer = `**Lisbon** is the best choice for the spring offsite. It is the only city within all three limits.

| City | Flights | Hotel | Total |
| :--- | ---: | ---: | ---: |
| Lisbon | €3,420 | €4,100 | **€7,520** |
| Porto | €3,980 | €3,650 | €7,630 |
| Athens | €4,410 | €3,900 | €8,310 |

Before you book:

1. The hotel is holding the rooms until **Friday**.
2. Three people need a visa letter, which takes about a week.

> Prices are for eleven people and were checked this morning.
`;

export const longAnswer = `# Moving the nightly import

This plan keeps the shop open while you move the import.

## What changes

- The job runs in **four parts** instead of one.
- Each part saves its position, so a failed part resumes *from there*.
  - A part never takes longer than five minutes.
  - No lock is held for longer than one batch.
- [ ] Tell the warehouse team
- [x] Copy last week's file

## The code

\`\`\`ts
/** Reads one part of the file in batches. */
export async function* readPart(file: string, part: number): AsyncGenerator<Row[]> {
  for await (const batch of rowsOf(file, { from: part * partSize, size: partSize, inBatchesOf: 500 })) {
    yield batch.map(toRow).filter((row) => row.price > 0 && row.stock !== null);
  }
}
\`\`\`

Run it with \`npm run import -- --parts 4\` and follow [the log](https://example.com/log).

### How long it takes

| Step | Before | After | Change |
| --- | ---: | ---: | :---: |
| Read | 41 min | 9 min | −78 % |
| Check | 12 min | 12 min | 0 |
| Write | 66 min | 14 min | −79 % |

---

![Server load overnight](https://example.com/load.png)
`;

export const arabicAnswer = `# خطة الاجتماع

المدينة المناسبة هي **لشبونة**، وهذه هي الخطوات:

1. احجز الفندق قبل يوم الجمعة.
2. أرسل خطابات التأشيرة إلى \`visa@example.com\`.

> الأسعار لأحد عشر شخصًا.

An English paragraph keeps its own direction.
`;

export const plan: readonly TimelineItem[] = [
  user(
    "Where should the team meet in May? We are eleven people with a budget of €8,000, and no flight should take more than four hours.",
  ),
  reasoning(
    "Three limits: head count, budget and flight time. I'll compare Lisbon, Porto and Athens, with flights from Berlin and Dublin.",
  ),
  tool(
    "travel__search_flights",
    { from: "BER, DUB", to: "LIS", people: 11 },
    { cheapest: "€3,420", longest: "3 h 45 min" },
  ),
  tool(
    "travel__search_hotels",
    { city: "Lisbon", nights: 3 },
    { content: [{ type: "text", text: "Casa do Rio, €4,100" }] },
  ),
  turnEnd("complete"),
  agent(answer),
];

export const working: readonly TimelineItem[] = [
  user("Please book the rooms."),
  reasoning("The hotel is holding the rooms until Friday. I'll read the terms first, then ask for approval."),
  tool("read_page", { url: "https://casadorio.example/terms" }, "Free cancellation until seven days before."),
  tool("reserve_rooms", { hotel: "Casa do Rio", rooms: 11, nights: 3 }, undefined, "running"),
];

export const failed: readonly TimelineItem[] = [
  user("Check the stock in the northern warehouse."),
  tool("warehouse__list_stock", { site: "north" }, { isError: true, message: "Timed out after 30 s" }, "failed"),
  turnEnd("failed", "The warehouse did not answer in time."),
];

export const cancelled: readonly TimelineItem[] = [
  user("Write a report on last year's orders."),
  tool("collect_figures", { year: 2025 }, undefined, "cancelled"),
  turnEnd("cancelled"),
  { ...agent("The first quarter was quiet. Orders **grew by"), cutOff: true },
];

export const approval: Extract<Decision, { kind: "approval" }> = {
  kind: "approval",
  id: "approval-1",
  turnId: "t1",
  name: "reserve_rooms",
  arguments: { hotel: "Casa do Rio", rooms: 11, nights: 3, total: "€4,100", refundable: true },
  state: { name: "pending" },
};

export const questions: QuestionRequest = {
  kind: "question",
  id: "question-1",
  turnId: "t1",
  state: { name: "pending" },
  request: {
    id: "question-1",
    allowSkip: true,
    expiresAt: null,
    questions: [
      {
        id: "city",
        kind: "single_select",
        prompt: "Which city should the team meet in?",
        options: [
          { id: "lisbon", label: "Lisbon", description: "€7,520 in total, flights under four hours" },
          { id: "porto", label: "Porto", description: "€7,630 in total, one stopover" },
        ],
      },
      {
        id: "wishes",
        kind: "multi_select",
        prompt: "What matters most?",
        required: false,
        options: [
          { id: "room", label: "A quiet room" },
          { id: "walk", label: "Close to the office" },
          { id: "coffee", label: "Good coffee" },
        ],
        validation: { maxSelections: 2 },
      },
      {
        id: "note",
        kind: "text",
        prompt: "Anything else?",
        helpText: "Dietary needs, late arrivals and so on.",
        required: false,
      },
    ],
  },
};
