import { AutomationListView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { inOrder, press } from "../begin.js";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { inDays } from "../schedule-fixtures.js";
import { addresses, deliveries, refusal, source, trigger, webhookBaseUrl } from "../automation-fixtures.js";

const github = source(1, "Shop repository", { lastRefusal: refusal });
const stripe = source(2, "Payments", { adapterId: "stripe.v1", endUser: null });
const own = source(3, "Warehouse", { adapterId: "signed-json.v1", status: "paused" });
const triggers = [
  trigger(1, "Review pull requests"),
  trigger(2, "Label issues", {
    status: "paused",
    eventTypes: ["*"],
    configuration: {
      conditions: [
        { path: "issue.body", exists: true },
        { path: "issue.labels.0", exists: false },
      ],
    },
    sessionTemplate: { prompt: "Suggest labels for the issue." },
  }),
  trigger(3, "Welcome new subscribers", {
    sourceId: "s2",
    eventTypes: ["invoice.paid"],
    configuration: { conditions: [{ path: "data.object.billing_reason", equals: "subscription_create" }] },
    sessionTemplate: { prompt: "Draft a welcome note to the customer." },
  }),
];
const secret = "whsec_aVZkN0pLbXpRd0VyVHlVaU9wQXNEZkdoSmtMelhjVmI=";

const meta = {
  title: "Panels/AutomationList",
  component: AutomationListView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "44rem" }}>
        <Story />
      </div>
    ),
  ],
  // Names of fields are drawn as words.
  parameters: { data: [...addresses, "issue labels #1"] },
  args: {
    sources: [github, stripe, own],
    triggers,
    webhookBaseUrl,
    hrefOf: (id: string) => `#/${id}`,
    onAdd: fn(),
    onAddTrigger: fn(),
    onTest: fn(),
    onChangeSecret: fn(),
    onPauseSource: fn(),
    onResumeSource: fn(),
    onRemoveSource: fn(),
    onShowDeliveries: fn(),
    onEditTrigger: fn(),
    onPauseTrigger: fn(),
    onResumeTrigger: fn(),
    onRemoveTrigger: fn(),
    onRetry: fn(),
    onDismiss: fn(),
    onDone: fn(),
  },
} satisfies Meta<typeof AutomationListView>;
export default meta;
type Story = StoryObj<typeof meta>;

const unreachable = new Error("We couldn't reach the server. Try again.");
const alone = { sources: [github], triggers: triggers.slice(0, 2) };
const shown = { ...alone, shownSourceId: "s1", deliveries: { deliveries } };

export const SeveralSources: Story = {};
export const NoAutomations: Story = { args: { sources: [], triggers: [] } };
export const Loading: Story = { args: { sources: [], triggers: [], isLoading: true } };
export const LoadingFailed: Story = { args: { sources: [], triggers: [], error: unreachable } };
/** Automations are turned off, or the service has no key to store secrets. */
export const NotSetUp: Story = { args: { sources: [], triggers: [], isAvailable: false } };
/** Admins choose whose automations are listed. */
export const SharedWithTheWorkspace: Story = {
  args: { owners: ["user", "workspace"], owner: "workspace", onOwner: fn() },
};
export const ReadOnly: Story = {
  render: ({ sources, triggers: listed }) => (
    <AutomationListView sources={sources} triggers={listed} webhookBaseUrl={webhookBaseUrl} />
  ),
};
export const ChangesInProgress: Story = {
  args: {
    pending: new Map([
      ["s1", "updateSource"],
      ["t3", "updateTrigger"],
    ]),
  },
};
/** The last change failed. The list stays. */
export const ChangeFailed: Story = {
  args: { refused: { target: "s1", action: "updateSource", isConflict: false, error: unreachable } },
};
export const MoreToLoad: Story = { args: { hasMore: true, onLoadMore: fn() } };
export const LoadingMore: Story = { args: { hasMore: true, isLoadingMore: true, onLoadMore: fn() } };

