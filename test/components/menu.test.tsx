import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Menu } from "../../src/components/menu.js";

const name = (label: string) => ({ name: label });
const open = (onPress = vi.fn()) => {
  render(
    <>
      <Menu
        label="More"
        actions={[
          { label: "Rename", icon: "edit", onPress },
          { label: "Archive", icon: "archive", onPress },
        ]}
      />
      <button type="button">Elsewhere</button>
    </>,
  );
  const button = screen.getByRole("button", name("More"));
  fireEvent.click(button);
  return button;
};
const focused = () => document.activeElement?.textContent;

describe("a menu", () => {
  it("focuses its first action, and wraps around with the arrow keys", () => {
    open();
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    expect(focused()).toBe("Rename");
    press("ArrowUp");
    expect(focused()).toBe("Archive");
    press("ArrowDown");
    expect(focused()).toBe("Rename");
    press("End");
    expect(focused()).toBe("Archive");
  });

  it.each(["Escape", "Tab"])("gives the focus back to its button on %s", (key) => {
    const button = open();
    fireEvent.keyDown(document.activeElement!, { key });
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });

  it("closes before its action runs, so that the action may move the focus", () => {
    const seen: (Element | null)[] = [];
    const button = open(vi.fn(() => void seen.push(document.activeElement)));
    fireEvent.click(screen.getByRole("menuitem", name("Archive")));
    expect(seen).toEqual([button]);
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("closes on a press elsewhere, and leaves the focus there", () => {
    open();
    const elsewhere = screen.getByRole("button", name("Elsewhere"));
    fireEvent.pointerDown(elsewhere);
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("passes no key to its surroundings", () => {
    const onKeyDown = vi.fn();
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- represents a list with its own keys
      <div onKeyDown={onKeyDown}>
        <Menu label="Inner" actions={[{ label: "Rename", icon: "edit", onPress: () => undefined }]} />
      </div>,
    );
    fireEvent.click(screen.getByRole("button", name("Inner")));
    fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });
    expect(onKeyDown).not.toHaveBeenCalled();
  });

  it("listens to nothing while it is closed", () => {
    const added = vi.spyOn(document, "addEventListener");
    const { unmount } = render(<Menu label="Closed" actions={[]} />);
    expect(added.mock.calls.filter(([type]) => type === "pointerdown" || type === "focusin")).toEqual([]);
    unmount();
    added.mockRestore();
  });
});
