/** Settings of the command: its flags, its environment, and the file of `--config`. */
import { existsSync, readFileSync } from "node:fs";
import { configOf, UsageError, type ConfigOptions } from "./cli-modules.js";
import { flagOf, readSettings, settingsAsText } from "./settings/read-settings.js";
import { settingNames, type Settings } from "./settings/setting-table.js";

/** For `parseArgs`. */
export const settingFlags: Readonly<Record<string, { readonly type: "string" }>> = Object.fromEntries(
  settingNames.map((name) => [flagOf(name), { type: "string" }]),
);

export interface Configured {
  readonly settings: Partial<Settings>;
  /** Further options, of a module. */
  readonly options: ConfigOptions;
}

/** @param config a JSON file with settings, or a module whose options may have `settings`. */
export async function configured(
  flags: Readonly<Record<string, unknown>>,
  config: string | undefined,
): Promise<Configured> {
  const isJson = config?.endsWith(".json") === true;
  const options = isJson ? {} : await configOf(config);
  const content = isJson ? jsonOf(config) : options.settings;
  const file = config === undefined || content === undefined ? null : { name: config, content };
  return { options, settings: readSettings({ flags, environment: process.env, file }) };
}

function jsonOf(file: string): unknown {
  if (!existsSync(file))
    throw new UsageError(`--config ${file} is not there. Give a JSON file with settings, or a module.`);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch {
    throw new UsageError(`--config ${file} is not JSON. Write an object such as { "port": 4600 }.`);
  }
}

export const settingsHelp = `
Settings are taken from the flag, else from the variable, else from the file of --config, else they have their default.
\`service-embedded settings\` prints them with the values in force:

${settingsAsText({})}
`;
