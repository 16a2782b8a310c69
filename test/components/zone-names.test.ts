import { expect, it } from "vitest";
import { cityOf } from "../../src/components/scheduled-tasks/zone-facts.js";

/** Ids of CLDR whose city has another name in the tz database today, and that name. */
const current = {
  "Africa/Asmera": "Asmara",
  "America/Buenos_Aires": "Buenos Aires, Argentina",
  "America/Catamarca": "Catamarca, Argentina",
  "America/Coral_Harbour": "Atikokan",
  "America/Cordoba": "Cordoba, Argentina",
  "America/Godthab": "Nuuk",
  "America/Indianapolis": "Indianapolis, Indiana",
  "America/Jujuy": "Jujuy, Argentina",
  "America/Louisville": "Louisville, Kentucky",
  "America/Mendoza": "Mendoza, Argentina",
  "Asia/Calcutta": "Kolkata",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Asia/Saigon": "Ho Chi Minh",
  "Atlantic/Faeroe": "Faroe",
  "Europe/Kiev": "Kyiv",
  "Pacific/Enderbury": "Kanton",
  "Pacific/Ponape": "Pohnpei",
  "Pacific/Truk": "Chuuk",
};

it.each(Object.entries(current))("shows %s by its current name, %s", (zone, city) => {
  expect(cityOf(zone)).toBe(city);
});

it.each([
  ["Antarctica/DumontDUrville", "Dumont d'Urville"],
  ["America/St_Johns", "St John's"],
  ["America/Lower_Princes", "Lower Prince's Quarter"],
  ["America/North_Dakota/New_Salem", "New Salem, North Dakota"],
  ["Europe/Berlin", "Berlin"],
  ["UTC", "UTC"],
])("spells %s as %s", (zone, city) => {
  expect(cityOf(zone)).toBe(city);
});

it("gives each zone of the platform its own words", () => {
  const cities = Intl.supportedValuesOf("timeZone").map(cityOf);
  expect(cities.filter((city, index) => cities.indexOf(city) !== index)).toEqual([]);
  expect(cities.filter((city) => /[_/]|\p{Ll}\p{Lu}/u.test(city))).toEqual(["McMurdo"]);
});
