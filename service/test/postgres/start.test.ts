import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmbeddedService } from "../../src/index.js";
import { bundleChild } from "../bundle-child.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

const organizationId = "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e";
const apiKey = "svk_0123456789abcdef0123456789abcdef";
const credentials = { organizationId, apiKey };

let script: Awaited<ReturnType<typeof bundleChild>>;
beforeAll(async () => {
  script = await bundleChild(new URL("../../src/cli.ts", import.meta.url));
});
afterAll(() => script.remove());

async function withDatabase(act: (database: PostgresDatabase) => Promise<void>): Promise<void> {
  const database = await createDatabase();
  try {
    await act(database);
  } finally {
    await database.drop();
  }
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const keysPath = `/v1/organizations/${organizationId}/api-keys`;

/** The command on a database, as a process of its own. */
function start(databaseUrl: string) {
  const env = {
    ...process.env,
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_ORGANIZATION_ID: organizationId,
    SERVICE_API_KEY: apiKey,
  };
  const child = spawn(process.execPath, [script.path, "--port", "0", "--json"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, err }));
  const line = once(createInterface(child.stdout), "line").then(([text]) => String(text));
  const first = Promise.race([line, ended]).then((read) => {
    if (typeof read === "string") return JSON.parse(read) as { url: string; organizationId: string; apiKey: string };
    throw new Error(`The command ended without a line: ${JSON.stringify(read)}`);
  });
  return { first, child, ended };
}

describe("the service on a PostgreSQL server", () => {
  it("starts as three processes at once on an empty database: one organization, one key, one shape", async () => {
    await withDatabase(async (database) => {
      const started = [1, 2, 3].map(() => start(database.url));
      for (const { first } of started) {
        const { url, ...shown } = await first;
        expect(shown).toEqual(credentials);
        const { apiKeys } = (await (await fetch(`${url}${keysPath}`, bearer(apiKey))).json()) as { apiKeys: object[] };
        expect(apiKeys).toHaveLength(1);
      }
      for (const { child } of started) child.kill("SIGTERM");
      for (const { ended } of started) expect(await ended).toEqual({ code: 0, err: "" });
    });
  });

  it("reports where it stores data, without the password and the given key", async () => {
    await withDatabase(async (database) => {
      const url = new URL(database.url);
      url.password = "secret";
      const env = {
        ...process.env,
        SERVICE_DATABASE_URL: "postgres://nobody@127.0.0.1:1/not-this-one",
        SERVICE_ORGANIZATION_ID: organizationId,
        SERVICE_API_KEY: apiKey,
      };
      const child = spawn(process.execPath, [script.path, "--database", url.href, "--port", "0"], { env });
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
      for await (const line of createInterface(child.stdout)) if (line.startsWith("Ctrl-C")) child.kill("SIGTERM");
      expect(said).toContain(`the database ${url.pathname.slice(1)} at ${url.host}`);
      expect(said).toContain("that of SERVICE_API_KEY");
      expect(said).not.toMatch(/secret|svk_/);
    });
  });

  it("starts as many at once in one process", async () => {
    await withDatabase(async (database) => {
      const store = { databaseUrl: database.url };
      const services = await Promise.all([1, 2, 3, 4].map(() => createEmbeddedService({ store, credentials })));
      const answer = await services[0]!.fetch(new Request(`http://service${keysPath}`, bearer(apiKey)));
      expect(((await answer.json()) as { apiKeys: object[] }).apiKeys).toHaveLength(1);
      await Promise.all(services.map((service) => service.close()));
      const client = await database.connect();
      // The server ends its side of a connection a moment after the client has closed its own.
      const left = async () => {
        const counted = await client.query(
          "select count(*)::int as n from pg_stat_activity where application_name = 'service-embedded' and datname = current_database()",
        );
        return counted.rows;
      };
      await expect.poll(left).toEqual([{ n: 0 }]);
    });
  });

  it("refuses a key that is another organization's", async () => {
    await withDatabase(async (database) => {
      const store = { databaseUrl: database.url };
      await (await createEmbeddedService({ store, credentials })).close();
      const other = { organizationId: "1a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e", apiKey };
      const refused = createEmbeddedService({ store, credentials: other });
      await expect(refused).rejects.toMatchObject({ code: "credentials_taken" });
    });
  });

  it("reports the server's message when it refuses access, without a password", async () => {
    await withDatabase(async (database) => {
      const url = new URL(database.url);
      url.pathname = "/nowhere";
      url.password = "secret";
      const refused = createEmbeddedService({ store: { databaseUrl: url.href }, credentials });
      const error = await refused.catch((reason: unknown) => reason as Error);
      expect(error).toMatchObject({ code: "store_unreachable", message: expect.stringContaining('"nowhere"') });
      expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain("secret");
    });
  });
});
