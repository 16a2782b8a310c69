import { IntegrationListView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { inOrder, press } from "../begin.js";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { integration, tools } from "../integration-fixtures.js";

const integrations = [
  integration(1, "Orders"),
  integration(2, "Issue tracker for the web shop, the warehouse app and the customer portal", {
    endUser: null,
    baseUrl: "https://api.issues.example",
    tools: tools.slice(0, 1),
  }),
  integration(3, "Calendar", {
    status: "needs_credentials",
    hasCredential: false,
    baseUrl: "https://cal.example",
    source: { kind: "openapi", definitionId: "calendar" },
  }),
];
const removal = async (id: string) => ({
  id,
  displayName: "Orders",
  installationVersion: 1,
  instanceVersion: 1,
  tools,
  deletesCredential: true,
});

const meta = {
  title: "Panels/IntegrationList",
  component: IntegrationListView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "40rem" }}>
        <Story />
      </div>
    ),
  ],
  parameters: { data: ["api.orders.example", "api.issues.example", "cal.example"] },
  args: {
    integrations,
    onAdd: fn(),
    onPreviewRemoval: fn(removal),
    onAddKey: fn(),
    onRemove: fn(async () => undefined),
    onRetry: fn(),
    onDismiss: fn(),
  },
} satisfies Meta<typeof IntegrationListView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralIntegrations: Story = {};
export const ReadOnly: Story = { render: ({ integrations: shown }) => <IntegrationListView integrations={shown} /> };
export const Loading: Story = { args: { integrations: [], isLoading: true } };
export const NoIntegrations: Story = { args: { integrations: [] } };
export const LoadingFailed: Story = {
  args: { integrations: [], error: new Error("We couldn't reach the server. Try again.") },
};
/** Removing failed. The list stays. */
export const RemovalFailed: Story = {
  args: {
    refused: {
      target: "i1",
      action: "remove",
      isConflict: false,
      error: new Error("We couldn't reach the server. Try again."),
    },
  },
};
/** An integration could not be added after its dialog was closed. */
export const AddingFailed: Story = { args: { notAdded: new Error("We couldn't reach the server. Try again.") } };
export const RemovalInProgress: Story = { args: { pending: new Map([["i1", "remove"]]) } };

/** Removing lists the consequences and asks for confirmation. Escape cancels, and the focus stays in the list. */
export const RemoveConfirmation: Story = {
  parameters: { begin: inOrder(press("More actions for Orders"), press("Remove", "menuitem")) },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText(/no longer use 6 tools. The saved key is deleted/)).toBeVisible();
    await waitFor(() => expect(canvas.getByRole("button", { name: "Keep" })).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(canvas.getByRole("button", { name: "More actions for Orders" })).toHaveFocus());
    await expect(args.onRemove).not.toHaveBeenCalled();
    await userEvent.keyboard("{Enter}{Enter}");
    await canvas.findByText(/no longer use/);
  },
};

export const Dark: Story = { globals: { theme: "dark" } };
export const PhoneRightToLeft: Story = { globals: { width: "360", direction: "rtl" } };
