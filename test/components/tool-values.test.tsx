// budget: every kind of value that a tool may return
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { briefValue, readValue } from "../../src/components/tool-call/readable-value.js";
import { plainTerminalText } from "../../src/components/tool-call/terminal-text.js";
import { FilesOfSession } from "../../src/hooks/file-address.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ToolCall } from "../../src/components/tool-call/tool-call.js";
import { toolName } from "../../src/components/tool-call/tool-name.js";

const diff = "--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-old line\n+new line\n same\n";
const pixel = "iVBORw0KGgo=";

describe("readValue", () => {
  it.each([
    ["nothing", null, { kind: "empty" }],
    ["an empty object", {}, { kind: "empty" }],
    ["words", "found", { kind: "text", text: "found" }],
    ["a command", { command: "npm test" }, { kind: "terminal", text: "$ npm test" }],
    [
      "a command and where it runs",
      { machine: "vm-s6j5", command: "npm test", timeoutSeconds: 60 },
      {
        kind: "parts",
        parts: [
          { kind: "terminal", text: "$ npm test" },
          {
            kind: "fields",
            fields: [
              ["machine", "vm-s6j5"],
              ["timeoutSeconds", 60],
            ],
          },
        ],
      },
    ],
    [
      "a command that is not for a shell",
      { command: "open", door: 4 },
      {
        kind: "fields",
        fields: [
          ["command", "open"],
          ["door", 4],
        ],
      },
    ],
    ["JSON in a string", '{"a":1}', { kind: "fields", fields: [["a", 1]] }],
    ["JSON that is not whole", '{"a":', { kind: "text", text: '{"a":' }],
    [
      "the operation of a patch",
      { type: "update_file", path: "a.ts", diff: "@@\n-a\n+b" },
      {
        kind: "parts",
        parts: [
          {
            kind: "fields",
            fields: [
              ["type", "update_file"],
              ["path", "a.ts"],
            ],
          },
          { kind: "diff", text: "@@\n-a\n+b" },
        ],
      },
    ],
    [
      "a new file in a patch",
      { type: "create_file", path: "a.ts", diff: "+a\n+b" },
      expect.objectContaining({ kind: "parts", parts: [expect.anything(), { kind: "diff", text: "+a\n+b" }] }),
    ],
    [
      "the removal of a file",
      { type: "delete_file", path: "a.ts" },
      {
        kind: "fields",
        fields: [
          ["type", "delete_file"],
          ["path", "a.ts"],
        ],
      },
    ],
    [
      "the output of a provider's call that says no more than that it ended",
      { type: "apply_patch_call_output", id: "a1", call_id: "p1", status: "completed" },
      { kind: "empty" },
    ],
    [
      "the output of a provider's call",
      { type: "local_shell_call_output", call_id: "p1", output: "2 files" },
      { kind: "text", text: "2 files" },
    ],
    [
      "the output of a provider's call that failed",
      { type: "apply_patch_call_output", status: "failed", output: "No such file" },
      {
        kind: "fields",
        fields: [
          ["status", "failed"],
          ["output", "No such file"],
        ],
      },
    ],
    [
      "the picture of a computer, in its address",
      { type: "computer_screenshot", image_url: `data:image/png;base64,${pixel}` },
      { kind: "image", image: { mediaType: "image/png", data: pixel } },
    ],
    [
      "the picture of a computer, as its bytes",
      { type: "computer_screenshot", data: pixel },
      { kind: "image", image: { mediaType: "image/png", data: pixel } },
    ],
    [
      "the picture of a computer at an address",
      { type: "computer_screenshot", image_url: "https://elsewhere.example/x.png" },
      { kind: "image", image: { url: "https://elsewhere.example/x.png" } },
    ],
    ["a short list", ["a", 1, true], { kind: "text", text: "a, 1, true" }],
    ["text parts", { content: [{ type: "text", text: "a" }, { text: "b" }] }, { kind: "text", text: "a\n\nb" }],
    [
      "values in values",
      { filter: { city: "Lisbon", max: [1, 2] } },
      {
        kind: "fields",
        fields: [
          [
            "filter",
            {
              kind: "fields",
              fields: [
                ["city", "Lisbon"],
                ["max", { kind: "text", text: "1, 2" }],
              ],
            },
          ],
        ],
      },
    ],
    [
      "rows",
      [{ a: 1 }, { a: 2, b: "x" }],
      {
        kind: "table",
        columns: ["a", "b"],
        rows: [
          [1, null],
          [2, "x"],
        ],
      },
    ],
    [
      "a field beside one that is too deep",
      { to: "ana", a: { b: { c: { d: { e: { f: { g: 1 } } } } } } },
      {
        kind: "fields",
        fields: [
          ["to", "ana"],
          ["a", { kind: "fields" }],
        ],
      },
    ],
    [
      "a long text in a field",
      { a: 1, body: "x".repeat(401) },
      {
        kind: "fields",
        fields: [
          ["a", 1],
          ["body", { kind: "text" }],
        ],
      },
    ],
    ["lines in a field", { a: "b\nc" }, { kind: "fields", fields: [["a", { kind: "text", text: "b\nc" }]] }],
    ["rows that are not flat", [{ a: { b: 1 } }, "c"], { kind: "list", items: [{ kind: "fields" }, { kind: "text" }] }],
    [
      "what a program printed",
      { stdout: "a", stderr: "b", exitCode: 2 },
      { kind: "terminal", text: "a\nb", exitCode: 2 },
    ],
    ["colours of a terminal", "\u001b[31mred\u001b[0m", { kind: "terminal", text: "red" }],
    ["changes", diff, { kind: "diff", text: diff }],
    ["changes in a field", { path: "x.ts", diff }, { kind: "parts" }],
    ["a list with dashes", "--- a\n- b", { kind: "text" }],
    [
      "a picture",
      { content: [{ type: "image", data: pixel, mimeType: "image/png" }] },
      { kind: "image", image: { mediaType: "image/png", data: pixel } },
    ],
  ])("of %s", (_, value, expected) => {
    expect(readValue(value)).toMatchObject(expected);
  });

  // A shape that is known from tools' outputs would hide the other arguments, and a terminal's commands hide words.
  it.each([
    { to: "everyone", content: [{ type: "text", text: "Hello" }] },
    { amount: 9_000, stdout: "Refund of 9" },
    { to: "ana", command: "rm" },
    { path: "x.ts", diff },
    { filename: "a.txt", fileId: "f", sizeBytes: 1, contentType: "text/plain", secret: "yes" },
  ])("shows every argument of %j under its own name", (value) => {
    const read = readValue(value, "arguments");
    expect(read.kind === "fields" && read.fields.map(([name]) => name)).toEqual(Object.keys(value));
  });

  it.each([
    [["bob@x.test, eve@x.test"], ["bob@x.test", "eve@x.test"]],
    [["", "", ""], [", "]],
    [
      ["true", "a"],
      [true, "a"],
    ],
    [[" a"], ["a"]],
  ])("reads %j otherwise than %j", (one, other) => {
    const read = (list: readonly unknown[]) => JSON.stringify(readValue({ list }, "arguments"));
    expect(read(one)).not.toBe(read(other));
    expect(readValue({ list: ["a", "b c"] }, "arguments")).toMatchObject({ fields: [["list", { text: "a, b c" }]] });
  });

  it("shows up to a thousand arguments each under its own name, and more as one text", () => {
    const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, index]));
    const kinds = [101, 1_000, 1_001].map((count) => readValue(of(count), "arguments").kind);
    expect(kinds).toEqual(["fields", "fields", "json"]);
    expect(readValue(of(101)).kind).toBe("json");
  });

  it("shows the text of an argument as it is", () => {
    const text = "Pay 1 €\rPay 900 € \u001b[2K";
    expect(readValue({ text }, "arguments")).toEqual({ kind: "fields", fields: [["text", { kind: "text", text }]] });
    expect(readValue({ text: '{"a":1}' }, "arguments")).toEqual({ kind: "fields", fields: [["text", '{"a":1}']] });
  });

  it("shows values in values without number as a text that is no longer than they are", () => {
    const written = `${"[".repeat(20_000)}1${"]".repeat(20_000)}`;
    expect(readValue(written)).toEqual({ kind: "text", text: written });
    const nested: unknown = JSON.parse(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`);
    const read = readValue(nested);
    expect(read.kind === "fields" && JSON.stringify(read).length).toBeLessThan(40_000);
    expect(() => readValue(JSON.parse(written))).not.toThrow();
  });

  it("never throws, whatever it is given", () => {
    const ring: Record<string, unknown> = {};
    ring["self"] = { deeper: { ring } };
    for (const value of [ring, 7n, Symbol.iterator, () => 1, [null], [[[]]], new Date(Number.NaN)]) {
      expect(() => readValue(value)).not.toThrow();
      expect(() => briefValue(value)).not.toThrow();
    }
  });
});

describe("plainTerminalText", () => {
  it.each([
    ["\u001b[1;32mok\u001b[0m\n", "ok\n"],
    ["\u001b]0;title\u0007text", "text"],
    ["10%\r50%\r100%\ndone", "100%\ndone"],
    ["a\r\nb\r\n", "a\nb\n"],
    ["tab\there\u0000\u0008", "tab\there"],
  ])("of %j", (text, expected) => {
    expect(plainTerminalText(text)).toBe(expected);
  });
});

describe("toolName", () => {
  it.each([
    ["acme__search_docs", "Search docs"],
    ["delete_everything", "Delete everything"],
    ["a__b__read-page", "Read page"],
    ["__", "__"],
    ["orders__findByID", "Find by ID"],
    ["http_get_url", "HTTP get URL"],
    ["exportPdfToS3", "Export PDF to S3"],
    ["Google Calendar", "Google Calendar"],
  ])("of %s is %s", (name, expected) => {
    expect(toolName(name)).toBe(expected);
  });
});

describe("ToolCall", () => {
  const revoke = vi.fn<(url: string) => void>();
  beforeEach(() => {
    revoke.mockClear();
    const blobs = { createObjectURL: () => "blob:own/1", revokeObjectURL: revoke };
    vi.stubGlobal("URL", Object.assign(class extends URL {}, blobs));
  });
  afterEach(() => vi.unstubAllGlobals());
  const show = (output: unknown, more: object = {}) =>
    render(<ToolCall name="run" state="complete" arguments={{ a: 1 }} output={output} defaultOpen {...more} />);

  it("reads the words of a failure, and offers no copy of an empty input", () => {
    show({ isError: true, message: "No such order." }, { state: "failed", arguments: {} });
    expect(screen.getByText("No such order.")).toBeInTheDocument();
    expect(screen.queryByText("Is error")).toBeNull();
    expect(screen.getAllByRole("button", { name: /Copy/ })).toHaveLength(1);
  });

  it("shows a long output when asked, and never all of it at once before", async () => {
    show("line\n".repeat(500));
    const shown = () => document.querySelector("pre")?.textContent?.split("\n").length ?? 0;
    expect(shown()).toBeLessThan(60);
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(shown()).toBe(501);
    expect(screen.queryByRole("button", { name: "Show all" })).toBeNull();
  });

  it("marks a truncated output", () => {
    show("the beginning", { isTruncated: true });
    expect(screen.getByText("Shortened.")).toBeVisible();
  });

  it("marks additions and removals by more than colour", () => {
    show(diff);
    expect(screen.getByText("+new line").tagName).toBe("INS");
    expect(screen.getByText("-old line").tagName).toBe("DEL");
  });

  it("shows how a program ended", () => {
    show({ stdout: "no", exitCode: 1 });
    expect(screen.getByText("Exit code 1")).toHaveAttribute("data-failed");
  });

  it("shows rows as a table", () => {
    show([{ article: "Desk", left: 12 }]);
    expect(within(screen.getByRole("table")).getByRole("cell", { name: "12" })).toBeVisible();
    expect(screen.getByRole("columnheader", { name: "Article" })).toBeVisible();
  });

  it("marks the columns of numbers, also with an empty cell, and no mixed one", () => {
    const rows = [
      { article: "Desk", inStock: 12, shelf: 4 },
      { article: "Lamp", inStock: -1, shelf: "B2" },
    ];
    show([...rows, { article: "Chair" }]);
    const marked = [...document.querySelectorAll("tr")].map(({ cells }) =>
      [...cells].map((cell) => (cell.hasAttribute("data-number") ? `${cell.textContent} →` : cell.textContent)),
    );
    expect(marked).toEqual([
      ["Article", "In stock →", "Shelf"],
      ["Desk", "12 →", "4"],
      ["Lamp", "-1 →", "B2"],
      ["Chair", "none →", "none"],
    ]);
  });

  it("copies input and output unchanged", async () => {
    const user = userEvent.setup();
    show({ found: 3 });
    await user.click(screen.getByRole("button", { name: "Copy result" }));
    expect(await navigator.clipboard.readText()).toBe('{\n  "found": 3\n}');
  });

  it("shows that a waiting call has not run", () => {
    show(null, { state: "waiting" });
    expect(screen.getByText("Waiting for approval")).toBeVisible();
    expect(screen.getByText("Runs after approval.")).toBeVisible();
    expect(screen.queryByText("Done")).toBeNull();
  });

  const image = (part: object) => show({ content: [{ type: "image", ...part }] });

  it("shows an empty result only where the log has it", () => {
    const call = (output: unknown) => <ToolCall name="save" state="complete" output={output} defaultOpen />;
    const { rerender } = render(call(null));
    expect(screen.getByText("No result")).toBeTruthy();
    rerender(call(undefined));
    expect(screen.queryByText("No result")).toBeNull();
    expect(screen.queryByText("Result")).toBeNull();
  });

  it("makes a blob of a picture's bytes, and gives it back", () => {
    const { unmount } = image({ data: pixel, mimeType: "image/png" });
    expect(screen.getByRole("img", { name: "Image from the tool" })).toHaveAttribute("src", "blob:own/1");
    unmount();
    expect(revoke).toHaveBeenCalledWith("blob:own/1");
  });

  const file = "/v1/workspaces/current/files/file_1/content?session=s1";
  const inSession = (url: string, baseUrl = "/api/service") => (
    <ServiceProvider baseUrl={baseUrl} identity={{ user: "ana", tenant: "acme" }}>
      <FilesOfSession sessionId="s1">
        <ToolCall name="run" state="complete" output={[{ type: "image_url", image_url: { url } }]} defaultOpen />
      </FilesOfSession>
    </ServiceProvider>
  );

  it("loads the kit's own address of a file of the shown session", () => {
    render(inSession(`/api/service${file}`));
    expect(screen.getByRole("img")).toHaveAttribute("src", `${location.origin}/api/service${file}`);
  });

  it.each(["/api/service/?of=acme", "/api/service?of=acme#part"])("keeps the query of a mount at %s", (baseUrl) => {
    render(inSession(`/api/service${file}&of=acme`, baseUrl));
    expect(screen.getByRole("img")).toHaveAttribute("src", `${location.origin}/api/service${file}&of=acme`);
  });

  it.each([
    "/auth/logout-by-get",
    "/files/1.png",
    "/api/service/v1/workspaces/current/files/file_1/content",
    "/api/service/v1/workspaces/current/files/file_1/content?session=s2",
    `/api/service${file}&next=/elsewhere`,
    `/api/service${file}#x`,
    `/other${file}`,
    `/auth/logout?to=/api/service${file}`,
    `https://elsewhere.example/api/service${file}`,
    `//elsewhere.example/api/service${file}`,
    "/api/service/v1/workspaces/current/files/../content?session=s1",
    "/api/service/v1/workspaces/current/files/file_1/content?session=s1/files/file_1/content?",
    "blob:http://localhost:3000/1",
  ])("does not load %s", (url) => {
    const { container } = render(inSession(url));
    expect(container.querySelector("[src], [srcset], [href], [style*='url']")).toBeNull();
    expect(screen.getByText("External image blocked.")).toBeVisible();
  });

  it.each([
    ["at an address, outside of a session", { url: "/files/1.png" }],
    ["of another site", { url: "https://elsewhere.example/x.png" }],
    ["with a script's address", { url: "javascript:alert(1)" }],
    ["that could hold a script", { data: "PHN2Zy8+", mimeType: "image/svg+xml" }],
    ["whose bytes cannot be read", { data: "%%%", mimeType: "image/png" }],
  ])("shows no picture %s", (_, part) => {
    image(part);
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByText("External image blocked.")).toBeVisible();
  });
});

describe("the line of a folded call", () => {
  it.each([
    [{ ms: 4000 }, undefined],
    [{ ms: "4000", city: "Lisbon" }, "Lisbon"],
    [{ timeoutMs: 30, format: "json", name: "offers" }, "offers"],
    [{ limit: 20, orderId: 4711 }, "4711"],
    [{ query: "hotels", city: "Lisbon" }, "hotels"],
    [{ machine: "vm-s6j5", command: "npm test" }, "$ npm test"],
  ])("of %j shows %s", (input, shown) => {
    expect(briefValue(input)).toBe(shown);
  });
});
