/**
 * Hostile requests over raw sockets, against both doors and the service, through the real Node adapters.
 *
 * `HOSTILE_CASES` sets how many are drawn (`npm run test:soak:hostile` draws 50,000), `HOSTILE_SEED` the first seed.
 * Each case has a seed of its own, printed when it fails: `HOSTILE_SEED=<seed> HOSTILE_CASES=1` draws it alone.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { piecesOf, type Attack, type Strategy } from "./support/attack.js";
import { brokenAttacks } from "./support/broken-attacks.js";
import { chatAttacks } from "./support/chat-attacks.js";
import { familyAttacks } from "./support/family-attacks.js";
import { familySecrets } from "./support/family-records.js";
import { proxyAttacks } from "./support/proxy-attacks.js";
import { randomOf } from "./support/random.js";
import { exchange, type RawAnswer } from "./support/raw.js";
import { serviceAttacks } from "./support/service-attacks.js";
import { apiKey, openStage, transcript, type Stage } from "./support/stage.js";

const cases = Number(process.env["HOSTILE_CASES"] ?? 2_000);
const firstSeed = Number(process.env["HOSTILE_SEED"] ?? 1);

const groups = {
  chat: chatAttacks,
  proxy: proxyAttacks,
  service: serviceAttacks,
  families: familyAttacks,
  broken: brokenAttacks,
};
const strategies: readonly (readonly [string, Strategy])[] = Object.entries(groups).flatMap(([group, attacks]) =>
  Object.entries(attacks).map(([name, strategy]) => [`${group}: ${name}`, strategy] as const),
);

/** The requests that may reach the service, apart from the route table. */
const session = "/v1/workspaces/[\\w-]+/sessions";
const family = "/(scheduled-tasks|automations|integrations|enrollments)(/[\\w-]+){0,3}";
const reachable = new RegExp(
  `^(GET|POST|PUT|PATCH|DELETE) (/v1/config/client|/v1/enrollments/device/lookup|/v1/workspaces/external|/v1/workspaces/[\\w-]+(/model-catalog|/files(/.*)?|${family})?|${session}(/[\\w-]+(/(events(/stream)?|steer|control|queue(/[\\w-]+/(move|edit|steer|delete))?|composer-draft(/submit)?|goal|lineage|archive|human-input-requests(/[\\w-]+)?|turns))?)?)$`,
);
const statuses = new Set([
  200, 201, 202, 204, 400, 401, 403, 404, 405, 408, 409, 410, 411, 413, 414, 415, 417, 422, 426, 429, 431, 501,
]);

let stage: Stage;
let faults: unknown[];
const note = (fault: unknown) => void faults.push(fault);
beforeAll(async () => {
  faults = [];
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
  stage = await openStage();
});
afterAll(async () => {
  process.off("uncaughtException", note);
  process.off("unhandledRejection", note);
  await stage.close();
});

/** The faults of a response to an attack, in words; empty when there are none. */
function wrongs(attack: Attack, answer: RawAnswer, calls: readonly string[], log: readonly string[]): string[] {
  return [...wrongAnswer(attack, answer), ...leaks(attack, answer, log), ...wrongCalls(attack, answer, calls)];
}

function wrongAnswer({ expected, isBroken = false }: Attack, answer: RawAnswer): string[] {
  const { status } = answer;
  const code = codeOf(answer);
  if (status === null) return isBroken ? [] : ["no answer"];
  if (!statuses.has(status)) return [`status ${status}`];
  if (!expected || (status === expected.status && (expected.code ?? code) === code)) return [];
  return [`${status} ${code} for ${expected.status} ${expected.code ?? ""}`];
}

function leaks({ port }: Attack, { bytes }: RawAnswer, log: readonly string[]): string[] {
  const marks = { key: apiKey, transcript, ...familySecrets, address: `127.0.0.1:${stage.servicePort}` };
  const told = Object.entries(marks).flatMap(([name, mark]) => {
    const isOwn = name === "address" && port === "service";
    return !isOwn && bytes.includes(mark) ? [`the ${name} in the answer`] : [];
  });
  // Operators may see the address, so a log line may contain it.
  const logged = [apiKey, transcript, ...Object.values(familySecrets)].filter((mark) =>
    log.some((line) => line.includes(mark)),
  );
  return [...told, ...logged.map((mark) => `${mark} in the log`)];
}

