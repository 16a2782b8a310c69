import { readFileSync } from "node:fs";
import { isServiceError } from "@service/sdk/protocol";
import { expect, it } from "vitest";
import { allowed } from "../../src/settings/check-settings.js";
import { flagOf, readSettings, settingsAsMarkdown, variableOf } from "../../src/settings/read-settings.js";
import { settingNames, settingTable, type Row, type SettingName } from "../../src/settings/setting-table.js";

function threeOf(row: Row): readonly unknown[] {
  if (row.kind === "number") return [row.min, row.min + 1, row.max];
  return row.kind === "word" ? row.words : ["a", "b", "c"];
}

const none = { flags: {}, environment: {}, file: null };
const inFile = (content: unknown) => ({ name: "config.json", content });

it.each(settingNames)("takes %s from its flag before its variable before the file", (name) => {
  const [flag, variable, file] = threeOf(settingTable[name]);
  const flags = { [flagOf(name)]: String(flag) };
  const environment = { [variableOf(name)]: String(variable) };
  const all = { flags, environment, file: inFile({ [name]: file }) };
  expect(readSettings(all)).toEqual({ [name]: flag });
  expect(readSettings({ ...all, flags: {} })).toEqual({ [name]: variable });
  expect(readSettings({ ...all, flags: {}, environment: {} })).toEqual({ [name]: file });
  expect(readSettings({ ...none, environment: { [variableOf(name)]: "" } })).toEqual({});
});

it.each(settingNames.filter((name) => settingTable[name].kind !== "text"))(
  "refuses a wrong %s by its name, from each source",
  (name) => {
    const refusal = (sources: Partial<Parameters<typeof readSettings>[0]>) => {
      try {
        return readSettings({ ...none, ...sources });
      } catch (error) {
        return isServiceError(error) ? `${error.code}: ${error.message}` : error;
      }
    };
    const wrong = (source: string) =>
      expect.stringMatching(new RegExp(`^setting_invalid: ${source} is .* It must be .*${allowed(name)}\\.$`));
    for (const value of ["soon", "-1", "1.5", "99999999999999999999"]) {
      expect(refusal({ flags: { [flagOf(name)]: value } })).toEqual(wrong(`--${flagOf(name)}`));
      expect(refusal({ environment: { [variableOf(name)]: value } })).toEqual(wrong(variableOf(name)));
    }
    for (const value of ["5000", null, {}, 1.5, -1, true]) {
      expect(refusal({ file: inFile({ [name]: value }) })).toEqual(wrong(`"${name}" in config.json`));
    }
  },
);

it("refuses a file with an unknown setting, and one that has none", () => {
  expect(() => readSettings({ ...none, file: inFile({ leasMs: 1 }) })).toThrow(
    'config.json has "leasMs", which is no setting. Settings are port, host,',
  );
  expect(() => readSettings({ ...none, file: inFile([]) })).toThrow("config.json has no settings.");
});

it("names flags and variables after the setting", () => {
  const name: SettingName = "databaseConnectMs";
  expect([flagOf(name), variableOf(name)]).toEqual(["database-connect-ms", "SERVICE_DATABASE_CONNECT_MS"]);
});

it("is the table of docs/operate.md", () => {
  const page = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8");
  const normal = (text: string) => text.replaceAll(/ *\| */g, "|").replaceAll(/-{3,}/g, "---");
  expect(normal(page)).toContain(normal(settingsAsMarkdown()));
});
