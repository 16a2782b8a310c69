import type { Agent } from "@service/embedded";
import { scriptedAgent } from "@service/embedded/app";
import { commandTitle } from "./command-title.js";
import { createSteps } from "./steps.js";
import { flows } from "./flows.js";
import { isScripted, orderByName, readRequest } from "./request.js";
import { ordersOf } from "./texts.js";

/**
 * The agent of this example, without a model: it recognises a few requests about orders and follows one flow for each.
 * Lines that begin with a slash go to the scripted agent, so that `/help` works here too. `createModelAgent` of
 * `@service/embedded/model` takes its place in a real product; tools, approvals and questions stay the same.
 */
export const deskAgent: Agent = {
  name: "desk",
  models: scriptedAgent.models,
  async *run(turn, signal) {
    if (isScripted(turn.prompt)) {
      yield* createSteps(turn, signal).title(commandTitle(turn.prompt));
      return yield* scriptedAgent.run(turn, signal);
    }
    const earlier = await turn.history(Number.MAX_SAFE_INTEGER, 50);
    const steps = createSteps(turn, signal);
    const { kind, order } = readRequest(turn.prompt, earlier);
    if (order !== null || kind === "late" || kind === "other") return yield* flows[kind](steps, order);
    const { output } = yield* steps.call("orders__list", {});
    const ofCustomer = orderByName(turn.prompt, ordersOf(output));
    yield* flows[ofCustomer === null ? "other" : kind](steps, ofCustomer);
  },
};
