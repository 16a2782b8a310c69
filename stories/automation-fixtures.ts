import type { AutomationListViewProps } from "@service/react";

type Source = AutomationListViewProps["sources"][number];
type Trigger = AutomationListViewProps["triggers"][number];
type Delivery = NonNullable<AutomationListViewProps["deliveries"]>["deliveries"][number];

const time = (hour: number, day = 22) => new Date(Date.UTC(2026, 10, day, hour)).toISOString();

export const webhookBaseUrl = "https://hooks.shop.example";
const path = (number: number) => `/v1/webhooks/automations/4f9d2c71-0000-4000-8000-00000000000${number}`;
/** Addresses as they are drawn. */
export const addresses = [1, 2, 3].map((number) => `${webhookBaseUrl}${path(number)}`);

export function source(number: number, name: string, fields: Partial<Source> = {}): Source {
  return {
    id: `s${number}`,
    workspaceId: "w1",
    endUser: { source: "app", id: "ana" },
    name,
    adapterId: "github.v1",
    status: "active",
    endpointId: `e${number}`,
    webhookPath: path(number),
    hasWebhookSecret: true,
    previousSecretUntil: null,
    configuration: {},
    lastRefusal: null,
    revision: 1,
    createdAt: time(8, 1),
    updatedAt: time(8, 1),
    ...fields,
  };
}

export function trigger(number: number, name: string, fields: Partial<Trigger> = {}): Trigger {
  return {
    id: `t${number}`,
    workspaceId: "w1",
    sourceId: "s1",
    endUser: { source: "app", id: "ana" },
    name,
    status: "active",
    eventTypes: ["pull_request.opened", "pull_request.reopened"],
    configuration: {
      conditions: [
        { path: "pull_request.draft", equals: false },
        { path: "repository.name", in: ["shop", "warehouse"] },
      ],
      fields: ["pull_request.title"],
      approval: "writes",
    },
    parameters: {},
    sessionTemplate: { prompt: "Review the pull request and list anything that could break." },
    revision: 1,
    createdAt: time(8, 1),
    updatedAt: time(8, 1),
    ...fields,
  };
}

function delivery(number: number, type: string, fields: Partial<Delivery["event"]> = {}): Delivery["event"] {
  return {
    id: `d${number}`,
    sourceId: "s1",
    kind: "webhook",
    type,
    subject: null,
    occurredAt: null,
    ignoredReason: null,
    runIds: [],
    repeats: 0,
    createdAt: time(20 - number),
    ...fields,
  };
}

function run(number: number, status: string, fields: Partial<Delivery["runs"][number]> = {}): Delivery["runs"][number] {
  return {
    id: `r${number}`,
    workspaceId: "w1",
    endUser: null,
    sourceId: "s1",
    triggerId: "t1",
    eventId: `d${number}`,
    status,
    sessionId: null,
    error: null,
    createdAt: time(20 - number),
    updatedAt: time(20 - number),
    ...fields,
  };
}

/** One of each kind, and a refusal between them. */
export const deliveries: readonly Delivery[] = [
  { event: delivery(1, "pull_request.opened", { subject: "shop #41" }), runs: [run(1, "dispatching")] },
  {
    event: delivery(2, "pull_request.opened", { subject: "shop #40", repeats: 2 }),
    runs: [run(2, "dispatched", { sessionId: "c2" }), run(3, "skipped", { triggerId: "t2" })],
  },
  { event: delivery(3, "pull_request.opened", { subject: "shop #39", ignoredReason: "filtered" }), runs: [] },
  { event: delivery(4, "star.created", { ignoredReason: "no_trigger" }), runs: [] },
  {
    event: delivery(6, "pull_request.opened", { subject: "shop #38" }),
    runs: [run(6, "failed", { error: { code: "message_too_large", message: "The message is too long." } })],
  },
  {
    event: delivery(7, "pull_request.opened", { kind: "manual" }),
    runs: [run(7, "dispatched", { sessionId: "c7", triggerId: "gone" })],
  },
  { event: delivery(8, "issue.opened", { ignoredReason: "source_paused" }), runs: [] },
  { event: delivery(9, "issue.opened", { ignoredReason: "occurrence_seen" }), runs: [] },
  { event: delivery(10, "pull_request.opened", { ignoredReason: "trigger_paused" }), runs: [] },
];
export const refusal = { code: "signature_invalid", at: time(15) };
