import { readFileSync } from "node:fs";
import { parseDocument, type JsonObject } from "../../src/integrations/read-document.js";
import { readOpenApi } from "../../src/integrations/read-openapi.js";
import type { PlannedTool, Surface } from "../../src/integrations/surface.js";

export type DocumentName = "petstore.yaml" | "github.json" | "cycles.yaml";

export function documentText(name: DocumentName): string {
  return readFileSync(new URL(`documents/${name}`, import.meta.url), "utf8");
}

export const publicRules = { privateNetworks: false, loopback: false };

export function readDocument(
  root: JsonObject,
  more: { baseUrl?: string; documentUrl?: string } = {},
): Promise<Surface> {
  return readOpenApi(root, { rules: publicRules, documentUrl: null, ...more });
}

export function readNamed(name: DocumentName): Promise<Surface> {
  return readDocument(parseDocument(documentText(name)));
}

/** A document with one operation: `POST /a` with a JSON body of the schema, or `operation`. */
export function documentOf(schema: unknown, more: Readonly<Record<string, unknown>> = {}): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title: "Small", version: "1" },
    servers: [{ url: "https://small.test" }],
    paths: { "/a": { post: { requestBody: { content: { "application/json": { schema } } } } } },
    ...more,
  };
}

export function toolNamed({ tools }: Pick<Surface, "tools">, name: string): PlannedTool {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`No tool ${name} among ${tools.map((one) => one.name).join(", ")}.`);
  return tool;
}
