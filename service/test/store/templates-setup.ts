import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Folder for the templates of `template.ts`, which the first test that needs one makes. */
    databaseTemplates: string;
  }
}

/** Gives the test files of a run one folder for the databases that they copy. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "database-templates-"));
  project.provide("databaseTemplates", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
