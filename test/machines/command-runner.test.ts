import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectService } from "../../src/api/service-connection.js";
import { createCommandRunner } from "../../src/server/node/machine/command-runner.js";
import { openFolder } from "../../src/server/node/machine/folder.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "runner-"));
});
afterEach(() => rm(place, { recursive: true, force: true }));

const page = (status: number) =>
  new Response("<h1>Sign in to the network</h1>", { status, headers: { "content-type": "text/html" } });

it.each([403, 404, 200, 502])("reports a command after an answer %s of another server", async (status) => {
  const clock = createManualClock();
  const asked: string[] = [];
  const others = [page(status), undefined, page(status), undefined];
  const api = connectService({
    baseUrl: "http://127.0.0.1:1",
    clock,
    random: () => 0.5,
    async fetch(input) {
      asked.push(new URL(new Request(input).url).pathname.split("/").at(-1)!);
      return others.shift() ?? Response.json({});
    },
  });
  const begun: string[] = [];
  const folder = await openFolder(place);
  const runner = createCommandRunner({ api, folder, abilities: ["read"], onCommand: ({ id }) => begun.push(id) });
  runner.begin({ id: "c1", name: "list_files", arguments: {}, timeoutMs: 1_000 });
  await expect
    .poll(async () => {
      await clock.advanceAsync(60_000);
      return runner.running();
    })
    .toEqual([]);
  expect(asked).toEqual(["start", "start", "result", "result"]);
  expect(begun).toEqual(["c1"]);
});
