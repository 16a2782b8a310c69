import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { ApiKeys, AutomationList, ServiceProvider } from "@service/react";
import { AutomationListView } from "../../src/components/automations/automation-list-view.js";
import { source } from "../../stories/automation-fixtures.js";
import { chooseAction } from "./choose-action.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
afterEach(() => world.close());

const asAdmin = { resolve: () => ({ ...ana, role: "admin" as const }) };
const withAutomations = async () => {
  world = await chatWorld({ ...asAdmin, automations: true }, { secretsKey: "07".repeat(32) });
};

/** A fetch that keeps the answers to these requests until it is released. */
function heldFetch(isHeld: (path: string, method: string) => boolean) {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  const held: typeof fetch = async (input, init) => {
    const answer = await world.fetch(input, init);
    const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
    if (isHeld(new URL(url, location.href).pathname, init?.method ?? "GET")) await released;
    return answer;
  };
  return { held, release: () => act(async () => release()) };
}

const page = (children: ReactNode, fetch = world.fetch, identity: typeof ana | null = ana) => (
  <ServiceProvider identity={identity} fetch={fetch}>
    {children}
  </ServiceProvider>
);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const setup = (name: string) => screen.findByRole("group", { name: `Set up ${name}` });
const secretOf = (group: HTMLElement) =>
  within(group).getByRole<HTMLTextAreaElement>("textbox", { name: "Secret" }).value;

async function addSource(name: string): Promise<string> {
  fireEvent.click(await screen.findByRole("button", { name: "New source" }));
  type("Name", name);
  press("Create source");
  return secretOf(await setup(name));
}

const done = (group: HTMLElement) => fireEvent.click(within(group).getByRole("button", { name: "Done" }));

