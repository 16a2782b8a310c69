import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { MessageAttachments } from "@service/react";
import { ApprovalCard } from "../../src/components/decisions/approval-card.js";
import { ToolCall } from "../../src/components/tool-call/tool-call.js";

/** Reorders what follows, hides a joiner between Latin letters, and keeps a Persian word and an emoji sequence. */
const planted = "x\u202Efdp.exe\u2069\u200D می\u200Cخواهم 👩\u200D🚀";
const shown = "x[U+202E]fdp.exe[U+2069][U+200D] می\u200Cخواهم 👩\u200D🚀";

/** Text and every attribute that a person reads or hears. */
function readable(container: HTMLElement): string {
  const attributes = ["title", "alt", "aria-label", "download", "placeholder"];
  const said = [...container.querySelectorAll("*")].flatMap((element) =>
    attributes.map((name) => element.getAttribute(name) ?? ""),
  );
  return [container.textContent, ...said].join("\n");
}

const call = (value: unknown) => <ToolCall name="run" state="complete" arguments={value} output={value} defaultOpen />;

describe("hidden characters", () => {
  it.each([
    ["a tool's name", <ToolCall key="" name={`acme__${planted}`} state="complete" />],
    ["words", call(planted)],
    ["names and values of arguments", call({ [planted]: planted, nested: { [planted]: [planted] } })],
    ["a table", call([{ [planted]: planted }, { [planted]: 1 }])],
    ["a program's output", call({ stdout: planted, exitCode: 1 })],
    ["a command", call({ command: planted })],
    ["changes", call({ diff: `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${planted}\n+${planted}\n` })],
    ["JSON", call({ a: { b: { c: { d: { [planted]: planted } } } } })],
    ["a file of a tool", call({ kind: "file", fileId: "f1", filename: planted })],
    [
      "an approval",
      <ApprovalCard
        key=""
        approval={{
          kind: "approval",
          id: "a",
          turnId: "t",
          name: planted,
          arguments: { to: planted },
          state: { name: "pending" },
        }}
        onApprove={() => undefined}
        onReject={() => undefined}
      />,
    ],
    [
      "a message's files",
      <MessageAttachments key="" resources={[{ kind: "file", fileId: "f1", filename: planted }]} />,
    ],
    [
      "a picture of a message",
      <MessageAttachments
        key=""
        resources={[{ kind: "file", fileId: "f1", filename: planted, contentType: "image/png" }]}
        addressOf={(id) => `/files/${id}`}
      />,
    ],
  ])("are visible in %s", (_place, element) => {
    const { container } = render(element);
    const text = readable(container);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain(shown);
  });
});
