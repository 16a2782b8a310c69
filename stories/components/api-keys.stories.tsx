import { ApiKeysView, type ApiKeysViewProps } from "@service/react";
import type { CreatedApiKey } from "@service/sdk/protocol";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useState } from "react";
import { inOrder, press, submit, write } from "../begin.js";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { apiKey, token } from "../api-key-fixtures.js";
import { inDays } from "../schedule-fixtures.js";

const keys = [
  apiKey("k1", "Nightly report", { access: "read" }),
  apiKey("k2", "Order import", { createdBy: null, lastUsedAt: null, expiresAt: inDays(90) }),
  apiKey("k3", "Warehouse sync for the northern and southern sites, including stock corrections", {
    expiresAt: inDays(-6),
  }),
];
const unreachable = new Error("We couldn't reach the server. Try again.");
const creating = (answer: () => Promise<CreatedApiKey>) => fn<NonNullable<ApiKeysViewProps["onCreate"]>>(answer);
const created = async () => ({ apiKey: apiKey("k4", "Price import"), token });
const done = async () => undefined;

const meta = {
  title: "Panels/ApiKeys",
  component: ApiKeysView,
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: "40rem" }}>
        <Story />
      </div>
    ),
  ],
  args: { keys, onCreate: creating(created), onRevoke: fn(done), onRetry: fn(), onDismiss: fn() },
} satisfies Meta<typeof ApiKeysView>;
export default meta;
type Story = StoryObj<typeof meta>;
type Play = NonNullable<Story["play"]>;

export const SeveralKeys: Story = {};
export const ReadOnly: Story = { render: () => <ApiKeysView keys={keys} /> };
export const Loading: Story = { args: { keys: [], isLoading: true } };
export const NoKeys: Story = { args: { keys: [] } };
export const LoadingFailed: Story = { args: { keys: [], error: unreachable } };
/** Members see an explanation instead of the list. */
export const ForAdminsOnly: Story = {
  args: {
    keys: [],
    error: Object.assign(new Error("Only an admin of this workspace can do this."), { code: "role_required" }),
  },
};
export const RevokeInProgress: Story = { args: { pending: new Map([["k1", "revoke"]]) } };
/** Revoking failed. The list stays. */
export const RevokeFailed: Story = {
  args: { refused: { target: "k1", action: "revoke", isConflict: false, error: unreachable } },
};

const openForm = press("New key");

/** The form explains each kind of access, and preselects the narrower one. */
export const NewKeyForm: Story = { parameters: { begin: openForm } };

export const NameMissing: Story = {
  parameters: { begin: inOrder(openForm, submit) },
  play: async ({ canvasElement }) => {
    const field = await within(canvasElement).findByRole("textbox", { name: "Name" });
    await waitFor(() => expect(field).toBeInvalid());
    await expect(field).toHaveFocus();
  },
};

const filled = {
  begin: inOrder(openForm, write("Name", "Price import"), press("Read and write", "radio"), submit),
  data: ["Price import", token],
};

export const CreatingKey: Story = {
  args: { onCreate: creating(() => new Promise<never>(() => undefined)) },
  parameters: filled,
};

export const CreateFailed: Story = {
  args: { onCreate: creating(() => Promise.reject(new Error("The workspace has 100 keys. Revoke one first."))) },
  parameters: { ...filled, data: ["Price import", "The workspace has 100 keys. Revoke one first."] },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("alert");
  },
};

/** It is unknown whether the key was created. */
export const CreateResultUnknown: Story = {
  args: { onCreate: creating(() => Promise.reject(Object.assign(new Error("lost"), { outcomeUnknown: true }))) },
  parameters: filled,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("alert");
  },
};

/** The key is shown only once. The heading has the focus. */
export const KeyCreated: Story = {
  parameters: filled,
  play: async (context) => {
    const canvas = within(context.canvasElement);
    const heading = await canvas.findByRole("heading", { name: "“Price import” created" });
    await waitFor(() => expect(heading).toHaveFocus());
    await expect(context.args.onCreate).toHaveBeenCalledWith({ name: "Price import", access: "full" });
  },
};

const revokedKey = [{ apiKey: apiKey("k4", "Price import"), token }];

function RevokedElsewhere(args: ApiKeysViewProps) {
  const [listed, setListed] = useState<ApiKeysViewProps["keys"]>(revokedKey.map((one) => one.apiKey));
  useEffect(() => void Promise.resolve().then(() => setListed(keys)), []);
  return <ApiKeysView {...args} keys={listed} created={revokedKey} />;
}

/** The key was revoked in another window before the person was done with it. */
export const KeyRevokedElsewhere: Story = {
  render: (args) => <RevokedElsewhere {...args} />,
  parameters: { data: ["Price import"] },
};

const withClipboard =
  (write: () => Promise<void>): Play =>
  async (context) => {
    const canvas = within(context.canvasElement);
    const button = await canvas.findByRole("button", { name: "Copy key" });
    const own = Object.getOwnPropertyDescriptor(navigator, "clipboard");
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: write } });
    try {
      await userEvent.click(button);
      await canvas.findByText(/^(Copied|Couldn't copy)/);
    } finally {
      if (own) Object.defineProperty(navigator, "clipboard", own);
      else Reflect.deleteProperty(navigator, "clipboard");
    }
  };

export const KeyCopied: Story = {
  tags: ["!autodocs"],
  parameters: filled,
  play: withClipboard(() => Promise.resolve()),
};
export const KeyNotCopied: Story = {
  tags: ["!autodocs"],
  parameters: filled,
  play: withClipboard(() => Promise.reject(new Error("refused"))),
};

/** Revoking asks for confirmation. The safe answer has the focus, and Escape cancels. */
export const RevokeConfirmation: Story = {
  parameters: { begin: press("Revoke: Nightly report") },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const button = () => canvas.getByRole("button", { name: "Revoke: Nightly report" });
    const keep = await canvas.findByRole("button", { name: "Keep" });
    await waitFor(() => expect(keep).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(button()).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("{Tab}{Enter}");
    await expect(args.onRevoke).toHaveBeenCalledWith("k1");
    await userEvent.click(canvas.getByRole("button", { name: "Revoke: Order import" }));
  },
};

export const Dark: Story = { globals: { theme: "dark" } };
export const PhoneRightToLeft: Story = { globals: { width: "360", direction: "rtl" } };
