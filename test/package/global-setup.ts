import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packAll } from "../../scripts/pack.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** The packed packages, by name. */
    tarballs: ReturnType<typeof packAll>;
  }
}

/** Packs the packages once for all test files of a run. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "packed-"));
  project.provide("tarballs", packAll(folder));
  return () => rmSync(folder, { recursive: true, force: true });
}
