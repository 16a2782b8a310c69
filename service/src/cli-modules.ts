/** The modules that the command line names: an agent, and further options. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Agent, EmbeddedServiceOptions, HintCarrier } from "./index.js";

/** Something the person who typed the command can put right. */
export class UsageError extends Error {}

/** Options that the command line itself does not set. */
export type ConfigOptions = Omit<
  EmbeddedServiceOptions,
  "store" | "credentials" | "drainMs" | "clock" | "onError" | "log"
> & {
  /** That of `store`, which the command line names. */
  readonly hints?: HintCarrier;
};

/** Complete by its type. */
const configKeys: Readonly<Record<keyof ConfigOptions, true>> = {
  agent: true,
  agentMayReach: true,
  fileUploads: true,
  hints: true,
  integrations: true,
  machines: true,
  maxTurnMs: true,
  mcp: true,
  secretsKey: true,
  settings: true,
  webhooksPerMinute: true,
};

/** The agent of a module, or none for the scripted one. */
export async function agentOf(file: string | undefined): Promise<{ readonly agent?: Agent }> {
  if (file === undefined) return {};
  const agent = (await defaultOf("--agent", file)) as Partial<Agent> | null | undefined;
  if (typeof agent?.name === "string" && typeof agent.run === "function") return { agent: agent as Agent };
  throw new UsageError(
    `--agent ${file} exports no agent as its default: an object with \`name\` and \`run\`, such as createModelAgent makes.`,
  );
}

/** The options of a module. */
export async function configOf(file: string | undefined): Promise<ConfigOptions> {
  if (file === undefined) return {};
  const options = await defaultOf("--config", file);
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new UsageError(`--config ${file} exports no options as its default: an object such as { integrations: [] }.`);
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(configKeys, key));
  if (unknown === undefined) return options;
  throw new UsageError(
    `--config ${file} exports "${unknown}", which is no option here. Those are ${Object.keys(configKeys).join(", ")}.`,
  );
}

/** A fault of the module's own is reported as it is, for its author. */
async function defaultOf(option: string, file: string): Promise<unknown> {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`${option} ${file} is not there. Give the file of a module.`);
  return ((await import(pathToFileURL(path).href)) as { readonly default?: unknown }).default;
}
