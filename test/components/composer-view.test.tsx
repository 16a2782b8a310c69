import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef, StrictMode } from "react";
import { describe, expect, it, vi } from "vitest";
import { ComposerView, type ComposerHandle } from "../../src/components/chat-composer/composer-view.js";
import { sendingOf, type PressedKey, type SendKey } from "../../src/components/chat-composer/send-key.js";

const press = (more: Partial<PressedKey> = {}): PressedKey => ({
  key: "Enter",
  keyCode: 13,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});
const sender = () => vi.fn<(text: string) => Promise<void>>(async () => undefined);
const field = () => screen.getByRole("textbox", { name: "Message" });

describe("sendingOf", () => {
  const finger = true;
  it.each<[string, SendKey, Partial<PressedKey>, "send" | "steer" | null, boolean?]>([
    ["Enter", "auto", {}, "send"],
    ["Enter under a finger", "auto", {}, null, finger],
    ["Ctrl+Enter under a finger", "auto", { ctrlKey: true }, "steer", finger],
    ["Enter under a finger", "enter", {}, "send", finger],
    ["Shift+Enter", "enter", { shiftKey: true }, null],
    ["Alt+Enter", "enter", { altKey: true }, null],
    ["Ctrl+Enter", "enter", { ctrlKey: true }, "steer"],
    ["Ctrl+Shift+Enter", "enter", { ctrlKey: true, shiftKey: true }, null],
    ["Enter while characters are composed", "enter", { isComposing: true }, null],
    ["Enter that an input method consumed", "enter", { keyCode: 229 }, null],
    ["Ctrl+Enter that an input method consumed", "enter", { ctrlKey: true, keyCode: 229 }, null],
    ["another key", "enter", { key: "a" }, null],
    ["Enter", "mod-enter", {}, null],
    ["Ctrl+Enter", "mod-enter", { ctrlKey: true }, "send"],
    ["⌘+Enter", "mod-enter", { metaKey: true }, "send"],
    ["⌘+Shift+Enter", "mod-enter", { metaKey: true, shiftKey: true }, "steer"],
    ["⌘+Enter while characters are composed", "mod-enter", { metaKey: true, isComposing: true }, null],
  ])("on %s with %s", (_name, sendKey, more, expected, isTouch = false) => {
    expect(sendingOf(press(more), sendKey, isTouch)).toBe(expected);
  });
});

