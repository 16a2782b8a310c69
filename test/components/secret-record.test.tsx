import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiKeysView, AutomationListView, type AutomationListViewProps } from "../../src/index.js";
import { german } from "../../src/entries/strings-de.js";
import { englishApiKeys } from "../../src/strings/api-key-messages.js";
import { englishAutomations } from "../../src/strings/automation-messages.js";
import { apiKey } from "../../stories/api-key-fixtures.js";
import { source } from "../../stories/automation-fixtures.js";

afterEach(() => Reflect.deleteProperty(navigator, "clipboard"));

const secret = "a secret of 32 characters, or so";

const shop = source(1, "Shop");
const panels = {
  "an API key": async () => {
    const created = { apiKey: apiKey("k1", "CI"), token: secret };
    render(<ApiKeysView keys={[]} onCreate={() => Promise.resolve(created)} />);
    fireEvent.click(screen.getByRole("button", { name: "New key" }));
    fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "CI" } });
    fireEvent.click(screen.getByRole("button", { name: "Create key" }));
    await screen.findByRole("heading", { name: "“CI” created" });
    return { label: "Key", copy: "Copy key" };
  },
  "an automation": () => {
    const made = { isNew: true, source: shop, secret, isPlaceholder: false };
    render(<AutomationListView sources={[]} triggers={[]} webhookBaseUrl="https://a.example" made={made} />);
    return { label: "Secret", copy: "Copy secret" };
  },
};

it.each(Object.entries(panels))(
  "shows the secret of %s once, whole, with its warning and its copy button",
  async (_, open) => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    const { label, copy } = await open();
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: label });
    expect([field.value, field.readOnly, field.tagName]).toEqual([secret, true, "TEXTAREA"]);
    expect(screen.getByText("Copy it now and keep it safe. It won't be shown again.")).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toHaveAccessibleDescription(
        "Copy it now and keep it safe. It won't be shown again.",
      ),
    );
    fireEvent.click(screen.getByRole("button", { name: copy }));
    await screen.findByText("Copied", { selector: "output *" });
    expect(writeText).toHaveBeenCalledWith(secret);
    writeText.mockRejectedValue(new Error("refused"));
    fireEvent.click(screen.getByRole("button", { name: copy }));
    // Its own direction keeps the full stop at its end in a page that runs the other way.
    expect((await screen.findByText("Couldn't copy. Select it and copy it.")).dir).toBe("auto");
    expect(field.selectionEnd).toBe(secret.length);
  },
);

it.each([
  ["English", englishApiKeys, englishAutomations],
  ["German", german.apiKeys, german.automations],
])("has the same words for every secret in %s", (_, { token }, { revealed }) => {
  const words = ({ once, copied, copyFailed, done }: typeof token | typeof revealed) => [
    once,
    copied,
    copyFailed,
    done,
  ];
  expect(words(token)).toEqual(words(revealed));
});

describe("leaving the page", () => {
  const isAsked = () => !fireEvent(window, new Event("beforeunload", { cancelable: true }));

  it.each(Object.entries(panels))(
    "is asked about while the secret of %s is shown and not yet copied",
    async (_, open) => {
      const writeText = vi.fn<(text: string) => Promise<void>>().mockRejectedValue(new Error("refused"));
      Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
      expect(isAsked()).toBe(false);
      const { copy } = await open();
      expect(isAsked()).toBe(true);
      fireEvent.click(screen.getByRole("button", { name: copy }));
      await screen.findByText("Couldn't copy. Select it and copy it.");
      expect(isAsked()).toBe(true);
      writeText.mockResolvedValue();
      fireEvent.click(screen.getByRole("button", { name: copy }));
      await screen.findByText("Copied", { selector: "output *" });
      expect(isAsked()).toBe(false);
    },
  );

  it.each(Object.entries(panels))("is not asked about once the secret of %s was copied by hand", async (_, open) => {
    const { label } = await open();
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: label });
    field.setSelectionRange(0, 4);
    fireEvent.copy(field);
    expect(isAsked()).toBe(true);
    field.select();
    fireEvent.copy(field);
    expect(isAsked()).toBe(false);
    expect(screen.getByText("Copied", { selector: "output *" })).toBeTruthy();
  });

  it("is not asked about once the person is done, nor where no secret is shown", async () => {
    const made = { isNew: true, source: shop, secret, isPlaceholder: false };
    const show = (one: AutomationListViewProps["made"]) => (
      <AutomationListView sources={[]} triggers={[]} webhookBaseUrl="https://a.example" made={one} />
    );
    const { rerender } = render(show(made));
    expect(isAsked()).toBe(true);
    rerender(show(null));
    expect(isAsked()).toBe(false);
    rerender(show({ ...made, secret: null }));
    expect(isAsked()).toBe(false);
  });
});
