import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { openapiText } from "../../scripts/openapi.mjs";
import { documentedRoutes, routePath } from "../support/documented-routes.js";
import { serviceRoutes } from "../support/service-routes.js";

const committed = readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8");

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

describe("docs/http-api.md", () => {
  it("lists exactly the operations of docs/openapi.json", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/http-api.md"), "utf8");
    const { paths } = JSON.parse(committed) as OpenApi;
    const declared = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${routePath(path)}`),
    );
    const known = new Set(Object.keys(paths).map(routePath));
    expect(documentedRoutes(page, known).toSorted()).toEqual(declared.toSorted());
  });
});

describe("docs/openapi.json", () => {
  it("is what the routes declare; `npm run openapi` writes it again", async () => {
    expect(committed === (await openapiText())).toBe(true);
  });

  it("is a valid OpenAPI 3.1 document", async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(committed))).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("describes every route under an operation id of its own", async () => {
    const { paths } = JSON.parse(committed) as OpenApi;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
    const missing = (await serviceRoutes()).filter(
      ({ method, path }) => paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] === undefined,
    );
    expect(missing).toEqual([]);
  });
});
