import { createHmac } from "node:crypto";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AutomationList, AutomationListView, ServiceProvider, englishAutomations } from "@service/react";
import { makeSecret } from "../../src/components/automations/secret.js";
import { draftOf, triggerOf, type TriggerDraft } from "../../src/components/automations/trigger-draft.js";
import { TriggerConditions } from "../../src/components/automations/trigger-conditions.js";
import { TriggerForm } from "../../src/components/automations/trigger-form.js";
import { rawTriggerWords } from "../../src/components/automations/trigger-words.js";
import { formatDateTime, formatTime } from "../../src/strings/format.js";
import type { AutomationTrigger } from "../../src/wire/protocol/automations.js";
import { deliveries, source, trigger } from "../../stories/automation-fixtures.js";
import { chooseAction } from "./choose-action.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

const conditions = [
  { path: "a.b", equals: "text" },
  { path: "a.b", equals: "42" },
  { path: "a.b", equals: 42 },
  { path: "a.b", equals: -1.5 },
  { path: "a.b", equals: false },
  { path: "a.b", equals: "false" },
  { path: "a.b", equals: null },
  { path: "a.b", equals: "" },
  { path: "a.b", equals: " a " },
  { path: "a.b", equals: 'say "hi", then go' },
  { path: "a.b", in: ["x", 1, true, "1", "a, b", 'c"d'] },
  { path: "a.b", exists: true },
  { path: "a.0", exists: false },
] as const;
const typed: TriggerDraft = { name: "n", types: "", conditions: [], prompt: "p", fields: "" };
const row = (fields: Partial<TriggerDraft["conditions"][number]>) => ({
  ...typed,
  conditions: [{ key: 0, path: "a", comparison: "is" as const, value: "x", ...fields }],
});

it("shows the time of day of each delivery", () => {
  render(
    <AutomationListView
      sources={[source(1, "Shop")]}
      triggers={[]}
      webhookBaseUrl="https://example.com"
      shownSourceId="s1"
      deliveries={{ deliveries }}
    />,
  );
  const times = [...document.querySelectorAll("time")];
  expect(times.length).toBeGreaterThanOrEqual(deliveries.length);
  for (const { dateTime, textContent, title } of times) {
    const [clock, whole] = [formatTime(new Date(dateTime), undefined), formatDateTime(new Date(dateTime), undefined)];
    expect(textContent.endsWith(`, ${clock}`)).toBe(true);
    expect(title).toBe(whole);
  }
});

describe("typed text in a trigger's form", () => {
  it.each(conditions)("represents the initial condition: %j", (condition) => {
    const known = trigger(1, "n", { configuration: { conditions: [condition], fields: ["a.b"] } });
    expect(triggerOf(draftOf(known))).toEqual({
      name: "n",
      eventTypes: known.eventTypes,
      configuration: { conditions: [condition], fields: ["a.b"] },
      sessionTemplate: { prompt: known.sessionTemplate.prompt },
    });
  });

  it("takes every type when none is given, and shows it so", () => {
    expect(triggerOf(typed)).toMatchObject({ eventTypes: ["*"] });
    expect(draftOf(trigger(1, "n", { eventTypes: ["*"] })).types).toBe("");
    expect(triggerOf({ ...typed, types: "invoice,  issue.opened " })).toMatchObject({
      eventTypes: ["invoice", "issue.opened"],
    });
  });

  it("names every field that keeps it from being a trigger", () => {
    const bad = { name: " ", types: "order.*", prompt: " ", fields: "a..b", conditions: row({ path: "" }).conditions };
    expect(triggerOf(bad)).toEqual({ faults: ["name", "types", "conditions", "prompt", "fields"] });
    for (const wrong of [row({ value: " " }), row({ comparison: "in", value: " , " }), row({ path: "a." })])
      expect(triggerOf(wrong)).toEqual({ faults: ["conditions"] });
  });
});

