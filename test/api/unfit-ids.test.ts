import { expect, it } from "vitest";
import { ServiceClient } from "../../src/api/service-client.js";

/** A client that records what it sends. */
function recording() {
  const sent: string[] = [];
  const client = new ServiceClient({
    baseUrl: "https://service.test",
    apiKey: "svk_0123456789",
    workspaceId: "w",
    async fetch(input) {
      sent.push(new URL(new Request(input).url).pathname);
      return Response.json({});
    },
  });
  return { client, sent };
}

const calls: readonly (readonly [string, (client: ServiceClient, id: string) => Promise<unknown>])[] = [
  ["a session", (client, id) => client.getSession({ sessionId: id })],
  ["a workspace", (client, id) => client.getSession({ sessionId: "s", workspaceId: id })],
  ["a task", (client, id) => client.getScheduledTask({ taskId: id })],
  ["a memory", (client, id) => client.deleteMemory(id)],
  ["a file", (client, id) => client.downloadFile(id)],
  ["a turn", (client, id) => client.steerQueuedTurn({ sessionId: "s" }, id, { expectedTurnVersion: 1 })],
];

it.each(calls)("refuses an id of %s that is a path, before anything is sent", async (_what, call) => {
  for (const id of ["..", "."]) {
    const { client, sent } = recording();
    await expect((async () => call(client, id))()).rejects.toMatchObject({ code: "id_invalid" });
    expect(sent).toEqual([]);
  }
});

it("refuses an empty id", async () => {
  const { client, sent } = recording();
  await expect(client.getScheduledTask({ taskId: "" })).rejects.toMatchObject({ code: "id_invalid" });
  await expect(client.getSession({ sessionId: "s", workspaceId: "" })).rejects.toMatchObject({ code: "id_invalid" });
  expect(sent).toEqual([]);
});

it("passes ids that only contain dots or slashes", async () => {
  for (const [id, segment] of [
    ["...", "..."],
    ["a.b", "a.b"],
    ["../x", "..%2Fx"],
    ["%2e%2e", "%252e%252e"],
  ] as const) {
    const { client, sent } = recording();
    await client.getScheduledTask({ taskId: id }).catch(() => undefined);
    expect(sent).toEqual([`/v1/workspaces/w/scheduled-tasks/${segment}`]);
  }
});
