/** Routes for the machine itself, with its own credential: its commands as a stream, and their results (§9.6). */
import { isServiceError, ServiceApiError, sseHeaders } from "@service/sdk/protocol";
import * as v from "valibot";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import {
  appendOutput,
  cancelledUnlessAwaited,
  commandOver,
  finishCommand,
  loseCommand,
  maxResultBytes,
  startCommand,
} from "../machines/command.js";
import { createCommandFeed } from "../machines/command-feed.js";
import type { CommandChange, CommandRecord, MachineRecord } from "../machines/machine-record.js";
import { invalid } from "../sessions/api-failure.js";
import type { TurnRecord } from "../store/records.js";
import { utf8Length } from "../sessions/bound-payload.js";
import { isoNow, type World } from "../world.js";
import { machinesOf } from "./device-flow.js";
import { outputBody, resultBody, startCommandBody } from "./machine-bodies.js";
import type { OpenCall, OpenRoute } from "./open-route.js";
import { assertRoom, pulledStream } from "./pulled-stream.js";

const command = "/v1/machine/commands/:commandId";

export const machineLinkRoutes: readonly OpenRoute[] = [
  {
    method: "GET",
    path: "/v1/machine/commands",
    about: {
      summary: "Follow a machine's commands",
      query: { running: "text" },
      answers: { 200: "event stream" },
    },
    handle: openLink,
  },
  {
    method: "POST",
    path: `${command}/start`,
    about: {
      summary: "Acknowledge a command before it starts",
      body: startCommandBody,
      answers: { 200: v.object({ started: v.literal(true) }) },
    },
    handle: async (call) => {
      const machine = await machineOf(call);
      const { startKey } = await readBody(call.request, startCommandBody);
      const now = isoNow(call.world.clock);
      const mayRun = await change(call, machine, (known, turn) => startCommand(known, turn, { now, startKey }));
      if (!mayRun) throw commandOver();
      return json({ started: true });
    },
  },
  {
    method: "POST",
    path: `${command}/output`,
    about: {
      summary: "Report what a command prints",
      body: outputBody,
      answers: { 200: v.object({ receivedBytes: v.number(), cancelled: v.boolean() }) },
    },
    handle: async (call) => {
      const machine = await machineOf(call);
      const chunk = await readBody(call.request, outputBody);
      const decide: Decide<object> = (known, turn) => appendOutput(cancelledUnlessAwaited(known, turn), chunk);
      return json(await change(call, machine, decide));
    },
  },
  {
    method: "POST",
    path: `${command}/result`,
    about: {
      summary: "Report how a command ended",
      body: resultBody,
      answers: { 200: v.object({ status: v.string() }) },
    },
    handle: async (call) => {
      const machine = await machineOf(call);
      const result = await readBody(call.request, resultBody);
      const size = utf8Length(JSON.stringify(result.value));
      if (size > maxResultBytes) {
        throw invalid(`The result takes ${size} bytes, at most ${maxResultBytes}.`, 413, { limit: maxResultBytes });
      }
      const now = isoNow(call.world.clock);
      const decide: Decide<object> = (known, turn) => finishCommand(cancelledUnlessAwaited(known, turn), now, result);
      return json(await change(call, machine, decide));
    },
  },
];

const bearer = /^Bearer +(svm_\S{1,200})$/i;

/**
 * The machine that a request's credential belongs to.
 *
 * @throws {ServiceApiError} 401 without one, or with one that is unknown or revoked; always the same words.
 */
async function machineOf({ world, request }: OpenCall): Promise<MachineRecord> {
  machinesOf(world);
  const token = bearer.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
  const machine = token === undefined ? null : await world.store.findMachine(await world.hash(token));
  if (machine !== null && machine.revokedAt === null) return machine;
  throw new ServiceApiError(
    "The request carries no valid credential of a machine: it is missing, unknown or revoked.",
    {
      status: 401,
      code: "unauthenticated",
    },
  );
}

type Decide<T> = (known: CommandRecord | null, turn: TurnRecord | null) => CommandChange<T>;

/** Changes a command as far as it is the machine's own; another machine's is treated as missing. */
function change<T>({ world, param }: OpenCall, machine: MachineRecord, decide: Decide<T>): Promise<T> {
  return world.store.changeCommandInTurn(param("commandId"), (known, turn) =>
    decide(known?.machineId === machine.id ? known : null, turn),
  );
}

/** At most as many ids as may be open, so that a query cannot be made large. */
const longestRunning = 2_000;

async function openLink(call: OpenCall): Promise<Response> {
  const { world, request, query } = call;
  const { store, clock, newId } = world;
  const machine = await machineOf(call);
  assertRoom(world);
  const running = new Set((query.get("running") ?? "").slice(0, longestRunning).split(","));
  const linkId = newId();
  const now = isoNow(clock);
  await store.changeMachine(machine.id, (known) =>
    known.revokedAt === null ? { ...known, linkId, seenAt: now } : known,
  );
  // A command that the machine no longer has may have run: it is never sent again.
  for (const { id } of await store.openCommands(machine.id)) {
    if (!running.has(id)) await store.changeCommand(id, (known) => loseCommand(known, now));
  }
  const feed = createCommandFeed({ store, clock, machineId: machine.id, linkId });
  const body = pulledStream({
    world,
    request,
    feed,
    watchEnd: (end) => machinesOf(world).watch.watch(machine.id, end),
    onRelease: () => void leave(world, machine.id, linkId),
  });
  return new Response(body, { headers: { ...sseHeaders, connection: "keep-alive" } });
}

/** Notes that the stream is closed, unless the machine has opened another one since. */
async function leave({ store, clock, onError }: World, machineId: string, linkId: string): Promise<void> {
  const now = isoNow(clock);
  try {
    await store.changeMachine(machineId, (machine) =>
      machine.linkId === linkId ? { ...machine, linkId: null, seenAt: now } : machine,
    );
  } catch (error) {
    // A closed store, or one that is away: the machine counts as away once it was not seen for a while.
    if (!isServiceError(error)) onError(error);
  }
}