it.each<[Partial<AutomationTrigger>, readonly string[]]>([
  [{ eventTypes: ["*"], configuration: {} }, ["On every event"]],
  [{ eventTypes: ["a", "b"], configuration: {} }, ["On a or b"]],
  [
    { eventTypes: ["*", "a"], configuration: { conditions: [{ path: "x", exists: false }] } },
    ["On every event", "Only if", "x is missing"],
  ],
  [
    {
      eventTypes: ["a"],
      configuration: {
        conditions: [
          { path: "x", in: ["1", 2] },
          { path: "y", equals: true },
        ],
      },
    },
    ["On a", "Only if all of these match", "x is 1 or 2", "y is yes"],
  ],
  [
    {
      eventTypes: ["pull_request.opened", "invoice.paid"],
      configuration: {
        conditions: [
          { path: "data.object.lineItems.0", exists: true },
          { path: "data.customerID", equals: "42" },
          { path: "data.object.billing_reason", equals: "subscription_create" },
          { path: "issue.assignee", equals: null },
        ],
      },
    },
    [
      "On pull request opened or invoice paid",
      "Only if all of these match",
      "line items #1 is present",
      "customer ID is 42",
      "billing reason is subscription create",
      "issue assignee is none",
    ],
  ],
])("describes %j in words", (fields, words) => {
  const { container } = render(<TriggerConditions trigger={trigger(1, "n", fields)} />);
  const lines = [...container.querySelectorAll("p")].map(({ textContent }) => textContent);
  expect(lines).toEqual(words);
});

