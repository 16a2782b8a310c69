// budget: one way of a prompt, from the queue into each kind of composer and out again
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatComposer } from "../../src/components/chat-composer/chat-composer.js";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { QueuePanel } from "../../src/components/queue-panel/queue-panel.js";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { useChat } from "../../src/hooks/use-chat.js";
import { useComposer } from "../../src/hooks/use-composer.js";
import { useLocalDraft } from "../../src/hooks/use-draft.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useSessionById } from "../../src/hooks/use-session-by-id.js";
import { useSessionDraft } from "../../src/hooks/use-session-draft.js";
import { ServiceClient } from "../../src/api/service-client.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { uploadedFile } from "../support/uploaded-file.js";

let world: ChatWorld;
let elsewhere: ServiceClient;
let sessionId: string;
let conversation: string;
beforeEach(async () => {
  sessionStorage.clear();
  world = await chatWorld();
  elsewhere = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });
  conversation = crypto.randomUUID();
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation });
  await chat.send("/say hi");
  ({ sessionId } = chat);
  await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text: "/silence 60" } });
});
afterEach(() => world.close());

/** A prompt with a file that waits behind the running turn. */
async function queued(text: string, name = "plan.txt"): Promise<string> {
  const { fileId } = await uploadedFile(elsewhere, name);
  const payload = { text, model: "scripted", resources: [{ kind: "file", fileId }] };
  await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload });
  return fileId;
}

/** The messages after the first: the running one and the queued one. */
async function sentAgain(): Promise<unknown> {
  const { events } = await elsewhere.listEvents({ sessionId }, { limit: 500 });
  return events.filter(({ type }) => type === "user.message")[3]?.payload;
}

const field = () => screen.getByRole("textbox", { name: "Message" });
const edit = async () => userEvent.click(await screen.findByRole("button", { name: /^Edit: / }));
const files = () => screen.queryByRole("list", { name: /to send$/ })?.textContent ?? "";

/** Its draft is kept by this device alone. */
function Unlabelled() {
  const draft = useSessionDraft(sessionId);
  return <ComposerView composer={useSessionById(sessionId)} draft={draft} showQueue={false} />;
}

const isEdit = (input: RequestInfo | URL, init?: RequestInit) =>
  init?.method === "POST" && /\/queue\/[^/]+\/edit$/.test(String(input instanceof Request ? input.url : input));

/** The answers to edits wait for `answer`. */
function slowEdit() {
  let isAsked = () => {};
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const fetch: typeof world.fetch = async (input, init) => {
    const response = await world.fetch(input, init);
    if (!isEdit(input, init)) return response;
    isAsked();
    await answered;
    return response;
  };
  return { fetch, asked, answer: () => answer() };
}

function show(composer: React.ReactNode, fetch = world.fetch) {
  return render(
    <ServiceProvider identity={ana} fetch={fetch}>
      <QueuePanel sessionId={sessionId} />
      {composer}
    </ServiceProvider>,
  );
}

/** Its text is the host's, which keeps a list of all that it was given. */
function Controlled({ given = [], start = "" }: { readonly given?: string[]; readonly start?: string }) {
  const [value, setValue] = useState(start);
  const change = (next: string) => {
    given.push(next);
    setValue(next);
  };
  return (
    <>
      <ComposerView
        composer={useSessionById(sessionId)}
        value={value}
        onValueChange={change}
        label="Message"
        showQueue={false}
      />
      <button type="button" onClick={() => setValue("")}>
        Empty it
      </button>
    </>
  );
}

/** A composer of the host's own over the chat handler. */
function OwnComposer() {
  const chat = useChat({ conversation });
  const composer = useComposer(chat, { draft: useLocalDraft("own") });
  return (
    <textarea aria-label="Message" value={composer.value} onChange={(event) => composer.setValue(event.target.value)} />
  );
}