describe("the open form of an automation", () => {
  const prompt = () => screen.getByLabelText("What should the agent do?");
  const writeTrigger = async () => {
    fireEvent.click(await screen.findByRole("button", { name: "Add trigger: Shop" }));
    fireEvent.change(prompt(), { target: { value: "Written with care" } });
  };

  it("stays with its words when the list shows another owner's", async () => {
    await withAutomations();
    render(page(<AutomationList />));
    await addSource("Shop");
    done(await setup("Shop"));
    await writeTrigger();
    const filter = screen.getByLabelText("Show");
    fireEvent.change(filter, { target: { value: "workspace" } });
    const list = screen.getByRole("region", { name: "Automations" });
    await waitFor(() => expect(list.getAttribute("aria-busy")).toBeNull());
    expect(prompt()).toHaveValue("Written with care");
    filter.focus();
    fireEvent.change(filter, { target: { value: "" } });
    await waitFor(() => expect(list.getAttribute("aria-busy")).toBeNull());
    expect(prompt()).toHaveValue("Written with care");
    expect(document.activeElement).toBe(filter);
  });

  it("stays with its words when another window deletes its source, and shows why it isn't saved", async () => {
    await withAutomations();
    const view = render(page(<AutomationList />));
    await addSource("Shop");
    done(await setup("Shop"));
    await addSource("Desk");
    done(await setup("Desk"));
    await writeTrigger();
    type("Name", "Look");
    render(page(<AutomationList aria-label="There" />));
    const there = within(screen.getByRole("region", { name: "There" }));
    await chooseAction(there, "Shop", "Delete");
    fireEvent.click(there.getByRole("button", { name: "Delete" }));
    await there.findByRole("button", { name: "Show 1 deleted source" });
    const here = within(view.container);
    // An action in a list reads it again.
    await chooseAction(here, "Desk", "Pause");
    await here.findByText("Deleted");
    expect(here.getByLabelText("What should the agent do?")).toHaveValue("Written with care");
    fireEvent.click(here.getByRole("button", { name: "Save" }));
    expect(await here.findByText(/^Couldn't save\./)).not.toBeNull();
    expect(here.getByLabelText("What should the agent do?")).toHaveValue("Written with care");
    fireEvent.click(here.getByRole("button", { name: "Cancel" }));
    fireEvent.click(here.getByRole("button", { name: "Discard" }));
    expect(await here.findByRole("button", { name: "Show 1 deleted source" })).not.toBeNull();
  });
});

describe("a secret that is shown once", () => {
  it("stays until the person is done with it, also when another one is made", async () => {
    await withAutomations();
    render(page(<AutomationList />));
    const first = await addSource("Shop");
    const second = await addSource("Desk");
    expect([secretOf(await setup("Shop")), secretOf(await setup("Desk"))]).toEqual([first, second]);
    done(await setup("Shop"));
    expect(screen.queryByRole("group", { name: "Set up Shop" })).toBeNull();
    await chooseAction(screen, "Shop", "Change secret");
    press("Change secret");
    const third = secretOf(await setup("Shop"));
    expect(third).not.toBe(first);
    expect(secretOf(await setup("Desk"))).toBe(second);
    done(await setup("Desk"));
    done(await setup("Shop"));
    expect(document.body.innerHTML).not.toContain("whsec_");
  });

  it("of a source is replaced by the next one of that source", async () => {
    await withAutomations();
    render(page(<AutomationList />));
    const first = await addSource("Shop");
    await chooseAction(screen, "Shop", "Change secret");
    press("Change secret");
    await waitFor(() => expect(screen.getAllByRole("group", { name: "Set up Shop" })).toHaveLength(1));
    await waitFor(async () => expect(secretOf(await setup("Shop"))).not.toBe(first));
  });

  it("is shown when the panel is back, if it was made while the person was elsewhere", async () => {
    await withAutomations();
    const { held, release } = heldFetch((path, method) => method === "POST" && path.endsWith("/sources"));
    const view = render(page(<AutomationList />, held));
    fireEvent.click(await screen.findByRole("button", { name: "New source" }));
    type("Name", "Shop");
    press("Create source");
    view.rerender(page(null, held));
    await release();
    view.rerender(page(<AutomationList />, held));
    const secret = secretOf(await setup("Shop"));
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain(secret);
    done(await setup("Shop"));
    view.rerender(page(null, held));
    view.rerender(page(<AutomationList />, held));
    await screen.findByRole("button", { name: "Add trigger: Shop" });
    expect(screen.queryByRole("group", { name: "Set up Shop" })).toBeNull();
  });

  it("is forgotten with the person", async () => {
    await withAutomations();
    const view = render(page(<AutomationList />));
    await addSource("Shop");
    view.rerender(page(<AutomationList />, world.fetch, null));
    view.rerender(page(<AutomationList />));
    await screen.findByRole("button", { name: "Add trigger: Shop" });
    expect(screen.queryByRole("group", { name: "Set up Shop" })).toBeNull();
  });

  it("of an API key that was made meanwhile is shown beside the form that is open by then", async () => {
    world = await chatWorld({ ...asAdmin, apiKeys: true });
    const { held, release } = heldFetch((path, method) => method === "POST" && path.endsWith("/api-keys"));
    const view = render(page(<ApiKeys />, held));
    fireEvent.click(await screen.findByRole("button", { name: "New key" }));
    type("Name", "CI");
    press("Create key");
    view.rerender(page(null, held));
    view.rerender(page(<ApiKeys />, held));
    fireEvent.click(await screen.findByRole("button", { name: "New key" }));
    type("Name", "Words of the next");
    await release();
    const group = await screen.findByRole("group", { name: "“CI” created" });
    const { value } = within(group).getByRole<HTMLTextAreaElement>("textbox", { name: "Key" });
    expect(screen.getByLabelText("Name")).toHaveValue("Words of the next");
    expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain(value);
    done(group);
    expect(screen.queryByRole("group", { name: "“CI” created" })).toBeNull();
    expect(document.body.innerHTML).not.toContain(value);
    expect(screen.getByLabelText("Name")).toHaveValue("Words of the next");
  });
});

it("names to the host which of several secrets the person is done with", () => {
  const made = ["Shop", "Desk"].map((name, place) => ({
    isNew: true,
    source: source(place + 1, name),
    secret: `secret of ${name}, long`,
    isPlaceholder: false,
  }));
  const ended: unknown[] = [];
  render(
    <AutomationListView
      sources={[]}
      triggers={[]}
      webhookBaseUrl="https://a.example"
      made={made}
      onDone={(one) => ended.push(one)}
    />,
  );
  done(screen.getByRole("group", { name: "Set up Desk" }));
  expect(ended).toEqual([made[1]]);
});
