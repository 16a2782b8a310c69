/** Settings from the command line, the environment and a file: the first of them that names a setting decides. */
import { allowed, assertSetting, checkSettings } from "./check-settings.js";
import { defaultSettings, settingNames, settingTable, type SettingName, type Settings } from "./setting-table.js";

/** `leaseMs` → `lease-ms`, without the dashes in front. */
export function flagOf(name: SettingName): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `leaseMs` → `SERVICE_LEASE_MS`. */
export function variableOf(name: SettingName): string {
  return `SERVICE_${flagOf(name).replaceAll("-", "_").toUpperCase()}`;
}

export interface SettingSources {
  /** By flag, without dashes. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly file: { readonly name: string; readonly content: unknown } | null;
}

/** Settings that were given. @throws {ServiceError} `setting_invalid`, which names the setting, its source and the allowed values. */
export function readSettings({ flags, environment, file }: SettingSources): Partial<Settings> {
  const found: Partial<Record<SettingName, unknown>> =
    file === null ? {} : { ...checkSettings(file.content, file.name) };
  for (const name of settingNames) {
    take(name, environment[variableOf(name)] || undefined, variableOf(name));
    take(name, flags[flagOf(name)], `--${flagOf(name)}`);
  }
  return found as Partial<Settings>;

  function take(name: SettingName, given: unknown, source: string): void {
    if (typeof given !== "string") return;
    const value = settingTable[name].kind === "number" && /^\d+$/.test(given) ? Number(given) : given;
    assertSetting(name, value, source);
    found[name] = value;
  }
}

/** The table of docs/operate.md. */
export function settingsAsMarkdown(): string {
  const rows = settingNames.map(
    (name) =>
      `| \`${name}\` | \`--${flagOf(name)}\` | \`${variableOf(name)}\` | ${settingTable[name].default} | ${allowed(name)} | ${settingTable[name].about} |`,
  );
  return ["| setting | flag | variable | default | allowed | |", "|---|---|---|---|---|---|", ...rows].join("\n");
}

/** The table for a terminal, with the values in force. */
export function settingsAsText(given: Partial<Settings>): string {
  const rows = settingNames.map((name) => [
    `${name} = ${given[name] ?? defaultSettings[name]}${name in given ? " (set)" : ""}`,
    `--${flagOf(name)}`,
    variableOf(name),
    allowed(name),
    settingTable[name].about,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}
