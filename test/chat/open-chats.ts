import { afterEach, beforeEach } from "vitest";
import { createChatController } from "../../src/chat/chat-controller.js";
import type { ChatController, ChatControllerOptions } from "../../src/chat/chat-types.js";
import { faultFetch, type FaultPlan } from "../../src/testing/fault-fetch.js";
import { chatWorld, type ChatWorld, until } from "./chat-world.js";

type OpenOptions = Partial<ChatControllerOptions> & { readonly plan?: FaultPlan };

/** Chats with a listener, in a world created for each test. */
export function openChats() {
  let world: ChatWorld;
  const open: (() => void)[] = [];
  beforeEach(async () => {
    world = await chatWorld();
  });
  afterEach(async () => {
    for (const end of open.splice(0)) end();
    await world.close();
  });
  function chat({ plan = () => undefined, ...options }: OpenOptions = {}) {
    const network = faultFetch(world.fetch, plan);
    const controller = createChatController({ conversation: "c_1", fetch: network, ...options });
    const unsubscribe = controller.subscribe(() => {});
    open.push(unsubscribe, controller.dispose);
    const requests = () => network.seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);
    return Object.assign(controller, { requests, unsubscribe });
  }
  return { chat, world: () => world };
}

export const restored = (controller: ChatController) => until(controller, (state) => !state.isRestoring);
export const settled = (controller: ChatController, answers: number) =>
  until(
    controller,
    ({ isRunning, messages }) => !isRunning && messages.filter(({ role }) => role === "assistant").length === answers,
  );
