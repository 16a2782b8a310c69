import { fireEvent, render, screen } from "@testing-library/react";
import { ChatComposer, ChatConversation, ServiceProvider, SessionConversation } from "@service/react";
import type { ComponentProps, ReactElement } from "react";
import { describe, expect, it } from "vitest";

const nowhere: typeof fetch = () => new Promise(() => {});
const as = (user: string, child: ReactElement) => (
  <ServiceProvider identity={{ tenant: "acme", user }} fetch={nowhere}>
    {child}
  </ServiceProvider>
);

describe.each(
  Object.entries({
    ChatConversation: <ChatConversation conversation="c_1" />,
    SessionConversation: <SessionConversation sessionId="35744661-823e-5798-9b0c-268aeed4b5a3" />,
    ChatComposer: <ChatComposer sessionId="35744661-823e-5798-9b0c-268aeed4b5a3" />,
  }),
)("text typed into %s", (_, component) => {
  it("is gone in the commit that shows another person", () => {
    const { rerender } = render(as("ana", component));
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "a secret of Ana" } });
    rerender(as("ana", component));
    expect(screen.getByRole("textbox")).toHaveValue("a secret of Ana");
    rerender(as("ben", component));
    expect(screen.getByRole("textbox")).toHaveValue("");
    expect(document.body.innerHTML).not.toContain("a secret of Ana");
  });
});

describe("text typed into SessionConversation", () => {
  const typed = "not sent yet";
  const page = (identity: ComponentProps<typeof ServiceProvider>["identity"]) => (
    <ServiceProvider identity={identity} fetch={nowhere}>
      {identity && <SessionConversation sessionId="35744661-823e-5798-9b0c-268aeed4b5a3" />}
    </ServiceProvider>
  );
  const ana = { tenant: "acme", user: "ana" };
  /** Types as Ana and leaves; the draft is saved when the page unloads. */
  const typeAndReload = () => {
    const { unmount } = render(page(ana));
    fireEvent.change(screen.getByRole("textbox"), { target: { value: typed } });
    unmount();
  };

  it("is there after a reload, on which the host first asks who is signed in", () => {
    typeAndReload();
    const { rerender } = render(page(undefined));
    rerender(page(ana));
    expect(screen.getByRole("textbox")).toHaveValue(typed);
  });

  it("is removed once the host reports a sign-out or another person", () => {
    for (const other of [null, { tenant: "acme", user: "ben" }]) {
      typeAndReload();
      const { rerender, unmount } = render(page(undefined));
      expect(JSON.stringify(Object.entries(sessionStorage))).toContain(typed);
      rerender(page(other));
      expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(typed);
      unmount();
    }
  });
});
