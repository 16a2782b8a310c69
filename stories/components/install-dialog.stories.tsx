import { InstallDialogView } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, fn, userEvent, waitFor, within } from "storybook/test";
import { press } from "../begin.js";
import { definitions, integration, preview } from "../integration-fixtures.js";
import "../live.css";

const meta = {
  title: "Panels/InstallDialog",
  component: InstallDialogView,
  // A modal dialog of each story would cover the docs page.
  parameters: { data: ["api.orders.example", "https://"], docs: { story: { inline: false, height: "44rem" } } },
  args: {
    definitions,
    anySource: true,
    step: { name: "review", preview },
    onCheck: fn(),
    onCheckAgain: fn(),
    onInstall: fn(),
    onBack: fn(),
    onClose: fn(),
  },
} satisfies Meta<typeof InstallDialogView>;
export default meta;
type Story = StoryObj<typeof meta>;

const refused = (message: string, code: string) => Object.assign(new Error(message), { code });
const { auth } = preview;
/** A source with one tool of each kind, so that the dialog fits in the window with its end. */
const brief = { ...preview, tools: preview.tools.filter((_, at) => at === 0 || at === 4 || at === 5), warnings: [] };

export const ChooseSource: Story = { args: { step: { name: "choose" } } };
export const OfferedSourcesOnly: Story = { args: { step: { name: "choose" }, anySource: false } };
export const NoSourcesOffered: Story = { args: { step: { name: "choose" }, anySource: false, definitions: [] } };
export const CheckingSource: Story = { args: { step: { name: "checking" } } };
export const SourceCheckFailed: Story = {
  args: { step: { name: "choose", error: new Error("We couldn't reach the server. Try again.") } },
};
/** A refusal of the typed address is shown at its field. */
export const AddressRefused: Story = {
  args: {
    definitions: [],
    step: { name: "choose", error: new Error("This address can't be used. Use a public address.") },
  },
};
/** An invalid address is marked at its field. */
export const AddressMissing: Story = { args: { step: { name: "choose" } }, parameters: { begin: press("Continue") } };
export const SourceNeedsSignIn: Story = {
  args: {
    definitions: [],
    step: {
      name: "choose",
      error: refused("This needs a key or a sign-in before it can be added.", "integration_auth_needed"),
    },
  },
};
export const ReviewTools: Story = {};
/** Write calls run without approval; destructive calls still ask. */
export const WritesWithoutAsking: Story = {
  args: {
    step: {
      name: "review",
      preview: {
        ...brief,
        auth: { required: false, providedByHost: true, schemes: [] },
        tools: brief.tools.map((tool) => (tool.safety === "write" ? { ...tool, approvalMode: "never" } : tool)),
      },
    },
  },
};
export const SeveralWaysToSignIn: Story = {
  args: {
    step: {
      name: "review",
      preview: { ...brief, auth: { ...auth, schemes: [{ id: "login", kind: "basic" }, ...auth.schemes] } },
    },
  },
};
/** No tool can be added: every tool needs a key, and keys cannot be stored. */
export const KeysCannotBeStored: Story = {
  args: { step: { name: "review", preview: { ...brief, keepsCredentials: false } } },
};
/** Only tools that need no key can be added. */
export const SomeToolsNeedNoKey: Story = {
  args: {
    step: {
      name: "review",
      preview: {
        ...brief,
        keepsCredentials: false,
        tools: brief.tools.map((tool) => ({ ...tool, needsCredential: tool.safety !== "read" })),
      },
    },
  },
};
/** No tool can be added: the API has no supported sign-in. */
export const SignInNotSupported: Story = {
  args: { step: { name: "review", preview: { ...brief, auth: { ...auth, schemes: [] } } } },
};
export const ReplacesIntegration: Story = {
  args: { step: { name: "review", preview: { ...brief, installed: { id: "i1", instanceVersion: 1 } } } },
};
export const AddingInProgress: Story = { args: { step: { name: "review", preview: brief, isInstalling: true } } };
export const SourceChangedSinceReview: Story = {
  args: {
    step: { name: "review", preview: brief, error: refused("The source has changed.", "INTEGRATION_CHANGED") },
  },
};
export const AddingFailed: Story = {
  args: { step: { name: "review", preview: brief, error: new Error("We couldn't reach the server. Try again.") } },
};

const keyOf = integration(1, "Orders", { auth, hasCredential: false, status: "needs_credentials" });
/** The source of an installed integration is checked again before its key is added. */
export const CheckingSourceBeforeKey: Story = { args: { keyOf, step: { name: "checking" } } };
export const SourceCheckBeforeKeyFailed: Story = {
  args: { keyOf, step: { name: "choose", error: new Error("We couldn't reach the server. Try again.") } },
};
/** The tools are already added; only the key is missing. */
export const AddKey: Story = { args: { keyOf } };
/** The tools of the source have changed, so the user reviews them and adds the key. */
export const AddKeyAfterToolsChanged: Story = {
  args: { keyOf: { ...keyOf, contentSha256: "1".repeat(64), tools: preview.tools.slice(0, 4) } },
};

function Opened(args: Parameters<typeof InstallDialogView>[0]) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div data-host className="live-opening">
      <button type="button" className="live-button" onClick={() => setIsOpen(true)}>
        Add integration
      </button>
      {isOpen && <InstallDialogView {...args} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** The dialog works with the keyboard. Escape closes it and returns the focus. */
export const OpenedByKeyboard: Story = {
  render: (args) => <Opened {...args} />,
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const open = canvas.getByRole("button", { name: "Add integration" });
    open.focus();
    await userEvent.keyboard("{Enter}");
    const dialog = await canvas.findByRole("dialog", { name: "Add “Orders”" });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    within(dialog)
      .getByRole("checkbox", { name: /^List orders/ })
      .focus();
    await userEvent.keyboard(" ");
    within(dialog).getByRole("button", { name: "Add 5 tools" }).focus();
    await userEvent.keyboard("{Enter}");
    await expect(args.onInstall).toHaveBeenCalledWith(
      preview.tools.slice(1).map(({ id }) => id),
      null,
    );
    await userEvent.keyboard("{Escape}");
    // A press of Escape that a script makes does not reach the browser's own dialog.
    dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    await waitFor(() => expect(open).toHaveFocus());
  },
};

export const Dark: Story = { ...ReviewTools, globals: { theme: "dark" } };
export const RightToLeft: Story = { ...ReviewTools, globals: { direction: "rtl" } };
