/**
 * Use of one record of each family by people and machines, and the required result however often a process is killed.
 */
import type { Json } from "../harness.js";
import { signedHeaders, webhookSecret } from "../automations/signed.js";
import { broken, brokenSessions, type LifeWorld } from "./life-world.js";

/** Returns the promises that were broken. */
export type Life = (world: LifeWorld, sourceUrl: string) => Promise<string[]>;

const iso = (ms: number) => new Date(ms).toISOString();
const endUser = { source: "app", id: "ana" };
const list = (body: Json, name: string): readonly Json[] => body[name] ?? [];
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A task that is due once, and is then triggered by hand. */
const schedule: Life = async (world) => {
  const { ask, until, workspace } = world;
  const tasks = `${workspace}/scheduled-tasks`;
  await world.arm();
  const startAt = iso(world.now() + 2_000);
  const made = await ask("POST", tasks, {
    name: "Report",
    schedule: { type: "interval", everySeconds: 86_400, startAt },
    runMode: "new_session_per_run",
    // Longer than another process waits before it makes the turn itself.
    agentConfig: { prompt: "/silence 15" },
    idempotencyKey: "k",
    endUser,
  });
  const task = `${tasks}/${String(made.body["id"])}`;
  const ended = (count: number) => (body: Json) =>
    list(body, "runs").filter(({ status }) => ["completed", "failed"].includes(String(status))).length >= count;
  await until(`${task}/runs`, ended(1));
  const triggered = await ask("POST", `${task}/trigger`, { triggerId: "t" });
  const runs = list(await until(`${task}/runs`, ended(2)), "runs");
  const due = runs.filter(({ triggerType }) => String(triggerType) === "schedule");
  const manual = runs.filter(({ triggerType }) => String(triggerType) === "manual");
  const { body } = await ask("GET", task);
  return [
    ...broken({
      "the task is there once": list((await ask("GET", tasks)).body, "tasks").length === 1,
      "the due time has one run": due.length === 1 && same(due[0]?.["scheduledAt"], startAt),
      "the trigger has one run": manual.length === 1 && same(manual[0]?.["id"], triggered.body["id"]),
      "each run names its session": new Set(runs.map(({ sessionId }) => sessionId)).size === 2,
      "the next run is a day later": same(body["nextRunAt"], iso(Date.parse(startAt) + 86_400_000)),
    }),
    ...(await brokenSessions(world, 2)),
  ];
};

/** A delivery, and its repeat after everything was done. */
const delivery: Life = async (world) => {
  const { ask, until, workspace } = world;
  const automations = `${workspace}/automations`;
  const source = (await ask("POST", `${automations}/sources`, { name: "Shop", webhookSecret, endUser })).body;
  const template = { prompt: "/say looked" };
  const sourceId = String(source["id"]);
  const trigger = { sourceId, name: "Look", eventTypes: ["*"], sessionTemplate: template, endUser };
  await ask("POST", `${automations}/triggers`, trigger);
  await world.arm();
  const event = JSON.stringify({ id: "e-1", type: "order.created", data: { total: 3 } });
  const headers = signedHeaders("signed-json.v1", { body: event, secret: webhookSecret });
  const deliver = () => ask("POST", String(source["webhookPath"]), event, { key: null, headers });
  const first = await deliver();
  const settled = (body: Json) =>
    list(body, "runs").length > 0 &&
    list(body, "runs").every(({ status }) => ["dispatched", "failed"].includes(String(status)));
  const runs = list(await until(`${automations}/runs`, settled), "runs");
  const again = await deliver();
  const events = list((await ask("GET", `${automations}/sources/${sourceId}/events`)).body, "events");
  return [
    ...broken({
      "the delivery was taken": first.status === 202,
      "its repeat is known": again.status === 202 && same(again.body["duplicate"], true),
      "both name one event": events.length === 1 && same(events[0]?.["id"], again.body["eventId"]),
      "the first answer names it too": same(first.body["eventId"], again.body["eventId"]),
      "the event has one run": runs.length === 1 && same(events[0]?.["runIds"], [runs[0]?.["id"]]),
      "the run started": same(runs[0]?.["status"], "dispatched"),
    }),
    ...(await brokenSessions(world, 1)),
  ];
};

