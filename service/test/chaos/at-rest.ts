/** Checks once every fault has ended, by the HTTP API alone. */
import { isDeepStrictEqual } from "node:util";
import { createHash } from "node:crypto";
import type { ServiceClient } from "@service/sdk";
import type { SessionEvent } from "@service/sdk/protocol";
import { checkLog, RuleBroken } from "../../../test/simulation/support/log-rules.js";
import { untilAccepted, type Answers, type Person } from "./people.js";
import { pause, type ServiceProcess } from "./service-process.js";

/** Time (ms) for turns to end and readers to arrive; most of it is for a slow machine. */
const longestMs = 120_000;

/** Repeats a check until it reports nothing. @returns its last report */
async function eventually(check: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const until = performance.now() + longestMs;
  for (;;) {
    const broken = await check();
    if (broken.length === 0 || performance.now() > until) return broken;
    await pause(200);
  }
}

export async function servicesAtRest(services: readonly ServiceProcess[]): Promise<readonly string[]> {
  const broken = await Promise.all(
    services.map(({ url }, index) =>
      eventually(async () => {
        const answer = await fetch(new URL("/readyz", url), { signal: AbortSignal.timeout(8_000) }).catch(String);
        if (typeof answer === "string") return [`service ${index} is not ready: ${answer}`];
        const body = await answer.text();
        return answer.ok ? [] : [`service ${index} is not ready: ${body}`];
      }),
    ),
  );
  return broken.flat();
}

export async function personAtRest(
  client: ServiceClient,
  person: Person,
  answers: Answers,
): Promise<readonly string[]> {
  const { sessionId, readers } = person;
  const broken = await eventually(async () => {
    const log = await readLog(client, sessionId, answers);
    return [...ruleBroken(log), ...readers.flatMap((seen, index) => readerBroken(seen, log, index))];
  });
  const log = await readLog(client, sessionId, answers);
  return [...broken, ...acceptedBroken(person, log), ...(await filesBroken(client, person, answers))].map(
    (promise) => `session ${sessionId}: ${promise}`,
  );
}

async function readLog(client: ServiceClient, sessionId: string, answers: Answers): Promise<readonly SessionEvent[]> {
  const log: SessionEvent[] = [];
  for (;;) {
    const after = log.at(-1)?.sequence ?? 0;
    const query = { after, limit: 500, payloadMode: "full" } as const;
    const { events } = await untilAccepted(answers, () => client.listEvents({ sessionId }, query));
    if (events.length === 0) return log;
    log.push(...events);
  }
}

function ruleBroken(log: readonly SessionEvent[]): readonly string[] {
  try {
    checkLog(log, { calls: [], hasLost: true, isAtRest: true });
    return [];
  } catch (error) {
    if (error instanceof RuleBroken) return [error.message];
    throw error;
  }
}

function readerBroken(seen: readonly SessionEvent[], log: readonly SessionEvent[], index: number): readonly string[] {
  const at = log.findIndex((event, place) => !isDeepStrictEqual(event, seen[place]));
  if (at < 0 && seen.length === log.length) return [];
  const got = at < 0 ? `${seen.length} events of ${log.length}` : JSON.stringify(seen[at] ?? "nothing");
  return [`reader ${index} got ${got} instead of ${JSON.stringify(log[at] ?? "the end")}`];
}

function acceptedBroken({ accepted }: Person, log: readonly SessionEvent[]): readonly string[] {
  const keys = log.map(({ clientEventId }) => clientEventId);
  return accepted
    .map((key) => ({ key, times: keys.filter((other) => other === key).length }))
    .filter(({ times }) => times !== 1)
    .map(({ key, times }) => `${key} was accepted and is in the log ${times} times`);
}

async function filesBroken(client: ServiceClient, { files }: Person, answers: Answers): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { id, sha256 } of files) {
    const bytes = await untilAccepted(answers, async () => new Response(await client.downloadFile(id)).arrayBuffer());
    if (createHash("sha256").update(new Uint8Array(bytes)).digest("hex") !== sha256)
      broken.push(`file ${id} is not whole`);
  }
  return broken;
}
