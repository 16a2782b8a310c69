import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ServiceClient } from "../../src/api/service-client.js";
import { SessionListView } from "../../src/components/session-list/session-list-view.js";
import { SessionList } from "../../src/components/session-list/session-list.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
let sessionId: string;
/** Paths and answers of the page's requests. */
let asked: string[] = [];
let answers: Promise<Response>[] = [];
const watched: typeof fetch = (input, init) => {
  const answer = world.fetch(input, init);
  asked.push(new URL(input instanceof Request ? input.url : input, "http://page.test").pathname);
  answers.push(answer);
  return answer;
};
beforeEach(async () => {
  asked = [];
  answers = [];
  world = await chatWorld({ deleteSession: true });
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say Plan");
  sessionId = chat.sessionId;
});
afterEach(() => {
  vi.unstubAllGlobals();
  return world.close();
});

/** Starts a subtask of the session. */
async function startSubtask(): Promise<void> {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/child /say Part");
}

async function askToDelete(): Promise<HTMLElement> {
  render(
    <ServiceProvider identity={ana} fetch={watched}>
      <SessionList deletable />
    </ServiceProvider>,
  );
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "More actions for /say Plan" }));
  await person.click(screen.getByRole("menuitem", { name: "Delete" }));
  return screen.getByRole("group", { name: /^Delete “\/say Plan”/ });
}

const subtasks = async () => {
  const client = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });
  return (await client.getLineage({ sessionId })).treeStats.totalDescendants;
};

it.each([
  [1, "Its subtask is deleted too."],
  [2, "Its 2 subtasks are deleted too."],
])("names the number of subtasks in the question before a conversation is deleted: %i", async (count, words) => {
  for (let started = 0; started < count; started += 1) await startSubtask();
  await waitFor(async () => expect(await subtasks()).toBe(count));
  const question = await askToDelete();
  await waitFor(() => expect(question).toHaveTextContent(words));
});

it("names none where there is no subtask", async () => {
  const question = await askToDelete();
  await waitFor(() => expect(asked.some((path) => path.endsWith("/lineage"))).toBe(true));
  await act(() => Promise.all(answers));
  expect(question).not.toHaveTextContent("subtask");
});

it.each([
  ["rejects", () => Promise.reject(new Error("No network."))],
  ["throws", () => JSON.parse("{")],
])("asks without a number where the host's function %s", async (_how, subtasksOf) => {
  vi.stubGlobal("reportError", vi.fn());
  const title = "Plan";
  const row = { sessionId, title, firstMessage: title, status: "idle", isArchived: false, isPinned: false };
  const sessions = [{ ...row, updatedAt: "2026-01-01T00:00:00.000Z", record: {} as never }];
  render(<SessionListView sessions={sessions} onDelete={async () => undefined} subtasksOf={subtasksOf} />);
  const person = userEvent.setup();
  await person.click(screen.getByRole("button", { name: "More actions for Plan" }));
  await person.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(screen.getByRole("group", { name: /^Delete “Plan”/ })).not.toHaveTextContent("subtask");
});