describe("a prompt that is taken back from the queue of a chat", () => {
  it.each([
    ["the conversation", () => <ChatConversation conversation={conversation} />],
    ["a composer of the host's own", () => <OwnComposer />],
  ])("is put into %s", async (_name, composer) => {
    await queued("Look at this");
    show(composer());
    await edit();
    await waitFor(() => expect(field()).toHaveValue("Look at this"));
  });

  it("is sent again with its file through the chat, whose turns have the session's model", async () => {
    const fileId = await queued("Look at this");
    show(<ChatConversation conversation={conversation} />);
    await screen.findAllByRole("article");
    await edit();
    await waitFor(() => expect(field()).toHaveValue("Look at this"));
    await userEvent.type(field(), "!{Enter}");
    await waitFor(async () =>
      expect(await sentAgain()).toMatchObject({ text: "Look at this!", resources: [{ fileId }] }),
    );
  });

  it("is put into the chat that is still being loaded, behind words that are typed there, and keeps its place", async () => {
    for (const text of ["One", "Two"])
      await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text } });
    let load = () => {};
    const loaded = new Promise<void>((resolve) => (load = resolve));
    show(<ChatConversation conversation={conversation} />, async (input, init) => {
      const isPage =
        (init?.method ?? "GET") === "GET" &&
        String(input instanceof Request ? input.url : input).startsWith("/api/chat");
      if (isPage) await loaded;
      return world.fetch(input, init);
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit: One" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Edit: One" })).toBeNull());
    await userEvent.type(field(), "typed meanwhile");
    load();
    await waitFor(() => expect(field()).toHaveValue("typed meanwhile\n\nOne"));
    await userEvent.type(field(), "{Enter}");
    await waitFor(async () => {
      const { items } = await elsewhere.getQueue({ sessionId });
      expect(items.map(({ prompt }) => prompt)).toEqual(["typed meanwhile\n\nOne", "Two"]);
    });
  });

  it("does not take the place of another one that no composer shows", async () => {
    await queued("First words");
    await queued("Second words");
    show(null);
    const first = () => screen.findByRole("button", { name: /^Edit: First/ });
    await userEvent.click(await first());
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Edit: First/ })).toBeNull());
    await edit();
    expect(await screen.findByText(/Replace your draft/)).toBeVisible();
    expect(screen.getByRole("button", { name: /^Edit: Second/ })).toBeVisible();
  });
});

describe("a prompt that is taken back from the queue", () => {
  it("brings its file and its model, which are kept on the service and go out with it again", async () => {
    const fileId = await queued("Look at this");
    show(<ChatComposer sessionId={sessionId} showQueue={false} />);
    await edit();
    await waitFor(() => expect(field()).toHaveValue("Look at this"));
    expect(files()).toContain("plan.txt");
    await userEvent.type(field(), ", please");
    await waitFor(async () =>
      expect(await elsewhere.getComposerDraft({ sessionId })).toMatchObject({
        text: "Look at this, please",
        model: "scripted",
        resources: [{ fileId }],
      }),
    );
    await userEvent.type(field(), "{Enter}");
    await waitFor(async () =>
      expect(await sentAgain()).toMatchObject({
        text: "Look at this, please",
        model: "scripted",
        resources: [{ kind: "file", fileId }],
      }),
    );
    expect(files()).toBe("");
    await waitFor(async () =>
      expect(await elsewhere.getComposerDraft({ sessionId })).toMatchObject({ text: "", resources: [] }),
    );
  });

  it("keeps its file through a reload", async () => {
    await queued("Look at this");
    const first = show(<ChatComposer sessionId={sessionId} showQueue={false} />);
    await edit();
    await waitFor(() => expect(files()).toContain("plan.txt"));
    first.unmount();
    sessionStorage.clear();
    show(<ChatComposer sessionId={sessionId} showQueue={false} />);
    await waitFor(() => expect(files()).toContain("plan.txt"));
  });

  it("is sent without a removed file", async () => {
    await queued("Look at this");
    show(<ChatComposer sessionId={sessionId} showQueue={false} />);
    await edit();
    await userEvent.click(await screen.findByRole("button", { name: /Remove plan\.txt/ }));
    expect(files()).toBe("");
    await userEvent.type(field(), "{Enter}");
    await waitFor(async () => expect(await sentAgain()).toMatchObject({ text: "Look at this", model: "scripted" }));
    expect(await sentAgain()).not.toHaveProperty("resources");
  });

  it("has no words in place of none when it had only files, and brings them where the service keeps no draft", async () => {
    const fileId = await queued("See the attached files.");
    show(<Unlabelled />);
    await edit();
    await waitFor(() => expect(files()).toContain("plan.txt"));
    expect(field()).toHaveValue("");
    await waitFor(async () =>
      expect(await elsewhere.getComposerDraft({ sessionId })).toMatchObject({ text: "", resources: [] }),
    );
    await userEvent.click(screen.getByRole("button", { name: /^Send(?! now)/ }));
    await waitFor(async () =>
      expect(await sentAgain()).toMatchObject({ text: "See the attached files.", resources: [{ fileId }] }),
    );
  });

  it("does not replace the files of another one", async () => {
    await queued("See the attached files.");
    await queued("Look at this", "other.txt");
    show(<ChatComposer sessionId={sessionId} showQueue={false} />);
    await userEvent.click((await screen.findAllByRole("button", { name: /^Edit: / }))[0] as HTMLElement);
    await waitFor(() => expect(files()).toContain("plan.txt"));
    await edit();
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(files()).toContain("plan.txt");
    expect(files()).not.toContain("other.txt");
  });
});

