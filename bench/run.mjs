/**
 * `npm run bench`: builds and packs the kit, measures it beside its peers, and prints each claim with its target,
 * figure and spread. `-- --quick` takes fewer samples; `-- --no-build` packs the existing `dist`; `-- --only
 * stream,fast` runs some groups. Writes `bench/results/latest.json` and `latest.md`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureChromium } from "../scripts/chromium.mjs";
import { installKit } from "./kit.mjs";
import { plan } from "./plan.mjs";
import { claims, table } from "./rows.mjs";
import { measureSizes } from "./sizes.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const harness = join(here, "harness");
const results = join(here, "results");
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    "no-build": { type: "boolean", default: false },
    only: { type: "string" },
    reps: { type: "string" },
    // Share of the processors that others may take when a sample starts.
    maxbusy: { type: "string", default: "0.3" },
  },
});

const startedAt = Date.now();
mkdirSync(results, { recursive: true });
installKit({ build: !options["no-build"] });
if (!existsSync(join(harness, "node_modules"))) {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: harness, stdio: "inherit" });
}
const chromium = ensureChromium();

function runGroup({ name, workload, shapes, H, N, contenders, flags = [], reps }) {
  const out = join(results, `${name}.json`);
  const args = ["--workload", workload, "--contenders", contenders.join(","), "--out", out, "--chromium", chromium];
  const count = reps ?? options.reps ?? (options.quick ? 1 : 5);
  args.push("--reps", String(count), "--maxbusy", options.maxbusy, ...flags);
  for (const [flag, value] of Object.entries({ shapes, H, N })) if (value !== undefined) args.push(`--${flag}`, value);
  const kinds = ["service-react", "service-react-all", "service-react-items", "service-chat", "service-chat-all"];
  args.push("--extra", kinds.map((folder) => join(here, folder)).join(","));
  console.log(`\n## ${name}\n`);
  const { status } = spawnSync(process.execPath, ["run.mjs", ...args], { cwd: harness, stdio: "inherit" });
  if (status !== 0) console.error(`The group "${name}" stopped with ${status}; what it measured until then counts.`);
  return existsSync(out) ? JSON.parse(readFileSync(out, "utf8")).samples : [];
}

/** The fold and the reading of markdown are measured in Node, by scripts of their own that print a line a claim. */
function runInNode(name) {
  const { stdout } = spawnSync(process.execPath, [join(here, `${name}.mjs`)], { cwd: here, encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, met, claim, figure, target] = /^(met|NOT MET) +(.+): (.+) \(target: (.+)\)$/.exec(line) ?? [];
    return claim ? [{ claim: `${name}, ${claim}`, target, figure, spread: "smallest of 5", met: met === "met" }] : [];
  });
}

const only = options.only?.split(",");
const groups = {};
for (const group of plan(options.quick)) if (!only || only.includes(group.name)) groups[group.name] = runGroup(group);
const sizes = await measureSizes();
const inNode = ["fold", "markdown"].flatMap((name) => (!only || only.includes(name) ? runInNode(name) : []));
const rows = claims(groups, sizes, inNode);
const versionOf = (name, from) =>
  JSON.parse(readFileSync(join(from, "node_modules", name, "package.json"), "utf8")).version;
const peers = ["react", "ai", "@ai-sdk/react", "streamdown", "@assistant-ui/react", "@tanstack/ai-react"];
const machine = [
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? "processor"}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  execFileSync(chromium, ["--version"], { encoding: "utf8" }).trim(),
  peers.map((name) => `${name} ${versionOf(name, harness)}`).join(", "),
];
const text = `${machine.map((line) => `- ${line}`).join("\n")}\n\n${table(rows)}\n`;
writeFileSync(
  join(results, "latest.json"),
  `${JSON.stringify({ quick: options.quick, machine, sizes, rows }, null, 2)}\n`,
);
writeFileSync(join(results, "latest.md"), text);
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `\n# Claims\n\n${text}\n${rows.filter(({ met }) => met).length} of ${rows.length} met, in ${minutes} minutes.`,
);
