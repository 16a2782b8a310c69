import { readFileSync } from "node:fs";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ConflictCode } from "../../src/wire/protocol/queue.js";
import { serviceSentences } from "../../src/wire/protocol/service-errors.js";
import { QueuePanelView } from "@service/react";
import { ServiceApiError } from "../../src/wire/protocol/api-error.js";
import { english } from "../../src/strings/english.js";

const { changed, started, replaceDraft } = english.queue;
const failed = (sentence: string) => english.queue.failed("edit", sentence);
const sentence = (code: ConflictCode) => failed(serviceSentences[code] ?? "");

/** The notice for each conflict of an edit. */
const notices: Readonly<Record<ConflictCode | "conflict", string>> = {
  QUEUE_VERSION_CHANGED: changed,
  QUEUE_ANCHOR_CHANGED: changed,
  QUEUE_PROMPT_STARTED: started,
  PROMPT_CHANGED: sentence("PROMPT_CHANGED"),
  DRAFT_CHANGED: replaceDraft,
  DRAFT_NOT_EMPTY: replaceDraft,
  EDIT_SOURCE_CHANGED: sentence("EDIT_SOURCE_CHANGED"),
  CONTROL_CHANGED: sentence("CONTROL_CHANGED"),
  IDEMPOTENCY_KEY_REUSED: failed(english.errors.wentWrong),
  conflict: changed,
};

const queue = [{ turnId: "b", text: "Second" }];

function refuse(code: string, action: "edit" | "move" = "edit") {
  const error = new ServiceApiError(serviceSentences[code] ?? "", { status: 409, code });
  const onEdit = vi.fn(async () => undefined);
  const refused = { target: "b", action, error, isConflict: true };
  render(<QueuePanelView queue={queue} onEdit={onEdit} refused={refused} />);
  return onEdit;
}

describe("the notice of a refused change of the queue", () => {
  it.each(Object.entries(notices))("names the cause of the conflict %s", (code, text) => {
    refuse(code);
    expect(screen.getByRole("alert").querySelector("span")?.textContent).toBe(text);
  });

  it.each(["DRAFT_CHANGED", "DRAFT_NOT_EMPTY"])("offers to replace the draft after %s", (code) => {
    const onEdit = refuse(code);
    fireEvent.click(screen.getByRole("button", { name: "Replace" }));
    expect(onEdit).toHaveBeenCalledWith("b", { replaceDraft: true });
  });

  it("offers no replacement for an action that moves nothing into the draft", () => {
    refuse("DRAFT_CHANGED", "move");
    expect(screen.queryByRole("button", { name: "Replace" })).toBeNull();
  });

  it("is shown at its own message for each of several refused changes, and is dismissed alone", () => {
    const error = new ServiceApiError("No network.", { status: 0, code: "network_error" });
    const refused = ["a", "b", "gone"].map(
      (target) => ({ target, action: "remove", error, isConflict: false }) as const,
    );
    const three = [{ turnId: "a", text: "First" }, ...queue, { turnId: "c", text: "Third" }];
    const onDismiss = vi.fn<(turnId: string) => void>();
    const view = (given: typeof refused) => (
      <QueuePanelView queue={three} onRemove={async () => undefined} refused={given} onDismiss={onDismiss} />
    );
    const { rerender } = render(view(refused));
    const noticed = () => screen.getAllByRole("listitem").map((row) => within(row).queryByRole("alert") !== null);
    expect(noticed()).toEqual([true, true, false]);
    expect(screen.getAllByRole("alert")).toHaveLength(2);
    const second = screen.getAllByRole("listitem")[1] as HTMLElement;
    fireEvent.click(within(second).getByRole("button", { name: "Dismiss" }));
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith("b");
    expect(second).toContainElement(document.activeElement as HTMLElement);
    rerender(view(refused.slice(0, 1)));
    expect(noticed()).toEqual([true, false, false]);
  });

  it("is tested for each conflict that the routes of the queue can answer", () => {
    const sources = ["change-queue", "send-message", "same-content", "api-failure"].map((name) =>
      readFileSync(`service/src/sessions/${name}.ts`, "utf8"),
    );
    const thrown = [...sources.join("\n").matchAll(/(?:refused|conflict)\([^;]*?"([A-Z]+_[A-Z_]+)"/g)];
    const table = readFileSync("docs/protocol.md", "utf8").split("### 3.4 ")[1]?.split("\n### ")[0] ?? "";
    const documented = [...table.matchAll(/^\| `([A-Z]+_[A-Z_]+)` \|/gm)];
    const codes = [...thrown, ...documented].map((match) => match[1] ?? "");
    expect(codes.length).toBeGreaterThan(12);
    expect(codes.filter((code) => !(code in notices))).toEqual([]);
  });
});
