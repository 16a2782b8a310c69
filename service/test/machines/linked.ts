/** A machine's side of its link to a service, for tests. */
import type { Agent, Store } from "../../src/app.js";
import { harness, text, type Harness, type Json } from "../harness.js";
import { settle } from "../manual-clock.js";

const facts = { name: "laptop", folder: "project", abilities: ["read", "write", "run"] };
export const ana = { source: "app", id: "ana" };

/** Calls the tools that a message names, without approval: the engine's tests cover approvals. */
export const readingAgent: Agent = {
  name: "reading",
  async *run(turn) {
    const [tool] = (await turn.tools()).filter(({ name }) => name === "read_file");
    const machine = (tool?.inputSchema["properties"] as { machine?: { enum: string[] } } | undefined)?.machine?.enum[0];
    await turn.callTool({ id: `${turn.turnId}-1`, name: "read_file", arguments: { machine, path: turn.prompt } });
    yield { type: "message" };
  },
};

export interface Machine {
  readonly id: string;
  readonly key: string;
}

export async function enrol(service: Harness, endUser: object | null = ana, more: object = {}): Promise<Machine> {
  const made = await service.call("POST", `${service.workspace}/enrollments/token`, { endUser });
  const poll = { deviceCode: text(made.body["token"]), machine: { ...facts, ...more } };
  const { body } = await service.call("POST", "/v1/enrollments/device/poll", poll, { key: null });
  return { id: text(body["credentials"]?.["enrollmentId"]), key: text(body["credentials"]?.["token"]) };
}

/** Opens a machine's stream and reads it. */
export async function follow(service: Harness, { key }: Machine, running: readonly string[] = []) {
  const url = `http://service/v1/machine/commands?running=${running.join(",")}`;
  const response = await service.app.fetch(new Request(url, { headers: { authorization: `Bearer ${key}` } }));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = { text: "", isOver: false, status: response.status, cut: () => reader.cancel() };
  const pump = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) read.text += part.value;
  };
  void pump()
    .catch(() => undefined)
    .finally(() => (read.isOver = true));
  await settle();
  return read;
}

export const commandsIn = (streamed: string) =>
  [...streamed.matchAll(/event: command\ndata: (.*)\n/g)].map(
    ([, data]) => JSON.parse(data!) as { id: string; name: string },
  );

export const post = (service: Harness, { key }: Machine, command: string, what: string, body: object) =>
  service.call("POST", `/v1/machine/commands/${command}/${what}`, body, { key });

export const output = async (service: Harness, session: string) =>
  (await service.log(session)).find(({ type }) => type === "agent.toolCall.output")?.payload as Json | undefined;

/** A machine with one command that waits for it. */
export async function waiting(options: { readonly store?: Store; readonly leaseMs?: number } = {}) {
  const service = await harness({ agent: readingAgent, ...options });
  const machine = await enrol(service);
  const link = await follow(service, machine);
  const session = await service.start("notes.txt", { endUser: ana });
  await settle();
  const [command] = commandsIn(link.text);
  return { service, machine, link, session, id: command?.id ?? "" };
}
