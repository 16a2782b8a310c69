import { act, fireEvent, render, screen } from "@testing-library/react";
import { StrictMode, type ReactElement } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { DecisionList } from "../../src/components/decisions/decision-list.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useLocalDraft } from "../../src/hooks/use-draft.js";

const never: typeof fetch = () => new Promise(() => undefined);
const nothing = async () => undefined;
const under = (element: ReactElement) => (
  <StrictMode>
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={never}>
      {element}
    </ServiceProvider>
  </StrictMode>
);

function Composer() {
  return <ComposerView composer={{ sendMessage: nothing }} draft={useLocalDraft("d")} />;
}

const options = ["a", "b", "c"].map((id) => ({ id, label: id }));
const question = (kind: string) => {
  const request = {
    id: "q",
    allowSkip: true,
    expiresAt: null,
    questions: [{ id: "k", kind, prompt: "Which?", options }],
  };
  return { kind: "question", id: "q", turnId: "t", sessionId: "s", state: { name: "pending" }, request } as const;
};
const asked = (kind: string) => under(<DecisionList decisions={[question(kind)]} onRespond={nothing} />);

const roots: Root[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) act(() => root.unmount());
  document.body.innerHTML = "";
  sessionStorage.clear();
});

/** The words of a person in the storage of this tab. */
function leave(element: ReactElement, doFirst: () => void): void {
  const { unmount } = render(element);
  doFirst();
  unmount();
}

/** Shows a server's page, which a person uses before its script runs. */
async function hydrate(element: ReactElement, doFirst: () => void): Promise<void> {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(element);
  doFirst();
  roots.push(await act(async () => hydrateRoot(place, element)));
}

const type = (text: string) => {
  screen.getByRole<HTMLTextAreaElement>("textbox").value = text;
};
const ticked = (role: string) =>
  screen
    .getAllByRole<HTMLInputElement>(role)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);

it("adds early words to the stored draft of the composer", async () => {
  leave(under(<Composer />), () => fireEvent.change(screen.getByRole("textbox"), { target: { value: "Stored." } }));
  await hydrate(under(<Composer />), () => type("Early."));
  expect(screen.getByRole("textbox")).toHaveValue("Stored.\n\nEarly.");
  expect(screen.getByRole("button", { name: "Send" })).not.toHaveAttribute("aria-disabled");
});

it("adds an early answer to the stored one", async () => {
  leave(asked("text"), () => fireEvent.change(screen.getByRole("textbox"), { target: { value: "Stored." } }));
  await hydrate(asked("text"), () => type("Early."));
  expect(screen.getByRole("textbox")).toHaveValue("Stored.\n\nEarly.");
});

it("adds early ticks to the stored ones", async () => {
  leave(asked("multi_select"), () => fireEvent.click(screen.getByRole("checkbox", { name: "a" })));
  await hydrate(asked("multi_select"), () => {
    for (const name of ["b", "c", "Other"]) screen.getByRole("checkbox", { name }).click();
    screen.getByRole("checkbox", { name: "c" }).click();
  });
  expect(ticked("checkbox")).toEqual(["a", "b", ""]);
});

it("replaces the stored choice of one with the early one", async () => {
  leave(asked("single_select"), () => fireEvent.click(screen.getByRole("radio", { name: "a" })));
  await hydrate(asked("single_select"), () => screen.getByRole("radio", { name: "c" }).click());
  expect(ticked("radio")).toEqual(["c"]);
});

it("keeps the stored draft where nothing was typed", async () => {
  leave(under(<Composer />), () => fireEvent.change(screen.getByRole("textbox"), { target: { value: "Stored." } }));
  await hydrate(under(<Composer />), () => undefined);
  expect(screen.getByRole("textbox")).toHaveValue("Stored.");
});
