import { readFileSync } from "node:fs";
import { expect, describe, it } from "vitest";
import { harness, type Harness } from "../harness.js";
import { pathsOf, routeBodies, valueAt, withValue } from "./route-bodies.js";

/** Where a test shows what a field does, or that it is refused. A new field of a body needs a row. */
const shownIn: Readonly<Record<string, string>> = {
  "http/access.test.ts": "accountId externalSource externalId name slug description access expiresAt",
  "http/agent-choice.test.ts":
    "agentInstructions model reasoningEffort latencyMode annotations tools tools.* goal goal.* text successCriteria rootConstraints mutationPolicy",
  "http/sessions.test.ts":
    "initialMessage requestedSessionId idempotencyKey agentAccess memoryScope parentSessionId metadata title archived expectedVersion",
  "http/pins.test.ts": "pinned",
  "http/members.test.ts": "kind role expectedAuthorizationRevision operationId email permissions permissions.*",
  "http/control.test.ts":
    "action reason turnId expectedControlEtag controlEtag payload type clientEventId actor actor.*",
  "http/decisions.test.ts": "approvalId decision message requestId response response.*",
  "http/queue.test.ts": "expectedQueueVersion beforeTurnId expectedTurnVersion replaceDraft resources",
  "http/composer-draft.test.ts": "expectedRevision expectedDraftRevision sourceTurnId sourceTurnVersion delivery",
  "http/goal.test.ts": "status rationale expectedObjectiveRevision",
  "http/files.test.ts": "filename contentType sizeBytes sha256 endUser endUser.*",
  "schedules/schedule-routes.test.ts":
    "name schedule schedule.* agentConfig agentConfig.* runMode targetSessionId overlapPolicy count triggerId",
  "http/product.test.ts":
    "instructions skills skills.* mcpServers mcpServers.* mcpCredentialUpdates mcpCredentialUpdates.*",
  "integrations/integration-routes.test.ts":
    "source source.* credential credential.* expectedRevisionId expectedContentSha256 instanceKey displayName expectedInstanceVersion allowedTools",
  "model/answers.test.ts": "modelContext",
  "machines/device-flow.test.ts": "userCode allowScreenControl",
  "tools/memory-tools.test.ts": "settings settings.*",
  "data/erasures.test.ts": "scope scope.*",
  "automations/automation-routes.test.ts":
    "adapterId webhookSecret configuration configuration.* sourceId eventTypes parameters parameters.* sessionTemplate sessionTemplate.* data data.*",
  "automations/webhooks.test.ts": "previousSecretSeconds id subject occurrenceKey occurredAt",
};

const texts = new Map(
  Object.keys(shownIn).map((file) => [file, readFileSync(new URL(`../${file}`, import.meta.url), "utf8")]),
);

/** The row of a path: the field's own name, else that of its parent. An entry of a list uses its list's row. */
function fileOf(path: readonly string[]): string | undefined {
  const names = (path[0] === "payload" && path.length > 1 ? path.slice(1) : path).filter((name) => !/^\d+$/.test(name));
  const row = names.length > 1 ? `${names[0]}.*` : names[0]!;
  const isOpen = ["annotations", "resources", "rootConstraints", "metadata"].includes(names[0]!);
  const wanted = isOpen ? names[0]! : row;
  return Object.entries(shownIn).find(([, rows]) => rows.split(" ").includes(wanted))?.[0];
}

describe("a field of a body", () => {
  const fields = Object.entries(routeBodies).flatMap(([route, forms]) =>
    forms.flatMap(({ full }) => pathsOf(full).map((path) => [`${route} ${path.join(".")}`, path] as const)),
  );

  it("has a test of its effect, or of its refusal", () => {
    const without = fields.filter(([, path]) => fileOf(path) === undefined).map(([name]) => name);
    expect(without).toEqual([]);
    const unnamed = Object.entries(shownIn).flatMap(([file, rows]) =>
      rows
        .split(" ")
        .map((row) => row.replace(".*", ""))
        .filter((row) => texts.get(file)?.includes(row) !== true)
        .map((row) => `${file}: ${row}`),
    );
    expect(unnamed).toEqual([]);
  });

  it("may be null wherever it may be left out", async () => {
    const service = await harness();
    const session = await service.start("/silence 1000", { goal: { text: "Plan" } });
    const refused: string[] = [];
    for (const [route, forms] of Object.entries(routeBodies)) {
      for (const { full } of forms) {
        for (const path of pathsOf(full)) {
          if (Array.isArray(valueAt(full, path.slice(0, -1)))) continue;
          const [without, withNull] = [undefined, null].map((value) =>
            send(service, session, route, withValue(full, path, value)),
          );
          const isOptional = isRead(await without!);
          // A body without `status` is of another form, and the names of headers are the caller's.
          const isForm = path.join(".") === "status" || path.includes("headers");
          if (isOptional && !isForm && !isRead(await withNull!)) refused.push(`${route} ${path.join(".")}`);
        }
      }
    }
    expect(refused).toEqual([]);
  });
});

const nowhere = "00000000-0000-4000-8000-000000000000";
/** Whether the body was read: what became of it is another matter. */
const isRead = (status: number) => status !== 400 && status !== 422;

async function send(service: Harness, session: string, route: string, body: unknown): Promise<number> {
  const [method = "", pattern = ""] = route.split(" ");
  const ids: Record<string, string> = {
    workspaceId: service.workspace.split("/").at(-1)!,
    sessionId: session.split("/").at(-1)!,
    organizationId: service.app.organizationId,
  };
  const path = pattern.replaceAll(/:(\w+)/g, (_, id: string) => ids[id] ?? nowhere);
  const fields = body as Readonly<Record<string, unknown>>;
  const free = { ...fields, ...("parentSessionId" in fields && { parentSessionId: null, requestedSessionId: null }) };
  return (await service.call(method, path, free)).status;
}