describe.each([
  ["the session's", () => <ChatComposer sessionId={sessionId} showQueue={false} />, "textbox"],
  ["the chat's", () => <ChatConversation conversation={conversation} />, "article"],
])("a prompt that is sent again through %s composer", (_name, composer, shown) => {
  const waiting = async () => {
    const { items } = await elsewhere.getQueue({ sessionId });
    return items.map(({ prompt }) => prompt);
  };
  beforeEach(async () => {
    for (const text of ["One", "Two", "Three"])
      await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text } });
    show(composer());
    await screen.findAllByRole(shown);
    const [first] = await screen.findAllByRole("button", { name: /^Edit: / });
    await userEvent.click(first as HTMLElement);
    await waitFor(() => expect(field()).toHaveValue("One"));
  });

  it("has its place in the queue", async () => {
    await userEvent.type(field(), " more{Enter}");
    await waitFor(async () => expect(await waiting()).toEqual(["One more", "Two", "Three"]));
  });

  it("has its place once", async () => {
    await userEvent.type(field(), "{Enter}");
    await waitFor(async () => expect(await waiting()).toEqual(["One", "Two", "Three"]));
    await userEvent.type(field(), "Four{Enter}");
    await waitFor(async () => expect(await waiting()).toEqual(["One", "Two", "Three", "Four"]));
  });

  it("is last when the field was emptied before", async () => {
    await userEvent.clear(field());
    await userEvent.type(field(), "Four{Enter}");
    await waitFor(async () => expect(await waiting()).toEqual(["Two", "Three", "Four"]));
  });

  it("is last when the one behind it waits no more", async () => {
    const { items } = await elsewhere.getQueue({ sessionId });
    await elsewhere.deleteQueuedTurn({ sessionId }, items[0]!.id, {});
    await userEvent.type(field(), "{Enter}");
    await waitFor(async () => expect(await waiting()).toEqual(["Three", "One"]));
  });
});

describe("a prompt that is taken back into a controlled composer", () => {
  it("is given to onValueChange with its file, and is sent again in its place", async () => {
    const fileId = await queued("Look at this");
    await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text: "Two" } });
    const given: string[] = [];
    show(<Controlled given={given} />);
    await userEvent.click(await screen.findByRole("button", { name: "Edit: Look at this" }));
    await waitFor(() => expect(field()).toHaveValue("Look at this"));
    expect(given).toEqual(["Look at this"]);
    expect(files()).toContain("plan.txt");
    await userEvent.type(field(), "!{Enter}");
    await waitFor(async () => {
      const { items } = await elsewhere.getQueue({ sessionId });
      expect(items.map(({ prompt }) => prompt)).toEqual(["Look at this!", "Two"]);
      expect(items[0]).toMatchObject({ resources: [{ fileId }] });
    });
    expect(field()).toHaveValue("");
  });

  it("leaves the draft of another device on the service", async () => {
    await queued("From the queue");
    const { revision } = await elsewhere.getComposerDraft({ sessionId });
    const kept = { text: "Begun at home", model: "scripted" };
    await elsewhere.putComposerDraft({ sessionId }, { ...kept, expectedRevision: revision });
    show(<Controlled />);
    await edit();
    await waitFor(() => expect(field()).toHaveValue("From the queue"));
    await waitFor(async () =>
      expect(await elsewhere.getComposerDraft({ sessionId })).toMatchObject({
        ...kept,
        resources: [],
        revision: revision + 3,
      }),
    );
  });

  it("replaces words that are there only when the person asks", async () => {
    await queued("From the queue");
    show(<Controlled start="My words" />);
    await edit();
    await userEvent.click(await screen.findByRole("button", { name: "Replace" }));
    await waitFor(() => expect(field()).toHaveValue("From the queue"));
  });

  it("stays before words that are typed while it is on its way", async () => {
    await queued("From the queue");
    const slow = slowEdit();
    show(<Controlled />, slow.fetch);
    await edit();
    await slow.asked;
    await userEvent.type(field(), "typed meanwhile");
    slow.answer();
    await waitFor(() => expect(field()).toHaveValue("From the queue\n\ntyped meanwhile"));
  });

  it("loses its place when the host empties the text", async () => {
    for (const text of ["One", "Two"])
      await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text } });
    show(<Controlled />);
    await userEvent.click(await screen.findByRole("button", { name: "Edit: One" }));
    await waitFor(() => expect(field()).toHaveValue("One"));
    await userEvent.click(screen.getByRole("button", { name: "Empty it" }));
    await userEvent.type(field(), "Three{Enter}");
    await waitFor(async () => {
      const { items } = await elsewhere.getQueue({ sessionId });
      expect(items.map(({ prompt }) => prompt)).toEqual(["Two", "Three"]);
    });
  });
});

