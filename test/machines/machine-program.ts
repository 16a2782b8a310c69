import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { createMemoryStore, createServiceApp, type ServiceApp, type Store } from "../../service/src/app.js";
import { listen, type Listening } from "../../service/src/listen.js";
import { bundleChild } from "../../service/test/bundle-child.js";
import { ServiceClient } from "../../src/api/service-client.js";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";

/** The real service on a port, and the real program in a temporary folder. */
export interface MachineWorld {
  readonly app: ServiceApp;
  readonly store: Store;
  readonly client: ServiceClient;
  readonly url: string;
  /** The folder that the machine offers. */
  readonly folder: string;
  /** A folder beside it that is not offered. */
  readonly outside: string;
  readonly credentials: string;
  start(...args: readonly string[]): Program;
  /** Starts it with a one-time token and waits until it is connected. */
  connect(...args: readonly string[]): Promise<Program>;
  /** Sends a message to a new session and gives the session's id. */
  ask(message: string): Promise<string>;
  /** The session's events, once one of this type has arrived. */
  until(sessionId: string, type: string, count?: number): Promise<readonly SessionEvent[]>;
  approve(sessionId: string, decision?: "approve" | "reject"): Promise<void>;
  close(): Promise<void>;
}

export interface Program {
  readonly child: ChildProcess;
  /** The program's output so far. */
  readonly text: () => string;
  readonly ended: Promise<number | null>;
}

const patience = { timeout: 30_000, interval: 20 };
const ana = { source: "app", id: "ana" };

export async function machineWorld(): Promise<MachineWorld> {
  const bundle = await bundleChild(new URL("../../src/server/node/cli.ts", import.meta.url));
  const base = await realpath(await mkdtemp(join(tmpdir(), "machine-")));
  const [folder, outside] = [join(base, "project"), join(base, "private")];
  await Promise.all([mkdir(folder), mkdir(outside)]);
  const store = createMemoryStore();
  const app = await createServiceApp({ store });
  const port: Listening = await listen(app, { port: 0 });
  const { url } = port;
  const admin = new ServiceClient({ baseUrl: url, apiKey: app.apiKey });
  const { workspace } = await admin.ensureWorkspace({ externalSource: "app", externalId: "acme", name: "acme" });
  const client = new ServiceClient({ baseUrl: url, apiKey: app.apiKey, workspaceId: workspace.id });
  const programs: Program[] = [];

  function start(...args: readonly string[]): Program {
    const child = spawn(
      process.execPath,
      [bundle.path, "machine", folder, "--service", url, "--name", "laptop", ...args],
      {
        env: { ...process.env, XDG_CONFIG_HOME: join(base, "config") },
      },
    );
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => (printed += piece.toString()));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const program = { child, text: () => printed, ended };
    programs.push(program);
    return program;
  }

  async function post(path: string, body: object): Promise<unknown> {
    const { value } = await client.request({ method: "POST", path: `/v1/workspaces/${workspace.id}${path}`, body });
    return value;
  }

  async function until(sessionId: string, type: string, count = 1): Promise<readonly SessionEvent[]> {
    const events: SessionEvent[] = [];
    // oxlint-disable-next-line vitest/no-restricted-vi-methods -- also used before a test, where no expect.poll may be
    await vi.waitFor(async () => {
      for await (const event of client.eachEvent({ sessionId }, { after: events.at(-1)?.sequence ?? 0 })) {
        events.push(event);
      }
      expect(events.filter((event) => event.type === type).length).toBeGreaterThanOrEqual(count);
    }, patience);
    return events;
  }

  return {
    app,
    store,
    client,
    url,
    folder,
    outside,
    credentials: join(base, "config", "service-sdk", "machines.json"),
    start,
    async connect(...args) {
      const { token } = (await post("/enrollments/token", { endUser: ana })) as { readonly token: string };
      const program = start("--token", token, ...args);
      // oxlint-disable-next-line vitest/no-restricted-vi-methods -- as above
      await vi.waitFor(() => expect(program.text()).toContain("Connected."), patience);
      return program;
    },
    async ask(initialMessage) {
      return (await client.createSession({ initialMessage, endUser: ana })).id;
    },
    until,
    async approve(sessionId, decision = "approve") {
      const asked = (await until(sessionId, "session.requiresAction")).findLast(
        ({ type }) => type === "session.requiresAction",
      );
      const { approvals } = asked!.payload as { readonly approvals: readonly { readonly id: string }[] };
      const payload = { approvalId: approvals[0]?.id, decision };
      await post(`/sessions/${sessionId}/events`, { type: "user.approvalDecision", payload });
    },
    async close() {
      for (const { child, ended } of programs) {
        child.kill("SIGKILL");
        await ended;
      }
      await port.close(app.close());
      await store.close();
      await Promise.all([bundle.remove(), rm(base, { recursive: true, force: true })]);
    },
  };
}
