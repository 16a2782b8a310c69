/** Where a session stands in its tree. */
import { lineageSchema, type SessionLineage } from "../../protocol/lineage.js";
import { readBody } from "../../protocol/read-body.js";
import { get, sessionPath, type CallOptions, type ServiceConnection, type SessionRef } from "../service-connection.js";

export async function getLineage(
  connection: ServiceConnection,
  ref: SessionRef,
  options?: CallOptions,
): Promise<SessionLineage> {
  const value = await get(connection, sessionPath(connection, ref, "lineage"), options);
  return readBody(lineageSchema, value, "a lineage") as SessionLineage;
}
