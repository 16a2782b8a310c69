import { act, render, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useChat, type Chat } from "../../src/hooks/use-chat.js";
import { useQuestions, type Questions } from "../../src/hooks/use-questions.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(() => world.close());

type Page = Pick<Chat, "sendMessage"> & Questions;

function show(onError: (error: Error) => void) {
  const { hold, held } = holder<Page>();
  function Probe() {
    const chat = useChat({ conversation: "c" });
    const questions = useQuestions(chat);
    useEffect(() => hold({ sendMessage: chat.sendMessage, ...questions }));
    return null;
  }
  render(
    <ServiceProvider identity={ana} fetch={world.fetch} onError={onError}>
      <Probe />
    </ServiceProvider>,
  );
  return held;
}

it("onError receives an error once, before the caller who receives the same one", async () => {
  const order: Error[] = [];
  const note = (error: Error) => void order.push(error);
  const page = show(note);
  act(() => void page().sendMessage("/ask text"));
  await waitFor(() => expect(page().questions).toHaveLength(1));
  act(
    () =>
      void page()
        .answer(page().questions[0]?.id ?? "", [])
        .catch(note),
  );
  await waitFor(() => expect(order).toHaveLength(2));
  act(() => void page().sendMessage("x".repeat(300_000)).catch(note));
  await waitFor(() => expect(order).toHaveLength(4));
  expect([order[0] === order[1], order[2] === order[3], order[1] === order[2]]).toEqual([true, true, false]);
  expect(order[0]).toMatchObject({ code: "validation_failed" });
});
