import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleText } from "../../src/foundation/visible-text.js";

describe("visibleText", () => {
  it.each([
    ["an override", "invoice\u202Efdp.exe", "invoice[U+202E]fdp.exe"],
    ["an isolate", "pay \u2066Ben\u2069", "pay [U+2066]Ben[U+2069]"],
    ["an override among Persian words", "می\u202Eخواهم", "می[U+202E]خواهم"],
    ["a joiner between Latin letters", "pay\u200Dpal \u200C", "pay[U+200D]pal [U+200C]"],
    ["a joiner that only follows a picture", "🚀\u200Dx", "🚀[U+200D]x"],
    ["the second of two joiners", "می\u200C\u200Cخواهم", "می\u200C[U+200C]خواهم"],
    ["a joiner between Hebrew letters, which do not join", "של\u200Dום", "של[U+200D]ום"],
    ["a direction mark in Latin text", "a\u200Fb", "a[U+200F]b"],
    ["invisible spaces and fillers", "a\u200Bb\u2060c\uFEFFd\u3164", "a[U+200B]b[U+2060]c[U+FEFF]d[U+3164]"],
    ["tag letters outside a flag", "a\u{E0061}\u{E007F}", "a[U+E0061][U+E007F]"],
    ["a flag without an end", "🏴\u{E0067}\u{E0062}", "🏴[U+E0067][U+E0062]"],
    ["selectors that no letter needs", "time.\uFE03\uFE0F\u{E0100}", "time.[U+FE03][U+FE0F][U+E0100]"],
    ["the second of two selectors", "❤\uFE0F\uFE0F 葛\u{E0100}\u{E0101}", "❤\uFE0F[U+FE0F] 葛\u{E0100}[U+E0101]"],
    ["a selector of emoji after a digit without its key", "10\uFE0F", "10[U+FE0F]"],
    ["a soft hyphen and a grapheme joiner", "ac\u00ADme\u034F", "ac[U+00AD]me[U+034F]"],
    ["a vowel separator", "b\u180Bank", "b[U+180B]ank"],
    ["Khmer letters that are not drawn", "a\u17B4\u17B5", "a[U+17B4][U+17B5]"],
    ["separators of lines", "a\u2028b\u2029", "a[U+2028]b[U+2029]"],
    ["an empty Braille pattern", "a\u2800b", "a[U+2800]b"],
    ["characters that are not assigned and not drawn", "a\uFFF0\u2065", "a[U+FFF0][U+2065]"],
    ["signs of music and shorthand", "a\u{1D173}\u{1BCA0}", "a[U+1D173][U+1BCA0]"],
    ["control characters", "a\u0000b\u0008\u0085", "a[U+0000]b[U+0008][U+0085]"],
  ])("shows %s", (_name, text, expected) => {
    expect(visibleText(text)).toBe(expected);
  });

  it.each([
    ["Persian", "می\u200Cخواهم کتاب\u200Cها را"],
    ["an Arabic letter in its initial form", "١٤٤٥ ه\u200D"],
    ["Hindi and Bengali", "क्\u200Dष র\u200D্য"],
    ["Sinhala", "ශ්\u200Dරී"],
    ["families, professions and colours", "👩\u200D👩\u200D👧 👩🏽\u200D🚀 🏳️\u200D🌈 🏴\u200D☠️ 🧔🏻\u200D♂️"],
    ["regional flags", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} plays"],
    ["Hebrew with a direction mark", "שלום\u200F (a)"],
    ["Thai with break opportunities", "ภาษา\u200Bไทย"],
    ["lines and tabs", "a\tb\nc\r\nd"],
    ["emoji, signs and keys in their form", "❤\uFE0F ☎\uFE0E 1\uFE0F\u20E3 #\uFE0F\u20E3 ℹ\uFE0F"],
    ["forms of ideographs", "葛\u{E0100}城 邊\uFE00"],
    ["Mongolian with a form", "ᠭ\u180B"],
    ["Arabic signs of numbers", "\u0600١٢ \u06DD٣"],
    ["half a surrogate pair", "a\uD800b"],
  ])("keeps %s", (_name, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it("leaves no override or isolate in any text, and changes text without suspects never", () => {
    const piece = fc.constantFrom(
      "a",
      "م",
      "👩",
      "\u200D",
      "\u200C",
      "\u202E",
      "\u2067",
      "\u2069",
      "\uDC00",
      "क",
      "\u{E0061}",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const shown = visibleText(pieces.join(""));
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });
});
