import { act, fireEvent, render, screen } from "@testing-library/react";
import { ServiceProvider, useLocalDraft, type Identity } from "@service/react";
import { Fragment, StrictMode, useSyncExternalStore, type ReactNode } from "react";
import { beforeEach, describe, expect, it } from "vitest";

const ana = { tenant: "acme", user: "ana" };
const ben = { tenant: "acme", user: "ben" };
const nowhere: typeof fetch = () => new Promise(() => {});

const provider = (name: string, identity: Identity | null | undefined) => (
  <ServiceProvider key={name} identity={identity} fetch={nowhere}>
    <p>{name}</p>
  </ServiceProvider>
);

/** The key of a draft as the kit names it. */
const keyOf = ({ tenant, user }: Identity) => {
  const owner = JSON.stringify([tenant, user]);
  return `service:${owner.length}:${owner}:draft`;
};
const store = (...people: readonly Identity[]) => {
  for (const person of people) sessionStorage.setItem(keyOf(person), `unsent of ${person.user}`);
};
const kept = () => [ana, ben].filter((person) => sessionStorage.getItem(keyOf(person)) !== null);

/** Lets the first mount of a page end: other roots may mount in the same task. */
const loaded = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

beforeEach(() => sessionStorage.clear());

describe.each([
  ["", Fragment],
  [" in StrictMode", StrictMode],
])("two providers on one page%s", (_, Mode) => {
  const page = (...children: ReactNode[]) => <Mode>{children}</Mode>;

  it.each([
    ["two identities", ana, ben],
    ["the same two, the other way round", ben, ana],
  ])("keep the storage of %s that mount in one commit", async (_name, one, other) => {
    store(ana, ben);
    render(page(provider("one", one), provider("other", other)));
    await loaded();
    expect(kept()).toEqual([ana, ben]);
  });

  it("keep the storage of a signed-in identity when a signed-out widget mounts beside it or later", async () => {
    store(ana, ben);
    const { rerender } = render(page(provider("app", ana)));
    await loaded();
    expect(kept()).toEqual([ana]);
    rerender(page(provider("app", ana), provider("widget", null)));
    await loaded();
    expect(kept()).toEqual([ana]);
  });

  it("keep it in separate roots, whichever mounts first", async () => {
    store(ana, ben);
    act(() => {
      render(page(provider("widget", null)));
      render(page(provider("app", ana)));
    });
    await loaded();
    expect(kept()).toEqual([ana]);
  });

  it("keep everything while one identity is not known, and purge once it is", async () => {
    store(ana, ben);
    const { rerender } = render(page(provider("widget", null), provider("app", undefined)));
    await loaded();
    expect(kept()).toEqual([ana, ben]);
    rerender(page(provider("widget", null), provider("app", ana)));
    expect(kept()).toEqual([ana]);
  });

  it("purge what waited when the provider whose identity was not known unmounts", async () => {
    store(ana, ben);
    const { rerender } = render(page(provider("widget", ben), provider("app", undefined)));
    await loaded();
    rerender(page(provider("widget", ben)));
    await act(() => Promise.resolve());
    expect(kept()).toEqual([ben]);
  });

  it("purge the identity that signs out and keep the other", () => {
    store(ana, ben);
    const { rerender } = render(page(provider("one", ana), provider("other", ben)));
    rerender(page(provider("one", null), provider("other", ben)));
    expect(kept()).toEqual([ben]);
    rerender(page(provider("one", null), provider("other", null)));
    expect(kept()).toEqual([]);
  });

  it("keep an identity that one of its two providers leaves", () => {
    store(ana);
    const { rerender } = render(page(provider("one", ana), provider("other", { ...ana })));
    rerender(page(provider("one", null), provider("other", ana)));
    expect(kept()).toEqual([ana]);
    rerender(page(provider("one", null)));
    rerender(page(provider("one", ben)));
    expect(kept()).toEqual([]);
  });

  it("find nothing of before in a root that mounts after another signed the person out", async () => {
    store(ana);
    const { rerender } = render(page(provider("app", ana)));
    await loaded();
    rerender(page(provider("app", null)));
    render(page(provider("late", ana)));
    await loaded();
    expect(kept()).toEqual([]);
  });

  it("leave the host's own entries alone", () => {
    sessionStorage.setItem("host", "untouched");
    const { rerender } = render(page(provider("one", ana), provider("other", null)));
    rerender(page(provider("one", null), provider("other", null)));
    expect(sessionStorage.getItem("host")).toBe("untouched");
  });
});

describe("the last keys of a draft", () => {
  function Draft() {
    const draft = useLocalDraft("note");
    const { text } = useSyncExternalStore(draft.subscribe, draft.getState, draft.getInitialState);
    return <input aria-label="Note" value={text} onChange={({ target }) => draft.type(target.value)} />;
  }
  const page = (identity: Identity | null | undefined) => (
    <ServiceProvider identity={identity} fetch={nowhere}>
      <Draft />
    </ServiceProvider>
  );
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Note" });

  it.each([
    ["the identity is not known for a moment", undefined],
    ["the token of the identity is renewed", { ...ana, token: "another" }],
  ])("are kept while %s", async (_name, between) => {
    const { rerender } = render(page(ana));
    await loaded();
    fireEvent.change(field(), { target: { value: "Half a tho" } });
    rerender(page(between));
    rerender(page(ana));
    await loaded();
    expect(field()).toHaveValue("Half a tho");
  });

  it.each([
    ["signed out", null],
    ["another person", ben],
  ])("are gone once it is %s", async (_name, next) => {
    const { rerender } = render(page(ana));
    await loaded();
    fireEvent.change(field(), { target: { value: "Half a tho" } });
    rerender(page(next));
    await loaded();
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("Half");
    rerender(page(ana));
    await loaded();
    expect(field()).toHaveValue("");
  });
});
