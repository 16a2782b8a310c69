import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { openapiText } from "../../scripts/openapi.mjs";
import { serviceRoutes } from "../support/service-routes.js";

const committed = readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8");

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

describe("docs/http-api.md", () => {
  it("names every part of every path", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/http-api.md"), "utf8");
    const { paths } = JSON.parse(committed) as OpenApi;
    const parts = new Set(
      Object.keys(paths).flatMap((path) => path.split("/").filter((part) => !part.startsWith("{"))),
    );
    expect([...parts].filter((part) => !page.includes(part))).toEqual([]);
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
