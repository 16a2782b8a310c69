/** Programs of operators, for tests: PostgreSQL's own tools make backups, promtool reads rules of alerts, docker-compose reads compose files. */
import { dirname } from "node:path";
import { ensureProgram } from "./ensure-program.mjs";

const neededBy = "the tests of docs/deploy";

export const ensurePromtool = () =>
  ensureProgram({
    name: "promtool",
    neededBy,
    variable: "PROMTOOL_PATH",
    paths: ["/usr/bin/promtool", "/usr/local/bin/promtool", "/opt/homebrew/bin/promtool"],
    packages: ["prometheus"],
  });

export const ensureCompose = () =>
  ensureProgram({
    name: "docker-compose",
    neededBy,
    variable: "DOCKER_COMPOSE_PATH",
    paths: ["/usr/bin/docker-compose", "/usr/local/bin/docker-compose", "/opt/homebrew/bin/docker-compose"],
    packages: ["docker-compose"],
  });

/** The folder of pg_dump, pg_basebackup and a server of the same version. */
export const ensurePostgresTools = () =>
  dirname(
    ensureProgram({
      name: "PostgreSQL",
      neededBy: "the tests of its backups",
      variable: "PG_BASEBACKUP_PATH",
      paths: ["18", "17", "16", "15", "14"].map((version) => `/usr/lib/postgresql/${version}/bin/pg_basebackup`),
      packages: ["postgresql"],
    }),
  );
