/** A session's place in its tree. */
import { readLineage, type SessionLineage } from "../../wire/protocol/lineage.js";
import { get, sessionPath, type CallOptions, type ServiceConnection, type SessionRef } from "../service-connection.js";

export async function getLineage(
  connection: ServiceConnection,
  ref: SessionRef,
  options: CallOptions = {},
): Promise<SessionLineage> {
  const value = await get(connection, sessionPath(connection, ref, "lineage"), options);
  return readLineage(value, ref.sessionId);
}