it("draws names and values of conditions apart from the words between them", () => {
  const conditions = [
    { path: "pull_request.draft", equals: false },
    { path: "repository.name", in: ["shop", "desk"] },
  ];
  const own = trigger(1, "n", { eventTypes: ["pull_request.opened"], configuration: { conditions } });
  const { container } = render(<TriggerConditions trigger={own} />);
  const texts = (selector: string) => [...container.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(texts(".sv-automation-term")).toEqual(["pull request opened", "pull request draft", "repository name"]);
  expect(texts(".sv-automation-value")).toEqual(["no", "shop", "desk"]);
});

it("keeps the sender's own names of types and conditions for the details", () => {
  const configuration = { conditions: [{ path: "data.total", equals: "42" }] };
  expect(rawTriggerWords(trigger(1, "n", { eventTypes: ["invoice.paid"], configuration }), englishAutomations)).toEqual(
    ["invoice.paid", 'data.total is "42"'],
  );
  expect(rawTriggerWords(trigger(1, "n", { eventTypes: ["*"], configuration: {} }), englishAutomations)).toEqual([]);
});

it("makes another secret each time, in the form that every sender takes", () => {
  const made = Array.from({ length: 20 }, makeSecret);
  expect(new Set(made).size).toBe(20);
  for (const secret of made) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

describe("the list of automations, on the real service", () => {
  let world: ChatWorld;
  const open = async (...options: Parameters<typeof chatWorld>) => {
    world = await chatWorld(...options);
    return render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <AutomationList hrefOf={(id) => `#/${id}`} webhookBaseUrl="https://hooks.example" />
      </ServiceProvider>,
    );
  };
  const secretsKey = "07".repeat(32);
  afterEach(() => world.close());
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
  const choose = (action: string) => chooseAction(screen, "Shop", action);
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

  /** A source with these triggers. After each form the focus is back on the button that opened it. */
  async function openWithTriggers(...names: readonly string[]): Promise<void> {
    await open({ automations: true }, { secretsKey });
    expect(await screen.findByText("No automations yet")).not.toBeNull();
    press("New source");
    type("Name", "Shop");
    press("Create source");
    await screen.findByRole("group", { name: "Set up Shop" });
    press("Done");
    for (const name of names) {
      (await screen.findByRole("button", { name: "Add trigger: Shop" })).focus();
      press("Add trigger: Shop");
      type("Name", name);
      type("What should the agent do?", "/say looked");
      screen.getByRole("button", { name: "Save" }).focus();
      press("Save");
      await screen.findByRole("button", { name: `More actions for ${name}` });
      expect(document.activeElement).toHaveAccessibleName("Add trigger: Shop");
    }
  }

  /** The same person's list in another window. */
  function openAnotherWindow() {
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <AutomationList aria-label="There" />
      </ServiceProvider>,
    );
    return within(screen.getByRole("region", { name: "There" }));
  }

  it("takes a source from its form over its secret, a trigger and a test event to its deletion", async () => {
    await open({ automations: true }, { secretsKey });
    expect(await screen.findByText("No automations yet")).not.toBeNull();
    press("New source");
    press("Create source");
    expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
    type("Name", "Shop");
    fireEvent.change(screen.getByLabelText("Events come from"), { target: { value: "signed-json.v1" } });
    press("Create source");
    const setup = await screen.findByRole("group", { name: "Set up Shop" });
    expect(document.activeElement?.textContent).toBe("Set up Shop");
    const secret = within(setup).getByRole<HTMLTextAreaElement>("textbox", { name: "Secret" }).value;
    const address = within(setup).getByText(/^https:\/\/hooks\.example\/v1\/webhooks\/automations\//).textContent ?? "";
    press("Done");
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
    expect(document.body.innerHTML).not.toContain(secret);

    fireEvent.click(await screen.findByRole("button", { name: "Add trigger: Shop" }));
    expect(screen.queryByRole("button", { name: "Add trigger: Shop" })).toBeNull();
    type("Name", "Look");
    type("Event types", "order");
    press("Add condition");
    type("Field, such as order.total", "data.total");
    type("Value", "3");
    type("What should the agent do?", "/say looked");
    press("Save");
    expect(
      await screen.findByText((_, element) => element?.tagName === "P" && element.textContent === "total is 3"),
    ).not.toBeNull();
    expect(await screen.findByText("Trigger added", { selector: "output" })).not.toBeNull();

    await choose("Send test event");
    expect((screen.getByLabelText("Event type") as HTMLInputElement).value).toBe("order");
    type("Content (JSON)", "[1]");
    press("Send");
    expect(screen.getByLabelText("Content (JSON)").getAttribute("aria-invalid")).toBe("true");
    type("Content (JSON)", '{"total": 3}');
    press("Send");
    expect(await screen.findByText("Sent. A conversation is starting.")).not.toBeNull();
    const link = await screen.findByRole("link", { name: "Open the conversation of Look" }, { timeout: 5_000 });
    expect(link.getAttribute("href")).toMatch(/^#\/[0-9a-f-]{36}$/);

    const body = JSON.stringify({ id: "e-1", type: "order", data: { total: 4 } });
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    const { pathname } = new URL(address);
    const deliver = (sign: string) =>
      world.serviceFetch(`http://service.test${pathname}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-service-signature-256": sign },
        body,
      });
    expect((await deliver(signature)).status).toBe(202);
    expect((await deliver("sha256=00")).status).toBe(401);
    press("Hide deliveries: Shop");
    press("Show deliveries: Shop");
    expect(await screen.findByText("Filtered out: no trigger's conditions match.")).not.toBeNull();

    await choose("Pause");
    expect(await screen.findByText("Paused")).not.toBeNull();
    expect(await screen.findByText(/^Refused: the signature doesn't match/)).not.toBeNull();
    await waitFor(() => expect(screen.getByRole("button", { name: "More actions for Shop" }).ariaDisabled).toBeNull());
    await choose("Delete");
    press("Delete");
    expect(await screen.findByRole("button", { name: "Show 1 deleted source" })).not.toBeNull();
  });

  it("keeps the words typed for a trigger that another window deletes, and makes no new one of it", async () => {
    await openWithTriggers("Look", "Ship");
    await chooseAction(screen, "Look", "Edit");
    type("What should the agent do?", "Written with care");
    const there = openAnotherWindow();
    await chooseAction(there, "Look", "Delete");
    fireEvent.click(there.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(there.queryByText("Look")).toBeNull());
    const here = within(screen.getByRole("region", { name: "Automations" }));
    // An action in a list reads it again.
    await chooseAction(here, "Ship", "Pause");
    await here.findByText("Paused");
    fireEvent.click(here.getByRole("button", { name: "Save" }));
    expect(await here.findByText(/This doesn't exist or was removed/)).not.toBeNull();
    expect(here.queryByText("Trigger changed")).toBeNull();
    expect(here.getByLabelText("What should the agent do?")).toHaveValue("Written with care");
    fireEvent.click(here.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(here.queryByText("Look")).toBeNull());
  });

  it("shows what another window changed of a trigger, and overwrites it only once that was refused", async () => {
    await openWithTriggers("Look", "Ship");
    await chooseAction(screen, "Look", "Edit");
    type("What should the agent do?", "Mine");
    const there = openAnotherWindow();
    await chooseAction(there, "Look", "Edit");
    fireEvent.change(there.getByLabelText("What should the agent do?"), { target: { value: "Theirs" } });
    fireEvent.click(there.getByRole("button", { name: "Save" }));
    expect(await there.findByText("Theirs")).not.toBeNull();
    const here = within(screen.getByRole("region", { name: "Automations" }));
    // An action in a list reads it again.
    await chooseAction(here, "Ship", "Pause");
    expect(await here.findByText("Theirs")).not.toBeNull();
    const save = () => fireEvent.click(here.getByRole("button", { name: "Save" }));
    save();
    expect(await here.findByText(/This changed in the meantime/)).not.toBeNull();
    expect(here.getByLabelText("What should the agent do?")).toHaveValue("Mine");
    save();
    expect(await here.findByRole("button", { name: "More actions for Look" })).not.toBeNull();
    expect(await here.findByText("Mine")).not.toBeNull();
  });

  it("leaves the secret and the focus in their place when the list has the new source", async () => {
    await open({ automations: true }, { secretsKey });
    expect(await screen.findByText("No automations yet")).not.toBeNull();
    press("New source");
    type("Name", "Shop");
    press("Create source");
    const copy = within(await screen.findByRole("group", { name: "Set up Shop" })).getByRole("button", {
      name: "Copy address",
    });
    copy.focus();
    await screen.findByRole("button", { name: "Add trigger: Shop" });
    expect(document.activeElement).toBe(copy);
    // Its address is shown once.
    expect(screen.getAllByRole("button", { name: "Copy address" })).toEqual([copy]);
  });

  it("keeps an admin's choice of whose are listed in place while these are read, where there are any", async () => {
    await open({ automations: true, resolve: () => ({ ...ana, role: "admin" as const }) }, { secretsKey });
    expect(await screen.findByText("No automations yet")).not.toBeNull();
    expect(screen.queryByLabelText("Show")).toBeNull();
    press("New source");
    type("Name", "Shop");
    press("Create source");
    await screen.findByRole("group", { name: "Set up Shop" });
    press("Done");
    const filter = await screen.findByLabelText("Show");
    fireEvent.change(filter, { target: { value: "workspace" } });
    expect(screen.getByRole("region", { name: "Automations" }).getAttribute("aria-busy")).toBe("true");
    expect(screen.getByLabelText("Show")).toBe(filter);
    expect(await screen.findByText("No automations yet")).not.toBeNull();
    expect(screen.getByLabelText("Show")).toBe(filter);
  });

  it.each([
    ["the host has not enabled them", {}, { secretsKey }],
    ["the service has no key for secrets", { automations: true }, {}],
  ])("names the person to ask where %s", async (_name, proxyOptions, appOptions) => {
    await open(proxyOptions, appOptions);
    expect(await screen.findByText("Automations aren't set up here yet")).not.toBeNull();
    expect(screen.queryByRole("button", { name: "New source" })).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the form of a trigger", () => {
  const known = trigger(1, "Review pull requests");
  const form = (newest: AutomationTrigger) => {
    const props = { trigger: known, newest, adapterId: "github.v1", onSaved: vi.fn(), onCancel: vi.fn() };
    render(<TriggerForm {...props} onSave={async () => known} />);
  };

  it("names the version that another person saved during editing, above the fields of the earlier one", () => {
    form(trigger(1, "Review all pull requests", { revision: known.revision + 1 }));
    const newest = screen.getByRole("group", { name: "Changed in the meantime. It now says:" });
    expect(newest).toHaveTextContent("Review all pull requests");
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Review pull requests");
  });

  it("shows its fields alone while nothing else was saved", () => {
    form(known);
    expect(screen.queryByText(/Changed in the meantime/)).toBeNull();
  });
});