/** An integration that is installed and then changed, and one that is installed and removed. */
const install: Life = async ({ ask, workspace, arm }, url) => {
  const integrations = `${workspace}/integrations`;
  const source = { kind: "openapi", url };
  const preview = (await ask("POST", `${integrations}/preview`, { source, endUser })).body;
  const seen = { expectedRevisionId: preview["revisionId"], expectedContentSha256: preview["contentSha256"] };
  const ids = list(preview, "tools").map(({ id }) => id);
  const wanted = { source, endUser, ...seen, instanceKey: "orders", allowedTools: ids.slice(0, 1) };
  await arm();
  const made = await ask("POST", `${integrations}/install`, wanted);
  const scheme = preview["auth"]?.["schemes"]?.[0]?.["id"];
  const change = { allowedTools: ids.slice(0, 2), expectedInstanceVersion: 1 };
  const credential = { schemeId: scheme, value: "a-key-of-the-shop" };
  const changed = await ask("POST", `${integrations}/install`, { ...wanted, ...change, credential });
  const other = await ask("POST", `${integrations}/install`, { ...wanted, instanceKey: "other" });
  const removed = await ask("DELETE", `${integrations}/${String(other.body["id"])}`);
  const left = list((await ask("GET", integrations)).body, "integrations");
  const [kept] = left;
  return broken({
    "each installation was taken": [made, changed, other].every(({ status }) => status === 200 || status === 201),
    "one is removed, one is left": left.length === 1 && [200, 404].includes(removed.status),
    "the one that is left is the first": same(kept?.["id"], made.body["id"]) && same(kept?.["id"], changed.body["id"]),
    "it was changed once": same(kept?.["instanceVersion"], 2) && list(kept!, "tools").length === 2,
    "it has its credential": same(kept?.["hasCredential"], true),
  });
};

/** A machine that a person approves, one that a token connects, and the end of the first. */
const machine: Life = async ({ ask, workspace, arm, until }) => {
  const device = "/v1/enrollments/device";
  const enrollments = `${workspace}/enrollments`;
  const facts = { name: "laptop", folder: "~/project", abilities: ["read"] };
  const open = { key: null };
  await arm();
  const code = (await ask("POST", `${device}/start`, facts, open)).body;
  const approved = await ask("POST", `${enrollments}/device/approve`, { userCode: code["userCode"], endUser });
  const poll = (deviceCode: unknown) => ask("POST", `${device}/poll`, { deviceCode, machine: facts }, open);
  const first = await poll(code["deviceCode"]);
  const again = await poll(code["deviceCode"]);
  const token = (await ask("POST", `${enrollments}/token`, { endUser })).body["token"];
  const byToken = await poll(token);
  const tokenAgain = await poll(token);
  const both = list(await until(enrollments, () => true), "enrollments");
  // A lost answer cannot be requested again: the machine starts again.
  const credentials = [first, again, byToken, tokenAgain].flatMap(({ body }) => body["credentials"] ?? []);
  const tried = await Promise.all(
    credentials.map(({ token: secret }) =>
      ask("POST", "/v1/machine/commands/none/start", { startKey: "k" }, { key: String(secret) }),
    ),
  );
  const revoked = await ask("POST", `${enrollments}/${String(both[0]?.["id"])}/revoke`, {});
  const states = list((await ask("GET", enrollments)).body, "enrollments").map(({ state }) => String(state));
  return broken({
    "the approval was taken": approved.status === 200,
    "each code made one machine": both.length === 2,
    "a code is used once": [again, tokenAgain].every(({ body }) => same(body["state"], "expired")),
    "no code gave two credentials":
      new Set(credentials.map(({ enrollmentId }) => enrollmentId)).size === credentials.length,
    "credentials are valid": tried.every(({ status }) => status === 404),
    "one is revoked": revoked.status === 200 && !states.includes("revoked") && states.length === 1,
  });
};

export const lives = { schedule, delivery, install, machine } as const;
