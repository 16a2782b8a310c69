import { expect, it } from "vitest";
import { connectService } from "../../src/api/service-connection.js";
import { enrol } from "../../src/server/node/machine/enrol.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

const code = {
  deviceCode: "d",
  userCode: "ABCD-EFGH",
  verificationUri: "http://127.0.0.1:1/machines/approve",
  verificationUriComplete: "http://127.0.0.1:1/machines/approve?code=ABCD-EFGH",
  intervalSeconds: 5,
  expiresInSeconds: 600,
};
const page = (status: number) =>
  new Response("<h1>Sign in to the network</h1>", { status, headers: { "content-type": "text/html" } });

/** Enrols against these answers; the last one repeats. */
function begin(...answers: readonly (() => Response)[]) {
  const clock = createManualClock();
  let polls = 0;
  const api = connectService({
    baseUrl: "http://127.0.0.1:1",
    clock,
    async fetch(input) {
      if (new Request(input).url.endsWith("/start")) return Response.json(code);
      return answers[Math.min(polls++, answers.length - 1)]!();
    },
  });
  const { signal } = new AbortController();
  const facts = { name: "laptop", folder: "/srv/app", abilities: ["read"] as const };
  const settled = enrol({ api, facts, signal, show: () => {} }).catch((error: unknown) => error);
  return { clock, settled, polls: () => polls };
}

async function patiently<T>({ clock, settled }: { clock: ReturnType<typeof createManualClock>; settled: Promise<T> }) {
  let isOver = false;
  void settled.then(() => (isOver = true));
  await expect.poll(async () => (await clock.advanceAsync(60_000), isOver)).toBe(true);
  return settled;
}

it.each([403, 404, 200, 502])("asks again after an answer %s of another server", async (status) => {
  const credentials = { enrollmentId: "e", token: "t" };
  const asked = begin(
    () => page(status),
    () => Response.json({ state: "authorized", credentials }),
  );
  expect(await patiently(asked)).toEqual(credentials);
  expect(asked.polls()).toBe(2);
});

it("ends at once where the service connects no computers", async () => {
  const refusal = { error: { code: "enrollments_disabled", message: "This service connects no computers." } };
  const asked = begin(() => Response.json(refusal, { status: 503, headers: { "x-service-request-id": "r" } }));
  expect(await patiently(asked)).toMatchObject({ code: "enrollments_disabled", status: 503 });
  expect(asked.polls()).toBe(1);
});

it("gives up when the code has expired, whatever the answer", async () => {
  expect(await patiently(begin(() => page(403)))).toMatchObject({ code: "enrollment_expired" });
});
