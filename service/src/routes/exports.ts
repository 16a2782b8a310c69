/** Archives of people's data (`protocol.md` §9.9). */
import { newEntry } from "../data/audit.js";
import { archiveStream } from "../data/archive-lines.js";
import { readArchive } from "../data/archive.js";
import { invalid, notFound } from "../sessions/api-failure.js";
import type { DataScope } from "../store/data.js";
import { isoNow } from "../world.js";
import { namedEndUser } from "./owners.js";
import { causeOf, inWorkspace, type Route, type WorkspaceCall } from "./route.js";

export const exportRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/export",
    "write",
    {
      summary: "Export a workspace, or a session, a file or a person of it, as an archive without secrets",
      query: { endUserSource: "text", endUserId: "text", sessionId: "text", fileId: "text" },
      answers: { 200: "bytes" },
    },
    async (call) => {
      const { world, workspace } = call;
      const { scope, subjectId } = await scopeOf(call);
      const person = scope.kind === "person" ? scope.endUser : null;
      const facts = { action: "exported", scope: scope.kind, subjectId, person } as const;
      await world.store.addAudit(await newEntry(world, workspace, causeOf(call), facts));
      const lines = readArchive(
        { store: world.store, fileStore: world.files?.store ?? null },
        { scope, organizationId: workspace.organizationId, now: isoNow(world.clock), withSecrets: false },
      );
      return new Response(archiveStream(lines), {
        headers: {
          "content-type": "application/jsonl",
          "content-disposition": 'attachment; filename="archive.jsonl"',
          "cache-control": "no-store",
        },
      });
    },
  ),
];

async function scopeOf(call: WorkspaceCall): Promise<{ scope: DataScope; subjectId: string | null }> {
  const { query, workspace, world } = call;
  const [sessionId, fileId, endUser] = [query.get("sessionId"), query.get("fileId"), namedEndUser(query)];
  if ([sessionId, fileId, endUser].filter((named) => named !== null).length > 1) {
    throw invalid("Name a session, a file or a person, or none of them for the whole workspace.", 400);
  }
  const workspaceId = workspace.id;
  if (endUser !== null) return { scope: { kind: "person", workspaceId, endUser }, subjectId: null };
  if (sessionId !== null) {
    const session = await world.store.getSession(sessionId);
    if (session?.workspaceId !== workspaceId) throw notFound("There is no such session in this workspace.");
    return { scope: { kind: "session", sessionId }, subjectId: sessionId };
  }
  if (fileId !== null) {
    const file = await world.store.getFile(fileId);
    if (file?.workspaceId !== workspaceId) throw notFound("There is no such file in this workspace.");
    return { scope: { kind: "file", fileId }, subjectId: fileId };
  }
  return { scope: { kind: "workspace", workspaceId }, subjectId: null };
}