/** Whether a path names a session or a record of Ana. */
function isAnas(path: string): boolean {
  const { sessionId, taskId, sourceId, triggerId, integrationId, enrollmentId } = stage.ana;
  const own = Object.entries({
    sessions: sessionId,
    "scheduled-tasks": taskId,
    sources: sourceId,
    triggers: triggerId,
    integrations: integrationId,
    enrollments: enrollmentId,
  });
  return own.some(([collection, id]) => path.includes(`/${collection}/${id}`));
}

function wrongCalls({ actor }: Attack, answer: RawAnswer, calls: readonly string[]): string[] {
  const isRefusedWrite = codeOf(answer) === "mutation_denied";
  return calls.flatMap((call) => {
    const isRead = call.startsWith("GET");
    if (!reachable.test(call)) return [`passed the table: ${call}`];
    if (actor === "nobody") return [`reached the service for nobody: ${call}`];
    if (isRefusedWrite && !isRead) return [`wrote for another origin: ${call}`];
    return !isRead && isAnas(call) ? [`wrote to what is Ana's: ${call}`] : [];
  });
}

const endOfTurn = (go: (none: null) => void) => void setImmediate(() => go(null));

/** Ends the time for bodies again and again, as the door begins to wait at a moment that nothing outside shows. */
async function pastBodyTime<T>(answered: Promise<T>): Promise<T> {
  for (;;) {
    stage.endBodyTime();
    const settled = await Promise.race([answered.then((value) => ({ value })), new Promise<null>(endOfTurn)]);
    if (settled) return settled.value;
  }
}

function codeOf({ body }: RawAnswer): string | null {
  const [, code] = /"code":"(\w+)"/.exec(body) ?? [];
  return code ?? null;
}

describe("hostile requests", () => {
  it(`${cases} of them pass no door, break nothing and learn nothing`, async () => {
    const before = await stage.readAna();
    expect(before).toContain(transcript);
    const histogram = new Map<string, number>();
    const refusals = new Map<string, number>();
    const failures: string[] = [];
    for (let at = 0; at < cases; at += 1) {
      const seed = firstSeed + at;
      const [name, strategy] = strategies[seed % strategies.length]!;
      const attack = strategy(randomOf(seed), stage);
      stage.takeCalls();
      stage.takeLog();
      const port = attack.port === "host" ? stage.hostPort : stage.servicePort;
      const answered = exchange(port, piecesOf(attack), attack.isBroken === true).catch((fault: Error) => fault);
      const answer = await (attack.isUnfinished ? pastBodyTime(answered) : answered);
      if (answer instanceof Error) {
        failures.push(`seed ${seed}, ${name}: ${answer.message}\n  ${String(attack.body).slice(0, 1_000)}`);
        continue;
      }
      const row = `${attack.port} ${answer.status} ${codeOf(answer) ?? ""}`.trim();
      histogram.set(row, (histogram.get(row) ?? 0) + 1);
      const { code } = attack.expected ?? {};
      if (code !== undefined) refusals.set(code, (refusals.get(code) ?? 0) + 1);
      for (const wrong of wrongs(attack, answer, stage.takeCalls(), stage.takeLog()))
        failures.push(
          `seed ${seed}, ${name}: ${wrong}\n  ${attack.method} ${attack.target.slice(0, 200)} ${String(attack.body).slice(0, 200)}\n  ${answer.body.slice(0, 300)}`,
        );
    }
    const rows = [...histogram]
      .toSorted((a, b) => b[1] - a[1])
      .map(([row, count]) => `${String(count).padStart(6)}  ${row}`);
    console.log(`${cases} hostile requests:\n${rows.join("\n")}`);
    expect(failures.slice(0, 20)).toEqual([]);
    // A refusal that is hardly drawn is hardly tested.
    const least = cases < 2_000 ? 0 : 20;
    expect([...refusals].filter(([, count]) => count < least)).toEqual([]);
    expect(faults).toEqual([]);
    expect(await stage.readAna()).toBe(before);
  });
});
