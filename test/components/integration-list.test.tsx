import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IntegrationList, ServiceProvider } from "@service/react";
import { systemClock } from "../../service/src/clock.js";
import { createIntegrations } from "../../service/src/integrations/create-integrations.js";
import { openProduct } from "../../service/test/mcp/mcp-product.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { chooseAction } from "./choose-action.js";

const operation = (summary: string) => ({ summary });
const source = {
  kind: "openapi",
  document: {
    openapi: "3.1.0",
    info: { title: "Orders" },
    servers: [{ url: "https://orders.test" }],
    security: [{ key: [] }],
    paths: { "/orders": { get: operation("List orders"), delete: operation("Delete all orders") } },
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  },
} as const;

describe("the list of integrations, on the real service", () => {
  let world: ChatWorld;
  const serve = async (
    definitions: NonNullable<Parameters<typeof createIntegrations>[0]["definitions"]>,
    secretsKey: string | undefined = "33".repeat(32),
  ) => {
    const integrations = createIntegrations({ clock: systemClock, definitions });
    await (world as ChatWorld | undefined)?.close();
    world = await chatWorld({ integrations: "definitions" }, { integrations, secretsKey: secretsKey || undefined });
  };
  let offer: { id: string; name: string; source: NonNullable<Parameters<typeof serve>[0]>[number]["source"] };
  beforeEach(() => {
    offer = { id: "orders", name: "Orders", source };
    return serve([offer]);
  });
  afterEach(() => world.close());

  it("takes an integration from its offer to what the agent may do, its key and its removal", async () => {
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <IntegrationList />
      </ServiceProvider>,
    );
    expect(await screen.findByText("No integrations yet")).not.toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Add integration" }));
    fireEvent.click(await screen.findByRole("button", { name: "Orders" }));
    const dialog = await screen.findByRole("dialog", { name: "Add “Orders”" });
    const groups = within(dialog).getAllByRole("group");
    expect(within(groups[0]!).getByText("List orders")).not.toBeNull();
    expect(groups[1]!.textContent).toContain("Always asks before");
    fireEvent.click(within(groups[1]!).getByRole("checkbox"));
    fireEvent.change(within(dialog).getByLabelText("Access token"), { target: { value: "s3cret-token" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Add 1 tool" }));
    const row = await screen.findByRole("listitem");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Integration added: Orders", { selector: "output" })).not.toBeNull();
    expect(row.textContent).toContain("1 tool runs without asking");
    expect(row.textContent).not.toContain("Needs a key");
    await chooseAction(within(row), "Orders", "Remove");
    expect(
      await within(row).findByText("The agent can no longer use 1 tool. The saved key is deleted."),
    ).not.toBeNull();
    fireEvent.click(within(row).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("No integrations yet")).not.toBeNull();
    expect(await screen.findByText("Integration removed: Orders", { selector: "output" })).not.toBeNull();
  });

  it("asks for the key of an offer that describes itself only after a sign-in, and installs it with that", async () => {
    const token = "s3cret-and-long-enough";
    const { url } = await openProduct(token);
    await serve([{ id: "desk", name: "Desk", source: { kind: "mcp", url } }]);
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <IntegrationList />
      </ServiceProvider>,
    );
    fireEvent.click(await screen.findByRole("button", { name: "Add integration" }));
    fireEvent.click(await screen.findByRole("button", { name: "Desk" }));
    fireEvent.change(await screen.findByLabelText("Access token"), { target: { value: token } });
    fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    const dialog = await screen.findByRole("dialog", { name: "Add “Desk”" });
    fireEvent.click(within(dialog).getByRole("button", { name: /^Add \d+ tools$/ }));
    const row = await screen.findByRole("listitem");
    expect(row).not.toHaveTextContent("Needs a key");
  });

  const openOrders = async () => {
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <IntegrationList />
      </ServiceProvider>,
    );
    fireEvent.click(await screen.findByRole("button", { name: "Add integration" }));
    fireEvent.click(await screen.findByRole("button", { name: "Orders" }));
    return within(await screen.findByRole("dialog", { name: "Add “Orders”" }));
  };

  it("offers no tool that needs a key where the service keeps no keys, and gives the reason at the button", async () => {
    await serve([{ id: "orders", name: "Orders", source }], "");
    const dialog = await openOrders();
    const add = dialog.getByRole("button", { name: "Add tools" });
    expect(add).toHaveAttribute("aria-disabled", "true");
    expect(add).toHaveAccessibleDescription(/^Keys can't be stored here yet\. .* set this up\.$/);
    for (const box of dialog.getAllByRole("checkbox")) expect(box).toBeDisabled();
    fireEvent.click(add);
    expect(dialog.getByRole("button", { name: "Add tools" })).toBe(add);
  });

  it("offers the tools that need no key where the service keeps no keys", async () => {
    const paths = { "/orders": { get: { ...operation("List orders"), security: [] }, post: operation("Create") } };
    await serve([{ id: "orders", name: "Orders", source: { ...source, document: { ...source.document, paths } } }], "");
    const dialog = await openOrders();
    expect(dialog.getByRole("checkbox", { name: /^Create/ })).toBeDisabled();
    expect(dialog.getByText(/You can add the tools that don't need a key\.$/)).not.toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Add 1 tool" }));
    const row = await screen.findByRole("listitem");
    expect(row).toHaveTextContent("1 tool runs without asking");
    expect(row).not.toHaveTextContent("Needs a key");
  });

  it("offers no tool of an API whose way to sign in is not supported", async () => {
    const components = { securitySchemes: { key: { type: "mutualTLS" } } };
    await serve([
      { id: "orders", name: "Orders", source: { ...source, document: { ...source.document, components } } },
    ]);
    const dialog = await openOrders();
    const add = dialog.getByRole("button", { name: "Add tools" });
    expect(add).toHaveAccessibleDescription("This kind of sign-in isn't supported.");
  });

  it("adds the missing key of an installed integration, without asking for its tools again", async () => {
    const dialog = await openOrders();
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Delete all orders/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Add 1 tool" }));
    const row = await screen.findByRole("listitem");
    expect(row).toHaveTextContent("Needs a key");
    fireEvent.click(within(row).getByRole("button", { name: "Add key for “Orders”" }));
    const keyDialog = within(await screen.findByRole("dialog", { name: "Add key for “Orders”" }));
    const field = await keyDialog.findByLabelText("Access token");
    expect(keyDialog.queryByRole("checkbox")).toBeNull();
    expect(keyDialog.getByRole("button", { name: "Add key" })).toHaveAttribute("aria-disabled", "true");
    fireEvent.change(field, { target: { value: "s3cret-token" } });
    fireEvent.click(keyDialog.getByRole("button", { name: "Add key" }));
    expect(await screen.findByText("Key added: Orders", { selector: "output" })).not.toBeNull();
    await waitFor(() => expect(screen.getByRole("listitem")).not.toHaveTextContent("Needs a key"));
    expect(screen.getByRole("listitem")).toHaveTextContent("1 tool runs without asking");
    expect(screen.queryByRole("button", { name: "Add key for “Orders”" })).toBeNull();
  });

  it("shows the tools of a source that has changed before a key is added", async () => {
    const dialog = await openOrders();
    fireEvent.click(dialog.getByRole("button", { name: "Add 2 tools" }));
    await screen.findByText("Needs a key");
    const paths = { "/orders": { ...source.document.paths["/orders"], post: operation("Create an order") } };
    offer.source = { ...source, document: { ...source.document, paths } };
    fireEvent.click(screen.getByRole("button", { name: "Add key for “Orders”" }));
    const keyDialog = within(await screen.findByRole("dialog", { name: "Add key for “Orders”" }));
    await keyDialog.findByText("The tools have changed since you added them. Review them first.");
    expect(keyDialog.getByRole("checkbox", { name: /^List orders/ })).toBeChecked();
    expect(keyDialog.getByRole("checkbox", { name: /^Create an order/ })).not.toBeChecked();
    fireEvent.click(keyDialog.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows why the source of a missing key cannot be read, and reads it again", async () => {
    const dialog = await openOrders();
    fireEvent.click(dialog.getByRole("button", { name: "Add 2 tools" }));
    await screen.findByText("Needs a key");
    offer.source = { kind: "openapi", document: {} } as never;
    fireEvent.click(screen.getByRole("button", { name: "Add key for “Orders”" }));
    const keyDialog = within(await screen.findByRole("dialog", { name: "Add key for “Orders”" }));
    expect(await keyDialog.findByRole("alert")).toHaveTextContent(/^Couldn't read the source\./);
    offer.source = source;
    fireEvent.click(keyDialog.getByRole("button", { name: "Check again" }));
    expect(await keyDialog.findByLabelText("Access token")).not.toBeNull();
  });

  it("keeps a newer dialog open when the installation of a closed one ends, and announces its end", async () => {
    let release = () => {};
    const slow: typeof fetch = async (input, init) => {
      if (new Request(new URL(input as string, "https://host.test")).url.endsWith("/install"))
        await new Promise<void>((resolve) => (release = resolve));
      return world.fetch(input, init);
    };
    render(
      <ServiceProvider identity={ana} fetch={slow}>
        <IntegrationList />
      </ServiceProvider>,
    );
    const begin = async () => {
      fireEvent.click(await screen.findByRole("button", { name: "Add integration" }));
      fireEvent.click(await screen.findByRole("button", { name: "Orders" }));
      return screen.findByRole("dialog", { name: "Add “Orders”" });
    };
    fireEvent.click(within(await begin()).getByRole("button", { name: "Add 2 tools" }));
    fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
    expect(screen.queryByRole("dialog")).toBeNull();
    const newer = await begin();
    release();
    expect(await screen.findByText("Integration added: Orders", { selector: "output" })).not.toBeNull();
    expect(screen.getByRole("dialog")).toBe(newer);
  });

  it("shows why an integration was not added whose dialog was closed meanwhile", async () => {
    let refuse: (() => void) | undefined;
    const slow: typeof fetch = (input, init) => {
      if (!(input as string).endsWith("/install")) return world.fetch(input, init);
      const answer = Response.json({ error: { code: "broken", message: "No." } }, { status: 400 });
      return new Promise((resolve) => (refuse = () => resolve(answer)));
    };
    render(
      <ServiceProvider identity={ana} fetch={slow}>
        <IntegrationList />
      </ServiceProvider>,
    );
    fireEvent.click(await screen.findByRole("button", { name: "Add integration" }));
    fireEvent.click(await screen.findByRole("button", { name: "Orders" }));
    const dialog = await screen.findByRole("dialog", { name: "Add “Orders”" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Add 2 tools" }));
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(refuse).toBeDefined());
    refuse?.();
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't add the integration.");
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
