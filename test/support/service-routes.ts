import { readdirSync } from "node:fs";
import { join } from "node:path";

export interface KnownRoute {
  readonly method: string;
  /** With `:name` for what varies. */
  readonly path: string;
}

/** Every route of the API, from its files: not those of operators, such as `/metrics`. */
export async function serviceRoutes(): Promise<readonly KnownRoute[]> {
  const folder = join(import.meta.dirname, "../../service/src/routes");
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const rooms = await Promise.all(files.map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>));
  const routes = rooms
    .flatMap((room) => Object.values(room))
    .filter((value): value is readonly KnownRoute[] => Array.isArray(value) && typeof value[0]?.handle === "function")
    .flat();
  // One file gathers the routes of the others.
  return [...new Set(routes)].filter(({ path }) => path.startsWith("/v1/"));
}
