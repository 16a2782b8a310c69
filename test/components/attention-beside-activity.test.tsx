import { act, render, waitFor } from "@testing-library/react";
import { Activity, useEffect } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useAttention, type Attention } from "../../src/hooks/use-attention.js";
import { useChat } from "../../src/hooks/use-chat.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "../hooks/holder.js";

/** A button with a count, beside a conversation that `Activity` hides. */

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(() => world.close());

const conversation = "c";
const attention = holder<Attention>();

function Panel() {
  useChat({ conversation });
  return null;
}

function Button({ inView }: { readonly inView?: readonly string[] | undefined }) {
  const found = useAttention({ inView });
  useEffect(() => attention.hold(found));
  return null;
}

function Follower() {
  useChat({ conversation }, () => null);
  return null;
}

const page = ({
  isOpen = false,
  follows = false,
  inView,
}: {
  isOpen?: boolean;
  follows?: boolean;
  inView?: string[];
}) => (
  <ServiceProvider identity={ana} fetch={world.fetch}>
    <Activity mode={isOpen ? "visible" : "hidden"}>
      <Panel />
    </Activity>
    {follows && <Follower />}
    <Button inView={inView} />
  </ServiceProvider>
);

/** A turn asks for an approval. */
async function ask(): Promise<void> {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation });
  await act(() => chat.send("/approve deploy {}"));
}

const none: string[] = [];

it("counts a waiting turn while the panel is hidden, where a mounted hook follows it and it is not in view", async () => {
  const { rerender } = render(page({ isOpen: true, follows: true, inView: none }));
  rerender(page({ follows: true, inView: none }));
  await ask();
  await waitFor(() => expect(attention.held().count).toBe(1));
  rerender(page({ follows: true }));
  await waitFor(() => expect(attention.held().count).toBe(0));
});
