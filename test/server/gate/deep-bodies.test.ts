import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseBody } from "../../../src/server/gate/parse-body.js";
import { ask, bodyOf, createBackend, type Backend } from "../../support/backend.js";
import { describeDoors } from "./two-doors.js";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const parse = (text: string) => parseBody(new TextEncoder().encode(text));

describe("a body's JSON", () => {
  it.each([
    ["an object", "{}"],
    ["a text with brackets", '"é\\"["'],
    ["a number", "7"],
    ["256 levels", nested(256)],
    ["many lists side by side", `{"a":{"b":[${'{"c":[]},'.repeat(500)}null]}}`],
  ])("is read when it is %s", (_name, text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it("may contain any number of brackets in its texts", () => {
    for (const words of ["[".repeat(1000), '"{\\'.repeat(1000), "\\".repeat(1001), "é[{".repeat(1000)]) {
      expect(parse(JSON.stringify({ words }))).toEqual({ words });
    }
  });

  it.each([
    ["257 lists", nested(257)],
    ["half a million lists", nested(500_000)],
    ["objects without an end", '{"a":'.repeat(100_000)],
    ["300 lists behind a quoted quote", `{"\\"":${nested(300)}}`],
  ])("is refused when it is %s", (_name, text) => {
    expect(() => parse(text)).toThrow("256 levels");
  });

  it("is refused when it is none", () => {
    expect(() => parseBody(undefined)).toThrow(SyntaxError);
    expect(() => parseBody(new Uint8Array([0x22, 0xff, 0x22]))).toThrow(TypeError);
  });
});

describeDoors("a body that nests too deep to be meant", (open) => {
  let backend: Backend;
  beforeEach(async () => {
    backend = await createBackend();
  });
  afterEach(() => backend.close());

  it.each([1000, 100_000])("is refused at %i levels", async (levels) => {
    const door = await open({}, backend);
    const { url } = door.write("x");
    const { pathname } = new URL(url);
    const deep = nested(levels);
    const payload = `{"text":"/say hi","annotations":${deep}}`;
    const body = `{"message":"/say hi","delivery":${deep},"type":"user.message","payload":${payload}}`;
    const answer = await door.handle(ask("POST", pathname, body));
    expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([400, "invalid_body"]);
  });
});
