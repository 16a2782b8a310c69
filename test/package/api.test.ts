import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apiFiles, readApi } from "../../scripts/api.mjs";
import { root } from "./support.js";

const entries = readApi();
const files = apiFiles(entries);

describe("the API report and the pages of docs/api", () => {
  it.each(Object.keys(files))(
    "are what the declarations say; `npm run build && npm run api` writes them: %s",
    (path) => {
      expect(readFileSync(join(root, path), "utf8")).toBe(files[path]);
    },
  );

  it("have no file of an entry that is gone", () => {
    const there = ["etc/api", "docs/api"].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(there.filter((path) => !(path in files))).toEqual([]);
  });
});
