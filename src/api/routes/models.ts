/** The models that a session may choose. */
import { modelCatalogSchema, type ModelCatalog } from "../../wire/protocol/organization.js";
import { readBody } from "../../wire/protocol/read-body.js";
import { get, workspacePath, type CallOptions, type ServiceConnection } from "../service-connection.js";

export async function getModelCatalog(
  connection: ServiceConnection,
  query: { readonly workspaceId?: string | undefined } = {},
  options: CallOptions = {},
): Promise<ModelCatalog> {
  const value = await get(connection, `${workspacePath(connection, query.workspaceId)}/model-catalog`, options);
  return readBody(modelCatalogSchema, value, "a model catalogue");
}
