/** The questions of a session, as the service keeps them. */
import { readBody } from "../../wire/protocol/read-body.js";
import { humanInputListSchema, humanInputRecordSchema } from "../../wire/protocol/session-lists.js";
import type { HumanInputRecord } from "../../wire/protocol/session.js";
import { get, sessionPath, type CallOptions, type ServiceConnection, type SessionRef } from "../service-connection.js";

const name = "human-input-requests";

/** Newest first. */
export async function listHumanInputRequests(
  connection: ServiceConnection,
  ref: SessionRef,
  query: { readonly status?: HumanInputRecord["status"] | undefined } = {},
  options: CallOptions = {},
): Promise<readonly HumanInputRecord[]> {
  const value = await get(connection, sessionPath(connection, ref, name), { ...options, query });
  return readBody(humanInputListSchema, value, "a list of requests").requests;
}

export async function getHumanInputRequest(
  connection: ServiceConnection,
  ref: SessionRef,
  requestId: string,
  options: CallOptions = {},
): Promise<HumanInputRecord> {
  const value = await get(connection, sessionPath(connection, ref, name, requestId), options);
  return readBody(humanInputRecordSchema, value, "a request");
}