describe("words that are typed while a prompt is on its way back", () => {
  it("stay in the field, and the person chooses between them and the prompt", async () => {
    await queued("From the queue");
    const slow = slowEdit();
    show(<ChatComposer sessionId={sessionId} showQueue={false} />, slow.fetch);
    await edit();
    await slow.asked;
    await userEvent.type(field(), "typed meanwhile");
    slow.answer();
    await screen.findByRole("button", { name: "Keep mine" });
    expect(field()).toHaveValue("typed meanwhile");
    await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
    await userEvent.type(field(), "{Enter}");
    await waitFor(() => expect(field()).toHaveValue(""));
    await userEvent.type(field(), "{ArrowUp}");
    expect(field()).toHaveValue("From the queue");
  });

  it("stay behind the prompt where only this device keeps the draft", async () => {
    await queued("From the queue");
    const slow = slowEdit();
    show(<Unlabelled />, slow.fetch);
    await edit();
    await slow.asked;
    await userEvent.type(field(), "typed meanwhile");
    slow.answer();
    await waitFor(() => expect(field()).toHaveValue("From the queue\n\ntyped meanwhile"));
  });
});

it("has a prompt in the field whose withdrawal was made although its answer was lost", async () => {
  await queued("From the queue");
  show(<ChatComposer sessionId={sessionId} showQueue={false} />, async (input, init) => {
    const answer = await world.fetch(input, init);
    if (isEdit(input, init)) throw new TypeError("The connection was lost");
    return answer;
  });
  await edit();
  await waitFor(() => expect(field()).toHaveValue("From the queue"));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("reports that a prompt could not be edited whose withdrawal never arrived", async () => {
  await queued("From the queue");
  show(<ChatComposer sessionId={sessionId} showQueue={false} />, async (input, init) => {
    if (isEdit(input, init)) throw new TypeError("The connection was lost");
    return world.fetch(input, init);
  });
  await edit();
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't edit the message");
  expect([field()].map(({ textContent }) => textContent)).toEqual([""]);
  expect(screen.getByRole("button", { name: /^Edit: / })).toBeInTheDocument();
});

describe("one draft in two windows", () => {
  it("is emptied in the other window once the conversation shows its words as sent", async () => {
    await elsewhere.control({ sessionId }, { action: "interrupt", clientEventId: crypto.randomUUID() });
    const { revision } = await elsewhere.getComposerDraft({ sessionId });
    await elsewhere.putComposerDraft({ sessionId }, { text: "/say twice", expectedRevision: revision });
    show(<ChatComposer sessionId={sessionId} />);
    await waitFor(() => expect(field()).toHaveValue("/say twice"));
    await elsewhere.putComposerDraft({ sessionId }, { text: "", expectedRevision: revision + 1 });
    await elsewhere.sendEvent({ sessionId }, { type: "user.message", payload: { text: "/say twice" } });
    await waitFor(() => expect(field()).toHaveValue(""), { timeout: 5_000 });
  });
});
