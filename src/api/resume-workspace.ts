/** The control of a whole workspace, where the service has one (`protocol.md` §3.4). */
import {
  workspacePath,
  write,
  type CallOptions,
  type ServiceConnection,
  type SessionRef,
} from "./service-connection.js";

/** Resumes every session of the workspace that has no other reason to be paused. */
export async function resumeWorkspace(
  connection: ServiceConnection,
  { workspaceId }: Pick<SessionRef, "workspaceId">,
  body: { readonly action: "resume"; readonly clientEventId: string },
  options?: CallOptions,
): Promise<void> {
  await write(connection, "POST", `${workspacePath(connection, workspaceId)}/inference-control`, body, options);
}
