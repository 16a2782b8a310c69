import { render, waitFor } from "@testing-library/react";
import { createPortal } from "react-dom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CopyButton } from "../../src/components/copy-button/copy-button.js";
import { QueuePanelView, type QueuePanelViewProps } from "../../src/components/queue-panel/queue-panel-view.js";

/** Components in the document of a frame, with their code in the window around it. */

let frame: HTMLIFrameElement;
let page: Window & typeof globalThis;
let end = () => {};

beforeEach(() => {
  frame = document.createElement("iframe");
  frame.tabIndex = 0;
  document.body.append(frame);
  page = frame.contentWindow as typeof page;
});

afterEach(() => {
  end();
  frame.remove();
});

describe("a copy button", () => {
  it("copies by the clipboard of the window that shows it", async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    Object.defineProperty(page.navigator, "clipboard", { value: clipboard });
    end = render(createPortal(<CopyButton text="One" />, page.document.body)).unmount;
    const button = page.document.querySelector("button");
    button?.click();
    await waitFor(() => expect(button?.dataset["state"]).toBe("copied"));
    expect(copied).toEqual(["One"]);
  });
});

describe("the focus of a button that disappears", () => {
  const left: string[] = [];
  const queue = (prompts: QueuePanelViewProps["queue"]) => (
    <>
      <input aria-label="Outside" />
      {createPortal(
        <QueuePanelView queue={prompts} onRemove={async () => undefined} onEmptied={() => left.push("queue")} />,
        page.document.body,
      )}
    </>
  );

  // No engine of tests gives the frame the focus of what is in it, so the tests do.
  it.each([
    ["moves on while the frame has the focus", () => frame, ["queue"]],
    ["stays with a person who is in the window around the frame", () => document.querySelector("input"), []],
  ])("%s", (_, focused, expected) => {
    left.length = 0;
    const { rerender, unmount } = render(queue([{ turnId: "t", text: "One" }]));
    end = unmount;
    page.document.querySelector<HTMLElement>("[aria-label='Remove from queue: One']")?.focus();
    focused()?.focus();
    rerender(queue([]));
    expect(left).toEqual(expected);
  });
});