describe("ComposerView", () => {
  it("sends on Enter, clears the field at once and keeps the focus", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} />);
    await userEvent.type(field(), "Hello{Shift>}{Enter}{/Shift}there{Enter}");
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith("Hello\nthere");
    expect(field()).toHaveValue("");
    expect(field()).toHaveFocus();
  });

  it("does not send during a composition, however the browser reports it", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} defaultValue="にほん" />);
    fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
    expect(sendMessage).not.toHaveBeenCalled();
    fireEvent.keyDown(field(), { key: "Enter", keyCode: 13 });
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith("にほん");
  });

  it("takes null, from JavaScript, for a prop that is left out", async () => {
    const sendMessage = sender();
    const names = ["sendKey", "closedReason", "placeholder", "label", "suggestions", "components", "classNames"];
    const more = [
      "className",
      "value",
      "defaultValue",
      "onValueChange",
      "maxLength",
      "whenBusy",
      "attachments",
      "draft",
    ];
    const none: object = Object.fromEntries([...names, ...more].map((name) => [name, null]));
    render(<ComposerView composer={{ sendMessage }} {...none} />);
    await userEvent.type(field(), "Hello{Enter}");
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith("Hello");
  });

  it("sends nothing that is only space", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} />);
    await userEvent.type(field(), "   {Enter}");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(sendMessage).not.toHaveBeenCalled();
  });

  it("accepts text and sends while a turn runs", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage, stop: async () => undefined, isRunning: true }} />);
    await userEvent.type(field(), "And then?");
    await userEvent.click(screen.getByRole("button", { name: "Send after this answer" }));
    expect(sendMessage).toHaveBeenCalledExactlyOnceWith("And then?");
  });

  it("stops once, however often it is pressed, and only while a turn runs", async () => {
    let finish = () => undefined as void;
    const stop = vi.fn<() => Promise<void>>(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const { rerender } = render(<ComposerView composer={{ sendMessage: sender(), stop, isRunning: true }} />);
    const button = screen.getByRole("button", { name: "Stop" });
    await userEvent.dblClick(button);
    expect(stop).toHaveBeenCalledTimes(1);
    await act(async () => finish());
    rerender(<ComposerView composer={{ sendMessage: sender(), stop, isRunning: false }} />);
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  });

  it("hands the focus to the field when the turn ends under the stop button", () => {
    const composer = { sendMessage: sender(), stop: async () => undefined };
    const { rerender } = render(<ComposerView composer={{ ...composer, isRunning: true }} />);
    screen.getByRole("button", { name: "Stop" }).focus();
    rerender(<ComposerView composer={{ ...composer, isRunning: false }} />);
    expect(field()).toHaveFocus();
  });

  it("leaves the focus alone when the turn ends and it was elsewhere", () => {
    const composer = { sendMessage: sender(), stop: async () => undefined };
    const { rerender } = render(<ComposerView composer={{ ...composer, isRunning: true }} />);
    rerender(<ComposerView composer={{ ...composer, isRunning: false }} />);
    expect(field()).not.toHaveFocus();
  });

  it("restores a refused message and shows the reason", async () => {
    const sendMessage = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("It is too long.")));
    render(<ComposerView composer={{ sendMessage }} />);
    await userEvent.type(field(), "A long text{Enter}");
    expect(await screen.findByText("Couldn't send your message. It is too long.")).toBeVisible();
    expect(field()).toHaveValue("A long text");
    expect(field()).toHaveAccessibleDescription("Couldn't send your message. It is too long.");
  });

  it("never replaces newer text with a refused message, which the up key returns to the empty field", async () => {
    let refuse = (_error: Error) => undefined as void;
    const sendMessage = () =>
      new Promise<void>((_resolve, reject) => {
        refuse = reject;
      });
    render(<ComposerView composer={{ sendMessage }} />);
    await userEvent.type(field(), "first{Enter}second");
    await act(async () => refuse(new Error("No.")));
    expect(field()).toHaveValue("second");
    await userEvent.clear(field());
    await userEvent.keyboard("{ArrowUp}");
    expect(field()).toHaveValue("first");
  });

  it("leaves an unsent message to the timeline that keeps it", async () => {
    const sendMessage = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("No network.")));
    render(<ComposerView composer={{ sendMessage, discard: () => undefined }} />);
    await userEvent.type(field(), "Hello{Enter}");
    expect(field()).toHaveValue("");
    expect(screen.queryByText(/not sent/)).toBeNull();
  });

  it("lists waiting messages, and removes one by its name", async () => {
    const removeQueued = vi.fn<(turnId: string) => Promise<void>>(async () => undefined);
    const queue = [{ turnId: "t2", text: "And then this" }];
    render(<ComposerView composer={{ sendMessage: sender(), queue, removeQueued }} />);
    expect(screen.getByText("1 message queued")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Remove from queue: And then this" }));
    expect(removeQueued).toHaveBeenCalledExactlyOnceWith("t2");
  });

  it("explains why sending is not possible, and stays readable", async () => {
    const sendMessage = sender();
    render(<ComposerView composer={{ sendMessage }} closedReason="This conversation has ended" />);
    expect(field()).toHaveAttribute("readonly");
    expect(field()).toHaveAccessibleDescription("This conversation has ended");
    expect(field()).not.toHaveAttribute("placeholder", expect.stringMatching(/./));
    fireEvent.submit(field().closest("form")!);
    expect(sendMessage).not.toHaveBeenCalled();
  });

  it("is controlled when it is given a value", async () => {
    const onValueChange = vi.fn<(value: string) => void>();
    const { rerender } = render(
      <ComposerView composer={{ sendMessage: sender() }} value="" onValueChange={onValueChange} />,
    );
    await userEvent.type(field(), "a");
    expect(onValueChange).toHaveBeenCalledWith("a");
    expect(field()).toHaveValue("");
    rerender(<ComposerView composer={{ sendMessage: sender() }} value="given" onValueChange={onValueChange} />);
    expect(field()).toHaveValue("given");
  });

  it("clears an unmounted field, as the framework may keep a reference to it", async () => {
    const { unmount } = render(
      <StrictMode>
        <ComposerView composer={{ sendMessage: sender() }} defaultValue="Dear " />
      </StrictMode>,
    );
    await userEvent.type(field(), "Ana");
    expect(field()).toHaveValue("Dear Ana");
    const gone = field() as HTMLTextAreaElement;
    unmount();
    await Promise.resolve();
    expect([gone.value, gone.parentElement]).toEqual(["", null]);
  });

  it("can be focused by the host", () => {
    const composer = createRef<ComposerHandle>();
    render(<ComposerView ref={composer} composer={{ sendMessage: sender() }} />);
    act(() => composer.current?.focus());
    expect(field()).toHaveFocus();
    expect(composer.current?.element?.tagName).toBe("FORM");
  });

  it("takes 200,000 characters without copying them into the page twice", () => {
    render(<ComposerView composer={{ sendMessage: sender() }} defaultValue={"a".repeat(200_000)} />);
    expect(document.querySelector("[data-text]")?.getAttribute("data-text")?.length).toBeLessThan(5000);
  });
});
