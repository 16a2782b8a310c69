import { beforeAll, expect, it } from "vitest";
import { allRoutes } from "../../src/routes/all-routes.js";
import { webhookWorld } from "../automations/webhook-world.js";
import { fault, text, type Harness } from "../harness.js";

/** Every list that is read page by page. */
const lists = allRoutes
  .filter(({ method, about }) => method === "GET" && "cursor" in (about.query ?? {}))
  .map(({ path }) => path);

let service: Harness;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  const world = await webhookWorld();
  service = world;
  for (const message of ["one", "two"]) await service.start(message);
  const [, workspaceId = ""] = /workspaces\/([^/]+)/.exec(service.workspace) ?? [];
  const task = { name: "Daily", schedule: { type: "manual" }, agentConfig: { prompt: "/say hello" } };
  ids = {
    organizationId: service.app.organizationId,
    workspaceId,
    taskId: text((await service.call("POST", `${service.workspace}/scheduled-tasks`, task)).body["id"]),
    sourceId: text((await world.source())["id"]),
  };
});

const placed = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? `no ${name}`);

/** A cursor of the workspace's sessions. */
async function sessionsCursor(): Promise<string> {
  const page = await service.call("GET", `${service.workspace}/sessions?view=page&limit=1`);
  return encodeURIComponent(text(page.body["nextCursor"]));
}

it("are at least those of sessions, tasks, automations, members, workspaces and people", () => {
  expect(lists.length).toBeGreaterThan(10);
});

it.each(lists)("refuses the cursor of another list or another query: %s", async (path) => {
  const query = `?view=page&cursor=${await sessionsCursor()}`;
  const other = path.endsWith("/:workspaceId/sessions") ? "&status=failed" : "";
  const answer = await service.call("GET", placed(path) + query + other);
  expect(fault(answer)).toMatch(/^400 (validation_failed|cursor_invalid)$/);
});
