/** The person's unsent draft in a session. */
import { composerDraftSchema, submittedDraftSchema } from "../../wire/protocol/draft.js";
import type { ComposerDraft, PutDraftBody, SubmitDraftBody, SubmittedDraft } from "../../wire/protocol/draft.js";
import { readBody } from "../../wire/protocol/read-body.js";
import { parseSessionEvent } from "../../wire/protocol/session-event.js";
import { get, sessionPath, withKey, write } from "../service-connection.js";
import type { CallOptions, Keyed, ServiceConnection, SessionRef } from "../service-connection.js";

/** Revision 0 when nothing was ever kept. */
export async function getComposerDraft(
  connection: ServiceConnection,
  ref: SessionRef,
  options: CallOptions = {},
): Promise<ComposerDraft> {
  return readDraft(await get(connection, sessionPath(connection, ref, "composer-draft"), options));
}

/** Saves the draft if its revision is current; else 409 `DRAFT_CHANGED`. */
export async function putComposerDraft(
  connection: ServiceConnection,
  ref: SessionRef,
  body: PutDraftBody,
  options: CallOptions = {},
): Promise<ComposerDraft> {
  return readDraft(await write(connection, "PUT", sessionPath(connection, ref, "composer-draft"), body, options));
}

/** Sends the content as a message and empties the draft, both or neither. */
export async function submitComposerDraft(
  connection: ServiceConnection,
  ref: SessionRef,
  body: Keyed<SubmitDraftBody>,
  options: CallOptions = {},
): Promise<SubmittedDraft> {
  const path = sessionPath(connection, ref, "composer-draft", "submit");
  const value = await write(connection, "POST", path, withKey(body), options);
  const { accepted, ...rest } = readBody(submittedDraftSchema, value, "the answer to a submit");
  return { ...(rest as Omit<SubmittedDraft, "accepted">), accepted: parseSessionEvent(accepted) };
}

function readDraft(value: unknown): ComposerDraft {
  return readBody(composerDraftSchema, value, "a draft") as ComposerDraft;
}
