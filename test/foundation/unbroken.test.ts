import { describe, expect, it } from "vitest";
import { unbroken } from "../../src/foundation/unbroken.js";

describe("unbroken", () => {
  it.each(["12 s", "11 / s", "€ 1,200", "-3.5 %", "25 km/h", "1.5 MB", "240 req / min", "3 h", "12 000 kg"])(
    "joins the parts of %s",
    (text) => {
      expect(unbroken(text)).toBe(text.replaceAll(" ", "\u00a0"));
      expect(unbroken(text)).not.toContain(" ");
    },
  );

  it.each(["Lisbon", "12 flights to Lisbon and back", "ana@example.com", "2 of 3 answers were late", ""])(
    "returns %j unchanged",
    (text) => expect(unbroken(text)).toBe(text),
  );
});
