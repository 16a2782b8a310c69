import { File as NodeFile } from "node:buffer";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
let network: FaultFetch;
let refuses: boolean;
beforeEach(async () => {
  sessionStorage.clear();
  refuses = false;
  world = await chatWorld();
  network = faultFetch(world.fetch, ({ method, url }) =>
    refuses && method === "POST" && !url.pathname.startsWith("/api/service")
      ? { kind: "status", status: 402 }
      : undefined,
  );
});
afterEach(() => world.close());

const open = (attachments?: boolean) =>
  render(
    <ServiceProvider identity={ana} fetch={network}>
      <ChatConversation conversation="c_1" attachments={attachments} />
    </ServiceProvider>,
  );

// One that the fetch of Node reads, which jsdom's is not.
const plan = () => new NodeFile(["hello"], "plan.txt", { type: "text/plain" }) as unknown as File;
const field = () => screen.getByRole("textbox", { name: "Message" });
const proxied = () => network.seen.filter(({ url }) => url.pathname.startsWith("/api/service"));

async function attach() {
  await screen.findByRole("button", { name: "Attach files" });
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input!, plan());
  await waitFor(() => expect(document.querySelector(".sv-attachment[data-state=ready]")).toBeInTheDocument());
}

async function send(text: string) {
  await userEvent.click(field());
  if (text !== "") await userEvent.paste(text);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
}

const filesOfMessage = () => screen.findByRole("list", { name: "Files" });

describe("ChatConversation with attachments", () => {
  it("sends a file with the first message, and shows it to open", async () => {
    open(true);
    await attach();
    await send("/file");
    expect(await screen.findByText(/plan\.txt, text\/plain, 5 bytes/)).toBeInTheDocument();
    const link = within(await filesOfMessage()).getByRole("link", { name: /plan\.txt/ });
    const address = new URL(link.getAttribute("href") ?? "", "http://host.test").href;
    expect(await (await world.fetch(address)).text()).toBe("hello");
    expect(document.querySelector(".sv-attachment")).toBeNull();
  });

  it("sends files alone", async () => {
    open(true);
    await attach();
    await send("");
    expect(within(await filesOfMessage()).getByText("plan.txt")).toBeInTheDocument();
    await waitFor(() => expect(document.querySelector("[data-role=agent], .sv-markdown")).toBeInTheDocument());
  });

  it("keeps the file of a message that was not sent, for another try", async () => {
    open(true);
    await attach();
    refuses = true;
    await send("/file");
    const again = await screen.findByRole("button", { name: "Send again" });
    expect(within(await filesOfMessage()).getByText("plan.txt")).toBeInTheDocument();
    refuses = false;
    await userEvent.click(again);
    expect(await screen.findByText(/plan\.txt, text\/plain, 5 bytes/)).toBeInTheDocument();
  });

  it("keeps an attached file that was not sent when it is mounted again", async () => {
    const { unmount } = open(true);
    await attach();
    unmount();
    open(true);
    expect(await screen.findByText("plan.txt")).toBeInTheDocument();
  });
});

it("requests nothing from the proxy without attachments, and offers none", async () => {
  open();
  await send("/say Hello there.");
  await screen.findByText("Hello there.", { selector: ".sv-markdown *" });
  expect(screen.queryByRole("button", { name: "Attach files" })).toBeNull();
  expect(proxied()).toEqual([]);
});
