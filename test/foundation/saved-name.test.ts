import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { savedName } from "../../src/foundation/saved-name.js";
import { contentHeaders, safeFilename } from "../../src/wire/protocol/files.js";

describe("the name a file is saved under", () => {
  it.each([
    ["plan.txt", "plan.txt"],
    ["../../etc/passwd", "passwd"],
    ["..\\..\\windows\\win.ini", "win.ini"],
    ["..%2F..%2Fetc%2Fpasswd", "_2F.._2Fetc_2Fpasswd"],
    ["a%00.txt", "a_00.txt"],
    ["a\u0000b.txt", "a_b.txt"],
    ["a\r\nSet-Cookie: x=1.txt", "a__Set-Cookie: x=1.txt"],
    ["report\u202Efdp.exe", "report_fdp.exe"],
    ["a\u2066b\u2069.txt", "a_b_.txt"],
    ["a\u2028b.txt", "a_b.txt"],
    ["a\ud800.txt", "a_.txt"],
    [" .hidden. ", "hidden"],
    ["..", "file"],
    ["", "file"],
    ["50% off.pdf", "50% off.pdf"],
    ["گزارش\u200cها.pdf", "گزارش\u200cها.pdf"],
    ["👩\u200d💻 日本.png", "👩\u200d💻 日本.png"],
    ["über größe.txt", "über größe.txt"],
  ])("of %j is %j", (given, expected) => {
    expect(savedName(given)).toBe(expected);
  });

  it("never contains a path, a control character or a reordering mark, in either form of the header", () => {
    const marks = [
      "/",
      "\\",
      "..",
      "%2F",
      "%5c",
      "%00",
      "\u0000",
      "\r",
      "\n",
      "\u202e",
      "\u2067",
      "\u200f",
      "\ud800",
      '"',
      "'",
      ";",
      "a",
      ".txt",
    ];
    const names = fc.array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: "binary" })), { maxLength: 20 });
    fc.assert(
      fc.property(names, (parts) => {
        const { "content-disposition": disposition = "" } = contentHeaders({
          filename: parts.join(""),
          contentType: "a/b",
        });
        const [, plain = "", encoded = ""] =
          /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]*)$/.exec(disposition) ?? [];
        expect(disposition).toMatch(/^[\u0020-\u007e]+$/);
        for (const name of [
          plain,
          decodeURIComponent(encoded),
          decodeURIComponent(decodeURIComponent(encoded).replaceAll(/%(?![0-9a-f]{2})/gi, "")),
        ]) {
          expect(name).not.toMatch(/[/\\]|\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
          expect(name).not.toMatch(/^\.|^$/);
          expect(name.length).toBeLessThanOrEqual(255);
        }
      }),
    );
  });

  it("ends with no dot or space where it was cut", () => {
    expect(savedName(`a${" .".repeat(200)}b.pdf`)).toBe("a");
  });

  it("takes no time for a long run of spaces", () => {
    expect(savedName(`a${" ".repeat(200_000)}b`)).toBe("a");
  }, 2_000);

  it("has a plain ASCII form for older programs", () => {
    expect(safeFilename("../größe 日本.txt")).toBe("gr__e __.txt");
  });
});

describe("the bytes of a file", () => {
  it("are kept by no cache, shared or not", () => {
    const headers = contentHeaders({ filename: "a", contentType: "image/png" });
    expect(headers["cache-control"]).toBe("private, no-store");
  });
});
