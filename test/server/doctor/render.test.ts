import { describe, expect, it } from "vitest";
import { renderFinding } from "../../../src/server/doctor/render.js";

describe("a finding as a line", () => {
  it("contains nothing that moves a terminal's cursor or colours it, whatever a host sends", () => {
    const message = "said \u001b[2J\u001b[31mthis\r\nand\u0007 \u009b2Kthat";
    expect(renderFinding({ check: "key", outcome: "fault", message, advice: "a\nb" })).toBe(
      "✗ key          said  [2J [31mthis and   2Kthat\n               → a b",
    );
  });
});
