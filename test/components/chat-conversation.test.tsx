import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApprovalCard, type ApprovalCardProps } from "../../src/components/decisions/approval-card.js";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
let network: FaultFetch;
let status: number | undefined;
beforeEach(async () => {
  status = undefined;
  world = await chatWorld();
  network = faultFetch(world.fetch, () => (status === undefined ? undefined : { kind: "status", status }));
});
afterEach(() => world.close());

function open(props: Partial<ComponentProps<typeof ChatConversation>> = {}) {
  return render(
    <ServiceProvider identity={ana} fetch={network}>
      <ChatConversation conversation="c_1" {...props} />
    </ServiceProvider>,
  );
}

const field = () => screen.getByRole("textbox", { name: "Message" });

async function say(text: string, keys = "{Enter}") {
  await userEvent.click(field());
  await userEvent.paste(text);
  await userEvent.keyboard(keys);
}

const shown = (text: string) => screen.findByText(text, { selector: ".sv-markdown *" });
const queued = () => screen.queryAllByRole("listitem").map((row) => row.querySelector(".sv-queue-text")?.textContent);

/** An answer that does not end by itself. */
async function keepBusy() {
  await say("/say Working on it.\n/silence 3600");
  await shown("Working on it.");
}

describe("an error that is over", () => {
  it("leaves the focus with the composer", async () => {
    status = 409;
    open();
    const again = await screen.findByRole("button", { name: "Try again" });
    again.focus();
    status = undefined;
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(again).not.toBeInTheDocument());
    expect(field()).toHaveFocus();
  });
});

describe("an approval whose card is the host's", () => {
  const Refund = (props: ApprovalCardProps) => <ApprovalCard {...props} heading="Refund €24.50 for order 1042?" />;

  it("is announced in the host's words", async () => {
    open({ components: { ApprovalCard: Refund } });
    await say('/approve refund {"order":1042}');
    const heard = () => document.querySelector("[aria-live=assertive]")?.textContent;
    await waitFor(() => expect(heard()).toBe("Approval needed: Refund €24.50 for order 1042?"));
  });
});

describe("while an answer is written, ChatConversation", () => {
  it("lets messages wait in sight, and takes the one back that is not wanted", async () => {
    open();
    await keepBusy();
    for (const text of ["/say Second.", "/say Third."]) {
      await say(text);
      await waitFor(() => expect(queued()).toContain(text));
    }
    await userEvent.click(screen.getByRole("button", { name: /Remove.*Second/ }));
    await waitFor(() => expect(queued()).toEqual(["/say Third."]));
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(await shown("Third.")).toBeInTheDocument();
    expect(screen.queryByText("Second.")).toBeNull();
  });

  it("interrupts it with Ctrl+Enter", async () => {
    open();
    await keepBusy();
    await say("/say Rather this.", "{Control>}{Enter}{/Control}");
    expect(await shown("Rather this.")).toBeInTheDocument();
    expect(screen.getByText("Working on it.")).toBeInTheDocument();
  });

  it("interrupts with Enter where the host configures it, and labels the button so", async () => {
    open({ whenBusy: "steer" });
    await keepBusy();
    expect(screen.getByRole("button", { name: "Interrupt and send now" })).toHaveAttribute("type", "submit");
    await say("/say Rather this.");
    expect(await shown("Rather this.")).toBeInTheDocument();
  });

  it("keeps the text and explains why it is not sent, where the host rejects it", async () => {
    open({ whenBusy: "reject" });
    await keepBusy();
    await say("/say Too early.");
    expect(await screen.findByText(/^Wait for the answer to finish/)).toBeVisible();
    expect(field()).toHaveValue("/say Too early.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(network.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
    await userEvent.click(field());
    await userEvent.keyboard("{Enter}");
    expect(await shown("Too early.")).toBeInTheDocument();
  });
});

it("offers to try again where the connection was given up, and is whole again then", async () => {
  status = 409;
  open();
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByText("How can I help?")).toBeNull();
  expect(screen.queryByText(/^Disconnected/)).toBeNull();
  status = undefined;
  await userEvent.click(again);
  expect(await screen.findByText("How can I help?")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  await say("/say All is well.");
  expect(await shown("All is well.")).toBeInTheDocument();
});

it("takes several decisions in any order", async () => {
  open();
  await say("/approvals 3\n/say All decided.");
  await waitFor(() => expect(screen.getAllByRole("group", { name: /^Approve/ })).toHaveLength(3));
  const card = (name: string) => screen.getByRole("group", { name: new RegExp(`^Approve “${name}”[?]`) });
  await userEvent.click(within(card("Tool 3")).getByRole("button", { name: "Approve" }));
  await userEvent.click(within(card("Tool 1")).getByRole("button", { name: "Reject…" }));
  await userEvent.click(within(card("Tool 1")).getByRole("button", { name: "Reject" }));
  await userEvent.click(within(card("Tool 2")).getByRole("button", { name: "Approve" }));
  expect(await shown("All decided.")).toBeInTheDocument();
});
