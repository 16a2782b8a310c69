import { render, waitFor } from "@testing-library/react";
import { createPortal } from "react-dom";
import { expect, it } from "vitest";
import { CopyButton } from "../../src/components/copy-button/copy-button.js";

it("copies by the clipboard of the window that shows the button", async () => {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const page = frame.contentWindow as Window & typeof globalThis;
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(page.navigator, "clipboard", { value: clipboard });
  const { unmount } = render(createPortal(<CopyButton text="One" />, page.document.body));
  const button = page.document.querySelector("button");
  button?.click();
  await waitFor(() => expect(button?.dataset["state"]).toBe("copied"));
  expect(copied).toEqual(["One"]);
  unmount();
  frame.remove();
});
