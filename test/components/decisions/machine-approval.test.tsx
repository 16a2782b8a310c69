import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApprovalCard } from "../../../src/components/decisions/approval-card.js";
import type { Approval } from "../../../src/components/decisions/decision-types.js";

describe("the approval of a call on a connected machine", () => {
  const approval: Approval = {
    kind: "approval",
    id: "a",
    turnId: "t",
    name: "run",
    arguments: {},
    machine: { handle: "vm-s6j5", name: "vm", folder: "/srv/shop" },
    state: { name: "pending" },
  };
  const card = (more: Partial<Approval>) => (
    <ApprovalCard approval={{ ...approval, ...more }} onApprove={vi.fn<() => void>()} onReject={vi.fn<() => void>()} />
  );
  const fields = () =>
    screen.getAllByRole("term").map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

  it("asks in words about the command, with the machine's name and folder", () => {
    render(card({ arguments: { machine: "vm-s6j5", command: "npm test", timeoutSeconds: 120, force: true } }));
    expect(screen.getByRole("heading", { name: "Run this command on vm?" })).toBeVisible();
    expect(fields()).toEqual(["Command: npm test", "Folder: /srv/shop", "Time limit: 2\u00a0min", "Force: yes"]);
    expect(screen.getByText("npm test").closest("pre")).toHaveAttribute("data-code", "code");
    expect(screen.getByRole("button", { name: "Run command" })).toBeVisible();
  });

  it("shows an argument by its own name that would look like one of the card", () => {
    const others = { folder: "/etc", timeLimit: 9 };
    render(card({ arguments: { machine: "vm-s6j5", command: "npm test", timeoutSeconds: 120, ...others } }));
    const shown = ["Folder: /srv/shop", "Time limit: 2\u00a0min", "folder: /etc", "timeLimit: 9"];
    expect(fields()).toEqual(["Command: npm test", ...shown]);
  });

  it("asks about a file with its whole text, and about an empty one", () => {
    const content = `const a = "<b>";\n\nexport default a;`;
    const { rerender } = render(card({ name: "write_file", arguments: { machine: "vm-s6j5", path: "a.ts", content } }));
    expect(screen.getByRole("heading", { name: "Write this file on vm?" })).toBeVisible();
    expect(fields()).toEqual(["File: a.ts", "Folder: /srv/shop", `Content: ${content}`]);
    expect(screen.getByRole("button", { name: "Write file" })).toBeVisible();
    rerender(card({ name: "write_file", arguments: { machine: "vm-s6j5", path: "a.ts", content: "" } }));
    expect(fields().at(-1)).toBe("Content: empty text");
  });

  it.each([
    ["another machine", { machine: "other-1", command: "npm test" }, ["Machine: other-1", "Command: npm test"]],
    ["other arguments", { machine: "vm-s6j5", script: "npm test" }, ["Machine: vm-s6j5", "Script: npm test"]],
    ["one that is no text", { machine: "vm-s6j5", command: 4 }, ["Machine: vm-s6j5", "Command: 4"]],
  ])("shows %s as any tool's call", (_, given, shown) => {
    render(card({ arguments: given }));
    expect(screen.getByRole("heading", { name: "Approve “Run”?" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Approve" })).toBeVisible();
    expect(fields()).toEqual(shown);
  });
});
