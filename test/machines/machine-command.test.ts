import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { machineWorld, type MachineWorld, type Program } from "./machine-program.js";

let world: MachineWorld;
beforeEach(async () => {
  world = await machineWorld();
});
afterEach(() => world.close());

const ana = { source: "app", id: "ana" };

async function says(program: Program, text: string | RegExp): Promise<void> {
  await expect.poll(() => program.text()).toMatch(text);
}

async function codeOf(program: Program): Promise<string> {
  await says(program, /\n {4}[A-Z]{4}-[A-Z]{4}\n/);
  return /\n {4}([A-Z]{4}-[A-Z]{4})\n/.exec(program.text())?.[1] ?? "";
}

/** The output of a call, or the code of its refusal. */
async function outputOf(name: string, given: object): Promise<unknown> {
  const sessionId = await world.ask(`/call ${name} ${JSON.stringify(given)}`);
  const events = await world.until(sessionId, "turn.completed");
  const told = events.find(({ type }) => type === "agent.toolCall.output")?.payload as { output?: unknown } | undefined;
  return told?.output;
}

async function approved(name: string, given: object): Promise<string> {
  const sessionId = await world.ask(`/call ${name} ${JSON.stringify(given)}`);
  await world.approve(sessionId);
  return sessionId;
}

describe("the abilities that the machine program offers", () => {
  it("are only reading with --read-only", async () => {
    const program = await world.connect("--read-only");
    expect(program.text()).toContain(": read.");
    const [machine] = await world.client.listEnrollments();
    expect(machine?.abilities).toEqual(["read"]);
    expect(await outputOf("list_files", {})).toMatchObject({ entries: [] });
    const handle = { machine: machine?.handle };
    expect(await outputOf("write_file", { ...handle, path: "a.txt", content: "x" })).toMatchObject({
      code: expect.stringMatching(/tool_unknown|machine_forbids/),
    });
    expect(await outputOf("run", { ...handle, command: "touch b.txt" })).toMatchObject({
      code: expect.stringMatching(/tool_unknown|machine_forbids/),
    });
    await expect(stat(join(world.folder, "a.txt"))).rejects.toThrow(/ENOENT/);
    await expect(stat(join(world.folder, "b.txt"))).rejects.toThrow(/ENOENT/);
  });

  it("are reading and writing with --no-run", async () => {
    const program = await world.connect("--no-run");
    expect(program.text()).toContain(": read, write.");
    await world.until(await approved("write_file", { path: "a.txt", content: "x" }), "turn.completed");
    expect(await readFile(join(world.folder, "a.txt"), "utf8")).toBe("x");
    const [machine] = await world.client.listEnrollments();
    expect(await outputOf("run", { machine: machine?.handle, command: "touch b.txt" })).toMatchObject({
      code: expect.stringMatching(/tool_unknown|machine_forbids/),
    });
  });
});

describe("the page that the machine program names", () => {
  it("is the page of --approve-at, with the code in its address", async () => {
    const page = "https://shop.example/account/connect?lang=de";
    const program = world.start("--approve-at", page);
    const code = await codeOf(program);
    expect(program.text()).toContain(`Open ${page} and enter the code`);
    expect(program.text()).toContain(`or open ${page}&code=${code}`);
    expect(program.text()).not.toContain(world.url);
  });

  it("is the page that the service names, without it", async () => {
    const program = world.start();
    const code = await codeOf(program);
    expect(program.text()).toContain(`or open ${world.url}/machines/approve?code=${code}`);
  });

  it.each(["shop.example", "javascript:alert(1)"])("is not %s, which ends with code 2", async (page) => {
    const program = world.start("--approve-at", page);
    expect(await program.ended).toBe(2);
    expect(program.text()).toContain("--approve-at");
  });
});

describe("an approval", () => {
  it("is kept for the next start, covers the approved abilities, and is requested again with --forget", async () => {
    const first = world.start("--no-run");
    await world.client.approveDevice(await codeOf(first), { endUser: ana });
    await says(first, "Connected.");
    first.child.kill("SIGINT");
    expect(await first.ended).toBe(0);

    const same = world.start("--no-run");
    await says(same, "Connected.");
    expect(same.text()).not.toContain("enter the code");
    same.child.kill("SIGINT");
    expect(await same.ended).toBe(0);

    const more = world.start();
    await codeOf(more);
    more.child.kill("SIGINT");
    expect(await more.ended).toBe(0);

    const forgotten = world.start("--no-run", "--forget");
    await world.client.denyDevice(await codeOf(forgotten));
    expect(await forgotten.ended).toBe(1);
    expect(forgotten.text()).toContain("The request was denied. Nothing was connected.");
    expect(forgotten.text()).not.toContain("Connected.");
    // --forget also removed the earlier approval.
    expect(await readFile(world.credentials, "utf8")).toBe("[]\n");
  });
});

describe("a service that does not answer", () => {
  it("is named with its address, until Ctrl-C", async () => {
    const service = "http://127.0.0.1:1";
    const kept = { enrollmentId: "e", token: "svm_0", service, folder: world.folder, abilities: ["read"] };
    await mkdir(dirname(world.credentials), { recursive: true });
    await writeFile(world.credentials, JSON.stringify([kept]));
    const program = world.start("--read-only", "--service", service);
    await says(program, /^Not connected\. http:\/\/127\.0\.0\.1:1 could not be reached .+ Trying again …\n$/);
    program.child.kill("SIGINT");
    expect(await program.ended).toBe(0);
  });
});

describe("a service that connects no computer", () => {
  it("is named with its address, and the reason: nothing answers", async () => {
    const program = world.start("--service", "http://127.0.0.1:1");
    expect(await program.ended).toBe(1);
    expect(program.text()).toMatch(/^http:\/\/127\.0\.0\.1:1 could not be reached \(.+\)\. Check --service/);
  });

  it("is named with its address, and the reason: another server answers", async () => {
    const server = createServer((_, response) => response.writeHead(501).end("<h1>No</h1>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const program = world.start("--service", `http://127.0.0.1:${port}`);
    expect(await program.ended).toBe(1);
    expect(program.text()).toContain(`http://127.0.0.1:${port} answered 501, but not as the service does.`);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("Ctrl-C", () => {
  it("ends a running command and everything it started, reports it, and disconnects", async () => {
    const program = await world.connect();
    const sessionId = await approved("run", { command: "sleep 300 & echo $$ $!; wait" });
    const events = await world.until(sessionId, "sandbox.command.output.delta");
    const { chunk } = events.find(({ type }) => type === "sandbox.command.output.delta")!.payload as { chunk: string };
    const pids = chunk.trim().split(" ").map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    program.child.kill("SIGINT");
    expect(await program.ended).toBe(0);
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
    const ended = await world.until(sessionId, "turn.completed");
    const failures = ended.filter(({ type }) => type === "sandbox.operation.failed").map(({ payload }) => payload);
    expect(failures).toMatchObject([{ message: "The command was ended on the computer." }]);
    await expect.poll(async () => (await world.client.listEnrollments()).map(({ state }) => state)).toEqual(["away"]);
  });

  it("ends the wait for an approval, and keeps nothing", async () => {
    const program = world.start();
    await codeOf(program);
    program.child.kill("SIGINT");
    expect(await program.ended).toBe(0);
    await expect(stat(world.credentials)).rejects.toThrow(/ENOENT/);
    expect(await world.client.listEnrollments()).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
