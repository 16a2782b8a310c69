/** Erasing people's data, and the audit of it (`protocol.md` §9.9). */
import { auditPageSchema, erasureReceiptSchema, type AuditEntry, type ErasureScope } from "@service/sdk/protocol";
import * as v from "valibot";
import { personDigest } from "../data/audit.js";
import { eraseScope } from "../data/erase-scope.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { forbidden } from "../sessions/api-failure.js";
import type { AuditRecord } from "../store/audit.js";
import type { Counts } from "../store/data.js";
import { isoNow } from "../world.js";
import { endUserBody } from "./bodies.js";
import { namedEndUser } from "./owners.js";
import { causeOf, inWorkspace, organizationOf, workspaceOfKey, type Call, type Route } from "./route.js";
import { sealedPage } from "./sealed-page.js";

const idText = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
export const erasureBody = v.object({
  scope: v.variant("kind", [
    v.object({ kind: v.literal("session"), sessionId: idText }),
    v.object({ kind: v.literal("file"), fileId: idText }),
    v.object({ kind: v.literal("person"), endUser: endUserBody }),
    v.object({ kind: v.literal("workspace") }),
  ]),
});

const auditQuery = { endUserSource: "text", endUserId: "text", limit: "integer", cursor: "text" } as const;

const erasures = inWorkspace(
  "POST",
  "/erasures",
  "write",
  {
    summary: "Erase a session, a file, everything of a person, or a workspace; a repeat erases nothing more",
    body: erasureBody,
    answers: { 200: erasureReceiptSchema },
  },
  async (call) => {
    const { scope } = await readBody(call.request, erasureBody);
    if (scope.kind === "workspace" && workspaceOfKey(call.key) !== null) {
      throw forbidden("The key is the workspace's own. Use a full key of the organization to erase it.");
    }
    return json(receipt(call, scope, await eraseScope(call.world, call.workspace, scope, causeOf(call))));
  },
);

export const erasureRoutes: readonly Route[] = [
  {
    ...erasures,
    // A workspace that this organization has erased is not there any more; a repeat answers as one that finds nothing.
    handle: async (call) => ((await isErased(call)) ? repeatAnswer(call) : erasures.handle(call)),
  },
  inWorkspace(
    "GET",
    "/audit",
    "write",
    {
      summary: "List what was done with people's data in a workspace",
      query: auditQuery,
      answers: { 200: auditPageSchema },
    },
    async (call) => auditPage(call, call.workspace.organizationId, call.workspace.id),
  ),
  {
    method: "GET",
    path: "/v1/organizations/:organizationId/audit",
    access: "manage",
    about: {
      summary: "List what was done with people's data in an organization, in erased workspaces too",
      query: auditQuery,
      answers: { 200: auditPageSchema },
    },
    handle: async (call) => auditPage(call, organizationOf(call), undefined),
  },
];

function receipt({ world }: Call, scope: ErasureScope, counts: Counts) {
  return { scope: scope.kind, erased: counts, erasedAt: isoNow(world.clock) };
}

async function isErased(call: Call): Promise<boolean> {
  const { world, key } = call;
  const workspaceId = call.param("workspaceId");
  if ((await world.store.getWorkspace(workspaceId)) !== null || workspaceOfKey(key) !== null) return false;
  // Not only the last one: several entries may have the same time.
  const last = await world.store.listAudit({ organizationId: key.organizationId, workspaceId, limit: 100 });
  return last.some(({ action, scope }) => action === "erased" && scope === "workspace");
}

async function repeatAnswer(call: Call): Promise<Response> {
  const { scope } = await readBody(call.request, erasureBody);
  return json(receipt(call, scope, {}));
}

async function auditPage(call: Call, organizationId: string, workspaceId: string | undefined): Promise<Response> {
  const { world, query } = call;
  const person = namedEndUser(query);
  const digest = person === null ? undefined : await personDigest(world, organizationId, person);
  const { page, nextCursor } = await sealedPage(call, { limit: 100, most: 500 }, (wanted) =>
    world.store.listAudit({ organizationId, workspaceId, personDigest: digest, ...wanted }),
  );
  return json({ entries: page.map(wireEntry), nextCursor });
}

function wireEntry(entry: AuditRecord): AuditEntry {
  const { id, organizationId, workspaceId, action, scope, subjectId, personDigest, by, actor, counts, createdAt } =
    entry;
  return { id, organizationId, workspaceId, action, scope, subjectId, personDigest, by, actor, counts, createdAt };
}