/** The result of each delivery: started, starting, filtered out, skipped, failed, refused, repeated. */
export const DeliveriesOfEachKind: Story = { args: shown };
export const NoDeliveriesYet: Story = {
  args: { sources: [own], triggers: [], shownSourceId: "s3", deliveries: { deliveries: [] } },
};
export const LoadingDeliveries: Story = { args: { ...shown, deliveries: { deliveries: [], isLoading: true } } };
export const LoadingDeliveriesFailed: Story = {
  args: {
    sources: [own],
    triggers: [],
    shownSourceId: "s3",
    deliveries: { deliveries: [], error: unreachable, refresh: fn() },
  },
};
/** Deliveries that are refused for other reasons. */
export const DeliveryRefused: Story = {
  args: {
    sources: [source(1, "Shop repository", { lastRefusal: { ...refusal, code: "unsupported_media_type" } })],
    triggers: [],
    shownSourceId: "s1",
    deliveries: { deliveries: [] },
  },
};

/** A generated secret, shown only once. */
export const NewSecretShown: Story = {
  args: { ...alone, triggers: [], made: { isNew: false, source: github, secret, isPlaceholder: false } },
};
/** Each stays until the person is done with it. */
export const TwoSecretsShown: Story = {
  args: {
    ...alone,
    triggers: [],
    made: [
      { isNew: true, source: own, secret, isPlaceholder: false },
      { isNew: false, source: github, secret, isPlaceholder: false },
    ],
  },
};
/** Stripe generates the secret, so users enter it afterwards. */
export const SecretFromStripe: Story = {
  name: "Secret from Stripe",
  args: { sources: [stripe], triggers: [], made: { isNew: false, source: stripe, secret: null, isPlaceholder: true } },
};
export const SecretOfSourceNotListed: Story = {
  args: { sources: [], triggers: [], made: { isNew: true, source: own, secret, isPlaceholder: false } },
};
export const OldSecretStillValid: Story = {
  args: { ...alone, sources: [{ ...github, previousSecretUntil: inDays(1) }] },
};

const answer = { accepted: true, duplicate: false, eventId: "d1" };
export const TestEventSent: Story = {
  args: { ...shown, testedSourceId: "s1", tested: { ...answer, ignoredReason: null, runIds: ["r1"] } },
};
export const TestEventFilteredOut: Story = {
  args: { ...shown, testedSourceId: "s1", tested: { ...answer, ignoredReason: "filtered", runIds: [] } },
};

/** A deleted source receives nothing, but its deliveries stay available. */
export const DeletedSourceShown: Story = {
  args: { sources: [stripe, source(1, "Old repository", { status: "disabled" })], triggers },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole("button", { name: "Show 1 deleted source" }));
    await expect(await canvas.findByText("Old repository")).toBeVisible();
    await expect(canvas.queryByRole("button", { name: "More actions for Old repository" })).toBeNull();
  },
};

/** Less frequent actions are in a menu. */
export const SourceMenuOpen: Story = { args: alone, parameters: { begin: press("More actions for Shop repository") } };

/** Deleting asks for confirmation. Escape cancels, and the focus returns to the menu button. */
export const DeleteConfirmation: Story = {
  parameters: {
    begin: inOrder(press("More actions for Shop repository"), press("Delete", "menuitem")),
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const cancel = await canvas.findByRole("button", { name: "Keep" });
    await waitFor(() => expect(cancel).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "More actions for Shop repository" })).toHaveFocus());
    await expect(args.onRemoveSource).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}{End}{Enter}");
  },
};

const long = "warehouse-sync-for-all-northern-and-southern-sites-including-stock-corrections";
export const LongNames: Story = {
  args: {
    sources: [source(1, long, { lastRefusal: refusal, endUser: null })],
    triggers: [trigger(1, long, { eventTypes: [long], sessionTemplate: { prompt: `${long} `.repeat(8) } })],
    shownSourceId: "s1",
    deliveries: {
      deliveries: deliveries.map((one) => ({ ...one, event: { ...one.event, type: `${one.event.type}.${long}` } })),
    },
  },
};
export const NarrowPanel: Story = {
  args: { ...shown, owners: ["user", "workspace"], onOwner: fn() },
  decorators: [
    (Story) => (
      <div style={{ inlineSize: "min(20rem, 100%)" }}>
        <Story />
      </div>
    ),
  ],
};
export const RightToLeft: Story = {
  args: {
    ...shown,
    sources: [source(1, "مستودع المتجر", { lastRefusal: refusal })],
    triggers: [trigger(1, "مراجعة الطلبات", { sessionTemplate: { prompt: "راجع طلب الدمج." } }), trigger(2, "تصنيف")],
  },
  decorators: [
    (Story) => (
      <div dir="rtl">
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { globals: { theme: "dark" } };
export const Phone: Story = { globals: { width: "360" } };
