/** Checks the files of a person's message. The host's own code may name any file of the workspace, so it is not checked. */
import { readBody } from "../../wire/protocol/read-body.js";
import { fileAssetSchema, type FileResource } from "../../wire/protocol/files.js";
import { assertFilesOf } from "../gate/person-files.js";
import { DoorRefusal } from "../gate/refusal.js";
import type { OpenConversation } from "./open-conversation.js";

/** @throws {DoorRefusal} (400) `resources_invalid` without a user, (404) `file_not_found` for a file that is not theirs. */
export async function assertOwnFiles(
  { client, ref, session, owner }: OpenConversation,
  resources: readonly FileResource[] = [],
  signal?: AbortSignal,
): Promise<void> {
  if (resources.length === 0) return;
  if (owner === undefined) throw userRequired();
  const read = async (path: string) =>
    readBody(fileAssetSchema, (await client.request({ method: "GET", path, signal })).value, "a file");
  const reader = { workspaceId: ref.workspaceId, owner, read };
  await assertFilesOf(reader, resources, session === null ? null : ref.sessionId);
}

function userRequired(): DoorRefusal {
  return new DoorRefusal(400, "Files can't be sent in this conversation.", {
    code: "resources_invalid",
    advice: "`resolve` returned no `user`, so the owner of the files is unknown. Return {tenant, user}.",
  });
}
