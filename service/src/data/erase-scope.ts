import type { EndUser, ErasureScope } from "@service/sdk/protocol";
import type { Cause } from "../sessions/session-draft.js";
import type { Counts } from "../store/data.js";
import type { WorkspaceRecord } from "../store/records.js";
import { note, personDigest, type AuditWorld } from "./audit.js";
import { erasePerson, eraseRecords, eraseSession, eraseWorkspace, type EraseWorld } from "./erase.js";

interface Outcome {
  readonly counts: Counts;
  readonly person: EndUser | null;
  readonly subjectId: string | null;
}

const nothing: Outcome = { counts: {}, person: null, subjectId: null };

/** Erases a scope of a workspace and notes it. A repeat, and a session or file of another workspace, is nothing to erase. */
export async function eraseScope(
  world: EraseWorld & AuditWorld,
  workspace: WorkspaceRecord,
  scope: ErasureScope,
  cause: Cause,
): Promise<Counts> {
  const { counts, person, subjectId } = await erase(world, workspace, scope, cause);
  if (Object.keys(counts).length > 0) {
    await note(world, workspace, cause, { action: "erased", scope: scope.kind, person, subjectId, counts });
  }
  return counts;
}

async function erase(
  world: EraseWorld & AuditWorld,
  { id: workspaceId, organizationId }: WorkspaceRecord,
  scope: ErasureScope,
  cause: Cause,
): Promise<Outcome> {
  const { store } = world;
  switch (scope.kind) {
    case "session": {
      const session = await store.getSession(scope.sessionId);
      if (session?.workspaceId !== workspaceId) return nothing;
      return { counts: await eraseSession(world, session, cause), person: session.endUser, subjectId: session.id };
    }
    case "file": {
      const file = await store.getFile(scope.fileId);
      if (file?.workspaceId !== workspaceId) return nothing;
      return { counts: await eraseRecords(world, scope), person: file.endUser, subjectId: file.id };
    }
    case "person": {
      const { endUser } = scope;
      const counts = await erasePerson(world, workspaceId, endUser, cause);
      await store.forgetActors({ organizationId, actorDigest: await personDigest(world, organizationId, endUser) });
      return { counts, person: endUser, subjectId: null };
    }
    case "workspace": {
      const counts = await eraseWorkspace(world, workspaceId, cause);
      await store.forgetActors({ organizationId, workspaceId });
      return { counts, person: null, subjectId: null };
    }
    default:
      return scope satisfies never;
  }
}
