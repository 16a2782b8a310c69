/**
 * Enforces the import table: rooms, outside packages, reach, and no cycles (types count). Run by `npm run lint`, and
 * by a test that plants one import against each rule.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { outOfReach, rooms } from "./import-table.mjs";

const roomPaths = Object.keys(rooms).toSorted((a, b) => b.length - a.length);

function roomOf(file) {
  return roomPaths.find((room) => file === room || file.startsWith(`${room}/`));
}

const shortName = (room) => room.replace(/^src\//, "");

/** Imports by source text: the tests of the rules check one tree many times. */
const known = new Map();

/** Imports of a file: the names, and whether they are only types. */
export function importsOf(file, source) {
  const found = known.get(source) ?? readImports(file, source);
  known.set(source, found);
  return found;
}

function readImports(file, source) {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const found = module.staticImports.map((entry) => ({
    specifier: entry.moduleRequest.value,
    typeOnly: entry.entries.length > 0 && entry.entries.every((name) => name.isType),
  }));
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    if (/^["']/.test(text)) found.push({ specifier: text.slice(1, -1), typeOnly: false });
  }
  return found;
}

function resolve(root, from, specifier) {
  const base = posix.join(posix.dirname(from), specifier);
  const stem = base.replace(/\.js$/, "");
  for (const candidate of [base, `${stem}.ts`, `${stem}.tsx`, `${base}/index.ts`]) {
    if (existsSync(join(root, candidate)) && /\.\w+$/.test(candidate)) return candidate;
  }
  return undefined;
}

function listFiles(root) {
  return ["src", "service/src"].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true })
          .map((name) => posix.join(folder, String(name).replaceAll("\\", "/")))
          .filter((name) => /\.tsx?$/.test(name))
      : [],
  );
}

function mayImport(row, target, typeOnly) {
  const name = shortName(target);
  const covers = (list) => list === "all" || (list ?? []).includes(name);
  return covers(row.may) || (typeOnly && covers(row.types));
}

function mayUse(row, specifier) {
  return row.outside.some((name) => specifier === name || specifier.startsWith(name.endsWith(":") ? name : `${name}/`));
}

function checkEdge(file, room, edge, faults) {
  const row = rooms[room];
  const how = edge.typeOnly ? "as a type" : "as a value";
  if (edge.target === undefined) {
    if (edge.specifier.startsWith(".")) faults.push(`${file}: "${edge.specifier}" is not there`);
    else if (!mayUse(row, edge.specifier)) faults.push(`${file}: ${room} may not use the package "${edge.specifier}"`);
    return;
  }
  if (edge.target.endsWith(".css")) return;
  const targetRoom = roomOf(edge.target);
  if (targetRoom === room) return;
  if (targetRoom === undefined || targetRoom === "src/entries" || targetRoom === "src/index.ts") {
    faults.push(`${file}: ${edge.target} is an entry; no room may import one`);
  } else if (!mayImport(row, targetRoom, edge.typeOnly)) {
    faults.push(`${file}: ${room} may not import ${targetRoom} ${how} (${edge.specifier})`);
  }
}

function findCycles(graph, faults) {
  const state = new Map();
  const path = [];
  const visit = (file) => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      faults.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`);
      return;
    }
    state.set(file, "open");
    path.push(file);
    for (const { target } of graph.get(file) ?? []) if (target) visit(target);
    path.pop();
    state.set(file, "done");
  };
  for (const file of graph.keys()) visit(file);
}

function checkReach(graph, faults) {
  for (const { from, to, why } of outOfReach) {
    for (const start of [...graph.keys()].filter((file) => from.some((place) => file.startsWith(place)))) {
      const seen = new Map([[start, undefined]]);
      for (const file of seen.keys()) {
        for (const { target, specifier, typeOnly } of graph.get(file) ?? []) {
          if (typeOnly) continue;
          const name = target ?? specifier;
          if (name === to || name.startsWith(to.endsWith("/") || to.endsWith(":") ? to : `${to}/`)) {
            faults.push(`${start} reaches ${name} through ${file}: ${why}`);
          } else if (target && !seen.has(target)) seen.set(target, file);
        }
      }
    }
  }
}

/** A row of `src` allows only what its room imports, so that the table describes the house. */
function checkNeeded(graph, faults) {
  for (const [room, { may, types = [], outside }] of Object.entries(rooms)) {
    if (!room.startsWith("src/") || may === "all") continue;
    const edges = [...graph].flatMap(([file, found]) => (roomOf(file) === room ? found : []));
    const takes = (name, asType) =>
      edges.some(({ target, typeOnly }) => target && shortName(roomOf(target) ?? "") === name && typeOnly === asType);
    for (const name of may)
      if (!takes(name, false)) faults.push(`${room} may import ${name}, but takes no value of it`);
    for (const name of types === "all" ? [] : types)
      if (!takes(name, true)) faults.push(`${room} may import types of ${name}, but takes none`);
    for (const name of outside)
      if (!edges.some((edge) => mayUse({ outside: [name] }, edge.specifier)))
        faults.push(`${room} may use ${name}, but does not`);
  }
}

/** Entry points of the build; a file that none of them reaches is dead code in the package. */
const entries =
  /^(?:src\/(?:entries\/.*|index|server\/node\/cli)|service\/src\/(?:index|app|cli|model\/model-agent|nats\/nats-hints))\.ts$/;

function checkReached(graph, faults) {
  const seen = new Set([...graph.keys()].filter((file) => entries.test(file)));
  for (const file of seen) for (const { target } of graph.get(file) ?? []) if (target) seen.add(target);
  for (const file of graph.keys()) {
    if (!seen.has(file) && !file.endsWith(".d.ts"))
      faults.push(`${file} is reached by no entry, and would be published`);
  }
}

/** Returns a sentence for each import that breaks the table. */
export function checkImports(root) {
  const faults = [];
  const graph = new Map();
  for (const file of listFiles(root)) {
    const edges = importsOf(file, readFileSync(join(root, file), "utf8")).map((edge) => ({
      ...edge,
      target: edge.specifier.startsWith(".") ? resolve(root, file, edge.specifier) : undefined,
    }));
    graph.set(file, edges);
    const room = roomOf(file);
    if (room === undefined) faults.push(`${file} lies in no room of the import table`);
    else for (const edge of edges) checkEdge(file, room, edge, faults);
  }
  findCycles(graph, faults);
  checkReach(graph, faults);
  checkNeeded(graph, faults);
  checkReached(graph, faults);
  return [...new Set(faults)];
}

const isMain = process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1];
if (isMain) {
  const root = join(fileURLToPath(import.meta.url), "../../..");
  const faults = checkImports(root);
  for (const fault of faults) console.error(fault);
  console.log(
    faults.length === 0
      ? "Imports follow the table."
      : `${faults.length} imports break the table in ${relative(".", "scripts/lint/import-table.mjs")}.`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
