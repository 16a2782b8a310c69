import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectService } from "../../src/api/service-connection.js";
import { createCommandRunner } from "../../src/server/node/machine/command-runner.js";
import { openFolder } from "../../src/server/node/machine/folder.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import type { MachineAbility } from "../../src/wire/protocol/machines.js";

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "runner-"));
});
afterEach(() => rm(place, { recursive: true, force: true }));

/** A runner whose service answers by the path of each request. */
async function runnerOf(
  answer: (what: string) => Response | Promise<Response>,
  abilities: readonly MachineAbility[] = ["read", "run"],
) {
  const clock = createManualClock();
  const asked: string[] = [];
  const begun: string[] = [];
  const api = connectService({
    baseUrl: "http://127.0.0.1:1",
    clock,
    random: () => 0.5,
    async fetch(input) {
      const what = new URL(new Request(input).url).pathname.split("/").at(-1)!;
      asked.push(what);
      return answer(what);
    },
  });
  const runner = createCommandRunner({
    api,
    folder: await openFolder(place),
    abilities,
    onCommand: ({ id }) => begun.push(id),
  });
  /** Until no command is left. */
  async function rest(): Promise<void> {
    await expect
      .poll(async () => {
        await clock.advanceAsync(200);
        return runner.running();
      })
      .toEqual([]);
  }
  return { runner, asked, begun, rest, clock };
}

const over = () =>
  Response.json(
    { error: { code: "command_over", message: "The command has ended.", status: 409, requestId: "r" } },
    { status: 409 },
  );

it("runs nothing and reports nothing when the service refuses the start", async () => {
  const { runner, asked, begun, rest } = await runnerOf(over);
  runner.begin({ id: "c1", name: "run", arguments: { command: "touch made" }, timeoutMs: 60_000 });
  await rest();
  expect({ asked, begun }).toEqual({ asked: ["start"], begun: [] });
  await expect(stat(join(place, "made"))).rejects.toThrow(/ENOENT/);
});

it("ends a command whose output the service refuses", async () => {
  const { runner, asked, rest } = await runnerOf((what) => (what === "output" ? over() : Response.json({})));
  runner.begin({ id: "c1", name: "run", arguments: { command: "echo begun; sleep 600" }, timeoutMs: 900_000 });
  await rest();
  expect(asked).toEqual(["start", "output", "result"]);
});

it("is free again after a command whose child left its group and keeps its output open", async () => {
  const { runner, asked, rest } = await runnerOf(() => Response.json({}));
  const child = 'spawn("/bin/sleep", ["600"], { detached: true, stdio: "inherit" })';
  const script = `const { pid } = require("node:child_process").${child};
    require("node:fs").writeFileSync("pid", String(pid));
    process.exit();`;
  const command = `"${process.execPath}" -e '${script}'`;
  runner.begin({ id: "c1", name: "run", arguments: { command }, timeoutMs: 900_000 });
  await rest();
  expect(asked.at(-1)).toBe("result");
  process.kill(Number(await readFile(join(place, "pid"), "utf8")));
});

it("stops after its time, although the service answers no report", async () => {
  const { runner, asked, clock } = await runnerOf((what) =>
    what === "result" ? new Promise<never>(() => undefined) : Response.json({}),
  );
  runner.begin({ id: "c1", name: "list_files", arguments: {}, timeoutMs: 1_000 });
  await expect.poll(() => asked).toContain("result");
  let isOver = false;
  void runner.stop(5_000).then(() => (isOver = true));
  await clock.advanceAsync(4_999);
  expect(isOver).toBe(false);
  await clock.advanceAsync(1);
  await expect.poll(() => isOver).toBe(true);
});

it("stops at once when every command has ended", async () => {
  const { runner, rest, clock } = await runnerOf(() => Response.json({}));
  runner.begin({ id: "c1", name: "list_files", arguments: {}, timeoutMs: 1_000 });
  await rest();
  await runner.stop(5_000);
  expect(clock.waiting).toBe(0);
});

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
