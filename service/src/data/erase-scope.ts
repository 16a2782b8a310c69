import type { ErasureScope } from "@service/sdk/protocol";
import type { Cause } from "../sessions/session-draft.js";
import type { Counts } from "../store/data.js";
import type { WorkspaceRecord } from "../store/records.js";
import { newEntry, personDigest, type AuditWorld } from "./audit.js";
import { erasePerson, eraseRecords, eraseSession, eraseWorkspace, type EraseWorld } from "./erase.js";

/** Erases a scope of a workspace. A repeat, and a session or file of another workspace, is nothing to erase. */
export async function eraseScope(
  world: EraseWorld & AuditWorld,
  workspace: WorkspaceRecord,
  scope: ErasureScope,
  cause: Cause,
): Promise<Counts> {
  const { store } = world;
  const { id: workspaceId, organizationId } = workspace;
  const facts = { action: "erased", scope: scope.kind, person: null, subjectId: null } as const;
  switch (scope.kind) {
    case "session": {
      const session = await store.getSession(scope.sessionId);
      if (session?.workspaceId !== workspaceId) return {};
      const whose = { person: session.endUser, subjectId: session.id };
      return eraseSession(world, session, cause, await newEntry(world, workspace, cause, { ...facts, ...whose }));
    }
    case "file": {
      const file = await store.getFile(scope.fileId);
      if (file?.workspaceId !== workspaceId) return {};
      const whose = { person: file.endUser, subjectId: file.id };
      return eraseRecords(world, scope, await newEntry(world, workspace, cause, { ...facts, ...whose }));
    }
    case "person": {
      const { endUser } = scope;
      const entry = await newEntry(world, workspace, cause, { ...facts, person: endUser });
      const counts = await erasePerson(world, workspaceId, endUser, cause, entry);
      await store.forgetActors({ organizationId, actorDigest: await personDigest(world, organizationId, endUser) });
      await store.forgetApprover(workspaceId, endUser);
      return counts;
    }
    case "workspace": {
      const entry = await newEntry(world, workspace, cause, facts);
      const counts = await eraseWorkspace(world, workspaceId, cause, entry);
      // Who erased the workspace stays named.
      await store.forgetActors({ organizationId, workspaceId, exceptId: entry.id });
      return counts;
    }
    default:
      return scope satisfies never;
  }
}
