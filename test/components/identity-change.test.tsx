import { fireEvent, render, screen } from "@testing-library/react";
import { ChatComposer, ChatConversation, ServiceProvider, SessionConversation } from "@service/react";
import type { ReactElement } from "react";
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
)("what was typed into %s", (_, component) => {
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
