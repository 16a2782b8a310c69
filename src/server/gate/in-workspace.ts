import { ServiceApiError } from "../../wire/protocol/api-error.js";

/** Finds a target's workspace. Asked again after the service refused it, it looks again. */
export interface WorkspaceFinder<Target> {
  workspaceId(target: Target): Promise<string>;
}

/**
 * Runs in the target's workspace. A known workspace may be gone: erased, or made after the backup that a database was
 * restored from. The service refuses it with 403 and wrote nothing, so this runs once more in the one that is there
 * now, with the hooks of the host that are part of it.
 */
export async function inWorkspace<Target, T>(
  finder: WorkspaceFinder<Target>,
  target: Target,
  run: (workspaceId: string) => Promise<T>,
): Promise<T> {
  const workspaceId = await finder.workspaceId(target);
  try {
    return await run(workspaceId);
  } catch (error) {
    if (!(error instanceof ServiceApiError) || error.status !== 403) throw error;
    const now = await finder.workspaceId(target);
    if (now === workspaceId) throw error;
    return run(now);
  }
}
