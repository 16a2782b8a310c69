import { link, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { machineWorld, type MachineWorld, type Program } from "./machine-program.js";

let world: MachineWorld;
beforeAll(async () => {
  world = await machineWorld();
});
afterAll(() => world.close());

const payloads = (events: readonly SessionEvent[], type: string) =>
  events.filter((event) => event.type === type).map(({ payload }) => payload as Readonly<Record<string, unknown>>);

const call = (name: string, given: object) => `/call ${name} ${JSON.stringify(given)}`;

/** The result of a call on the machine. */
async function outputOf(message: string): Promise<Readonly<Record<string, unknown>>> {
  const sessionId = await world.ask(message);
  const events = await world.until(sessionId, "agent.toolCall.output");
  return payloads(events, "agent.toolCall.output")[0]!;
}

describe("the machine program", () => {
  let program: Program;
  beforeAll(async () => {
    program = await world.connect();
  });

  it("keeps its credentials in a file that only its user reads", async () => {
    expect((await stat(world.credentials)).mode & 0o777).toBe(0o600);
    expect((await stat(join(world.credentials, ".."))).mode & 0o777).toBe(0o700);
    expect(program.text()).not.toContain("svm_");
  });

  it("lists and reads files without asking", async () => {
    await writeFile(join(world.folder, "notes.txt"), "tea 💬\n");
    await mkdir(join(world.folder, "src"), { recursive: true });
    const listed = await outputOf(call("list_files", {}));
    expect(listed).toMatchObject({
      output: {
        entries: [
          { name: "notes.txt", type: "file", sizeBytes: 9 },
          { name: "src", type: "folder" },
        ],
      },
    });
    const read = await outputOf(call("read_file", { path: "notes.txt" }));
    expect(read["output"]).toEqual({ content: "tea 💬\n", sizeBytes: 9, nextOffset: null });
  });

  it("writes a file once a person approved it, and not when they rejected it", async () => {
    const path = "made/by/agent.txt";
    const write = call("write_file", { path, content: "first" });
    const rejected = await world.ask(write);
    await world.approve(rejected, "reject");
    await world.until(rejected, "turn.completed");
    await expect(stat(join(world.folder, path))).rejects.toThrow(/ENOENT/);
    const approved = await world.ask(write);
    await world.approve(approved);
    await world.until(approved, "turn.completed");
    expect(await readFile(join(world.folder, path), "utf8")).toBe("first");
  });

  it("streams what a command prints into the session's log, and reports its code", async () => {
    const sessionId = await world.ask(call("run", { command: "echo begun; sleep 0.5; echo over >&2; exit 3" }));
    await world.approve(sessionId);
    const events = await world.until(sessionId, "turn.completed");
    const chunks = payloads(events, "sandbox.command.output.delta");
    expect(chunks.map(({ chunk }) => chunk).join("")).toBe("begun\nover\n");
    expect(chunks.map(({ stream }) => stream)).toEqual(["stdout", "stderr"]);
    expect(payloads(events, "sandbox.operation.started")).toMatchObject([{ name: "run", command: expect.any(String) }]);
    expect(payloads(events, "sandbox.operation.failed")).toMatchObject([{ message: "The command ended with code 3." }]);
    expect(payloads(events, "agent.toolCall.output")[0]).toMatchObject({
      output: { exitCode: 3, output: "begun\nover\n", timedOut: false },
    });
  });

  it("ends a command and everything that it started at its time limit", async () => {
    const sessionId = await world.ask(
      call("run", { command: "(sleep 60; touch late) & sleep 60; touch late", timeoutSeconds: 1 }),
    );
    await world.approve(sessionId);
    const events = await world.until(sessionId, "turn.completed");
    expect(payloads(events, "agent.toolCall.output")[0]).toMatchObject({ output: { timedOut: true, exitCode: null } });
    expect(payloads(events, "sandbox.operation.failed")).toMatchObject([
      { message: "The command was ended at its time limit." },
    ]);
  });

  it("reports a command that a signal ended as failed", async () => {
    const sessionId = await world.ask(call("run", { command: "kill -9 $$" }));
    await world.approve(sessionId);
    const events = await world.until(sessionId, "turn.completed");
    expect(payloads(events, "sandbox.operation.failed")).toMatchObject([
      { message: "The command was ended by SIGKILL." },
    ]);
  });

  it("ends a command when the person stops the turn", async () => {
    const sessionId = await world.ask(call("run", { command: "echo $$; echo begun; exec sleep 300" }));
    await world.approve(sessionId);
    const events = await world.until(sessionId, "sandbox.command.output.delta");
    const pid = Number(/\d+/.exec(String(payloads(events, "sandbox.command.output.delta")[0]?.["chunk"]))?.[0]);
    expect(isAlive(pid)).toBe(true);
    await world.client.control({ sessionId }, { action: "interrupt" });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("refuses every path that leads out of its folder", async () => {
    await writeFile(join(world.outside, "secret.txt"), "secret");
    await symlink(world.outside, join(world.folder, "door"));
    await symlink("../private/secret.txt", join(world.folder, "window"));
    await symlink("../private/new.txt", join(world.folder, "hole"));
    await symlink("loop", join(world.folder, "loop"));
    const paths = [
      "../private/secret.txt",
      "src/../../private/secret.txt",
      join(world.outside, "secret.txt"),
      "/etc/passwd",
      "door/secret.txt",
      "window",
      "loop",
      "..\\private\\secret.txt",
      "notes.txt\0.png",
      "/proc/self/environ",
      `${"a/".repeat(2_000)}b`,
      "x".repeat(300),
    ];
    for (const path of paths) {
      const { output, failed } = await outputOf(call("read_file", { path }));
      expect([path, failed]).toEqual([path, true]);
      expect(JSON.stringify(output)).not.toContain('secret"');
    }
    for (const path of ["hole", "door/new.txt", "../new.txt", "."]) {
      const sessionId = await world.ask(call("write_file", { path, content: "x" }));
      await world.approve(sessionId);
      const events = await world.until(sessionId, "agent.toolCall.output");
      expect([path, payloads(events, "agent.toolCall.output")[0]?.["failed"]]).toEqual([path, true]);
    }
    await expect(stat(join(world.outside, "new.txt"))).rejects.toThrow(/ENOENT/);
  });

  it("follows links that stay inside, and leaves the other name of a hard link alone", async () => {
    await symlink("notes.txt", join(world.folder, "alias"));
    expect((await outputOf(call("read_file", { path: "alias" })))["output"]).toMatchObject({ content: "tea 💬\n" });
    await writeFile(join(world.outside, "twin.txt"), "outside");
    await link(join(world.outside, "twin.txt"), join(world.folder, "twin.txt"));
    const sessionId = await world.ask(call("write_file", { path: "twin.txt", content: "inside" }));
    await world.approve(sessionId);
    await world.until(sessionId, "turn.completed");
    expect(await readFile(join(world.outside, "twin.txt"), "utf8")).toBe("outside");
    expect(await readFile(join(world.folder, "twin.txt"), "utf8")).toBe("inside");
  });

  it("takes a long output up to its bound, without losing or doubling a line", async () => {
    const sessionId = await world.ask(call("run", { command: "seq 1 100000" }));
    await world.approve(sessionId);
    const events = await world.until(sessionId, "turn.completed");
    const printed = payloads(events, "sandbox.command.output.delta")
      .map(({ chunk }) => chunk)
      .join("");
    const whole = Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join("");
    expect(printed.length).toBe(262_144);
    expect(printed === whole.slice(0, 262_144)).toBe(true);
    expect(payloads(events, "agent.toolCall.output")[0]).toMatchObject({ output: { isTruncated: true } });
  });

  it("loses its connection at once when it is revoked, and forgets its credentials", async () => {
    const [machine] = await world.client.listEnrollments();
    const before = Date.now();
    expect(await world.client.revokeEnrollment(machine!.id)).toEqual({ revoked: true, outcome: "removed" });
    expect(await program.ended).toBe(1);
    expect(Date.now() - before).toBeLessThan(5_000);
    expect(program.text()).toContain("This computer was removed.");
    expect(await readFile(world.credentials, "utf8")).toBe("[]\n");
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
