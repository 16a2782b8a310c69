/** Compares given settings with the table, and names wrong ones with the allowed values. */
import { ServiceError } from "@service/sdk/protocol";
import * as v from "valibot";
import { settingNames, settingTable, type Row, type SettingName, type Settings } from "./setting-table.js";

function rowOf(name: SettingName): Row {
  return settingTable[name];
}

function schemaOf(row: Row): v.GenericSchema {
  if (row.kind === "number") {
    return v.pipe(v.number(), v.integer(), v.minValue(row.min), v.maxValue(row.max));
  }
  return row.kind === "word" ? v.picklist(row.words) : v.pipe(v.string(), v.nonEmpty());
}

/** The allowed values as a phrase. */
export function allowed(name: SettingName): string {
  const row = rowOf(name);
  if (row.kind === "number") return `${row.min} to ${row.max}${row.unit === "" ? "" : ` ${row.unit}`}`;
  return row.kind === "word" ? row.words.join(", ") : "text";
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name);
}

/** @param source where the setting was given, such as `--lease-ms`. @throws {ServiceError} `setting_invalid` */
export function assertSetting(name: SettingName, value: unknown, source: string): void {
  if (v.is(schemaOf(rowOf(name)), value)) return;
  const { kind } = rowOf(name);
  const given = typeof value === "object" ? "no value" : String(value).slice(0, 60);
  const wanted = { number: "a whole number, ", word: "one of ", text: "a " }[kind];
  throw new ServiceError(`${source} is "${given}". It must be ${wanted}${allowed(name)}.`, { code: "setting_invalid" });
}

/**
 * @param source what contains them, such as a file.
 * @throws {ServiceError} `setting_invalid` for an unknown name and for a value that is not allowed.
 */
export function checkSettings(given: unknown, source: string): Partial<Settings> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ServiceError(`${source} has no settings. It must be an object such as { "port": 4600 }.`, {
      code: "setting_invalid",
    });
  }
  for (const [name, value] of Object.entries(given)) {
    if (!isSetting(name)) {
      throw new ServiceError(`${source} has "${name}", which is no setting. Settings are ${settingNames.join(", ")}.`, {
        code: "setting_invalid",
      });
    }
    if (value !== undefined) assertSetting(name, value, `"${name}" in ${source}`);
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
