import type { Agent } from "./agent.js";
export const scriptedAgent: Agent = {
  name: "scripted",
  async *run() {
    yield { type: "text", text: "" };
  },
};
