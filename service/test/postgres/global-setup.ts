import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres-server.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of a PostgreSQL server on which each test file creates its own database. */
    databaseServer: string;
  }
}

/** One server for the run: the one that `SERVICE_TEST_DATABASE_URL` names, or one that is started and removed again. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env["SERVICE_TEST_DATABASE_URL"];
  const server = named ? { url: named, stop: () => Promise.resolve() } : await startPostgres();
  project.provide("databaseServer", server.url);
  return () => server.stop();
}
