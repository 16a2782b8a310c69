import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { createDraftKeeper } from "../../src/conversation/drafts/draft-keeper.js";
import { createLeftFocus } from "../../src/hooks/left-focus.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  await world.close();
});

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());

/** Two routes that show one conversation, and one without it. */
function Routes() {
  const [route, go] = useState("index");
  return (
    <StrictMode>
      <ServiceProvider identity={ana} fetch={world.fetch}>
        {route !== "none" && <ChatConversation key={route} conversation={route === "other" ? "c_2" : "c_1"} />}
        <input aria-label="Search" />
        {["index", "id", "other", "none"].map((name) => (
          <button key={name} type="button" onClick={() => go(name)}>
            {name}
          </button>
        ))}
      </ServiceProvider>
    </StrictMode>
  );
}

/** A screen that is worked with a finger. */
function touch(): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(pointer: coarse)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

async function write(text: string): Promise<void> {
  await userEvent.click(field());
  await userEvent.paste(text);
}

describe("a composer in the place of another one with the same draft", () => {
  it("has the focus and the caret of the one before", async () => {
    render(<Routes />);
    await write("Ship it to");
    field().setSelectionRange(5, 5);
    await press("id");
    expect(field()).toHaveFocus();
    expect([field().selectionStart, field().selectionEnd]).toEqual([5, 5]);
    await userEvent.keyboard("both ");
    expect(field()).toHaveValue("Ship both it to");
  });

  it("has the focus after a page that shows something else while it loads", async () => {
    render(<Routes />);
    await write("Ship it");
    await press("none");
    expect(document.body).toHaveFocus();
    await press("id");
    expect(field()).toHaveFocus();
  });

  it("has it on a touch screen only when the page changed in one step", async () => {
    touch();
    render(<Routes />);
    await write("Ship it");
    await press("id");
    expect(field()).toHaveFocus();
    await press("none");
    await press("index");
    expect(document.body).toHaveFocus();
  });

  it("leaves the focus where the person put it, or dropped it, since", async () => {
    render(<Routes />);
    await write("Ship it");
    await press("none");
    act(() => screen.getByLabelText("Search").focus());
    await press("id");
    expect(screen.getByLabelText("Search")).toHaveFocus();
    await userEvent.click(field());
    await press("none");
    await userEvent.click(document.body);
    await press("id");
    expect(document.body).toHaveFocus();
  });

  it("takes no focus that the one before had not, and none of another conversation", async () => {
    render(<Routes />);
    await press("id");
    expect(document.body).toHaveFocus();
    await write("Ship it");
    await press("other");
    expect(document.body).toHaveFocus();
  });
});

it("works for a composer of the host's own with a draft, and leaves one without a provider alone", async () => {
  const draft = createDraftKeeper();
  const composer = { sendMessage: () => undefined };
  const { rerender } = render(<ComposerView key="1" composer={composer} draft={draft} />);
  await userEvent.click(field());
  rerender(<ComposerView key="2" composer={composer} draft={draft} />);
  expect(document.body).toHaveFocus();
});

describe("createLeftFocus", () => {
  const draft = createDraftKeeper();
  const caret = { start: 0, end: 0 };

  it("forgets the focus after ten seconds", () => {
    const clock = createManualClock();
    const focus = createLeftFocus(clock);
    focus.leave(draft, caret, () => () => undefined);
    clock.advance(9_999);
    expect(focus.take(draft)).toMatchObject(caret);
    focus.leave(draft, caret, () => () => undefined);
    clock.advance(10_000);
    expect(focus.take(draft)).toBeNull();
  });

  it("gives the focus once, to the draft that it was passed on to", () => {
    const focus = createLeftFocus(createManualClock());
    const next = createDraftKeeper();
    const stop = vi.fn<() => void>();
    focus.passOn(draft, next);
    focus.leave(draft, caret, () => stop);
    expect(focus.take(draft)).toBeNull();
    expect(focus.take(next)).toMatchObject(caret);
    expect(focus.take(next)).toBeNull();
    expect(stop).toHaveBeenCalledTimes(1);
    focus.leave(draft, caret, () => stop);
    expect(focus.take(draft)).toMatchObject(caret);
  });
});
