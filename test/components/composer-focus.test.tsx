import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ComposerView, type ComposerViewProps } from "../../src/components/chat-composer/composer-view.js";

const done = async () => undefined;
const verbs = { sendMessage: done, stop: done, steer: done, pause: done, resume: done };
const show = (composer: ComposerViewProps["composer"]) =>
  render(
    <>
      <ComposerView composer={composer} />
      <button type="button">Elsewhere</button>
    </>,
  );
const field = () => screen.getByRole("textbox", { name: "Message" });

/** Buttons of the bar: the text that shows each, and the state of the session. */
const buttons = [
  { name: "Send", text: "Hello", running: false },
  { name: /Send|queue/i, text: "Hello", running: true },
  { name: /^Interrupt|steer/i, text: "Hello", running: true },
  { name: "Stop", text: "", running: true },
] as const;

describe("a press of the pointer on a button of the composer", () => {
  it.each(buttons)("leaves the focus in the field: $name", async ({ name, text, running }) => {
    show({ ...verbs, isRunning: running });
    await userEvent.click(field());
    if (text) await userEvent.paste(text);
    const blurred = vi.fn<() => void>();
    field().addEventListener("blur", blurred);
    const bar = [...document.querySelectorAll<HTMLElement>(".sv-composer-bar > button")];
    const button = bar.find((one) => one.getAttribute("aria-label")?.match(name));
    await userEvent.click(button ?? document.body);
    expect(button).toBeDefined();
    expect(field()).toHaveFocus();
    // The field never loses it, or a phone would close its keyboard.
    expect(blurred).not.toHaveBeenCalled();
  });

  it("brings the focus to the field after Send when it was elsewhere", async () => {
    show({ ...verbs });
    await userEvent.type(field(), "Hello");
    act(() => screen.getByRole("button", { name: "Elsewhere" }).focus());
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(field()).toHaveFocus();
  });

  it("leaves a reader who works the buttons by keys where they are", async () => {
    show({ ...verbs });
    await userEvent.type(field(), "Hello");
    act(() => screen.getByRole("button", { name: "Send" }).focus());
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "Send" })).toHaveFocus();
  });
});
