import { act, render } from "@testing-library/react";
import { ServiceProvider, useLocalDraft, type Identity } from "@service/react";
import { Activity, useEffect } from "react";
import { beforeEach, expect, it } from "vitest";

const acme = { tenant: "acme", user: "ana" };
const globex = { tenant: "globex", user: "ana" };
const nowhere: typeof fetch = () => new Promise(() => {});

function Writes({ text }: { readonly text: string }) {
  const { type, settle } = useLocalDraft("note");
  useEffect(() => {
    type(text);
    settle?.();
  }, [type, settle, text]);
  return null;
}

/** A page with a part for each tenant, of which one is shown. */
const page = (shown: Identity | null) => (
  <>
    {[acme, globex].map((identity) => (
      <Activity key={identity.tenant} mode={identity === shown ? "visible" : "hidden"}>
        <ServiceProvider identity={identity} fetch={nowhere}>
          <Writes text={`unsent of ${identity.tenant}`} />
        </ServiceProvider>
      </Activity>
    ))}
    {shown === null && (
      <ServiceProvider identity={null} fetch={nowhere}>
        <p>Signed out</p>
      </ServiceProvider>
    )}
  </>
);
const kept = () => JSON.stringify(Object.entries(sessionStorage));
const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

beforeEach(() => sessionStorage.clear());

it("keeps the storage of a provider that Activity hides, with any other shown beside it", async () => {
  const { rerender, unmount } = render(page(acme));
  await settled();
  expect(kept()).toContain("unsent of acme");
  rerender(page(globex));
  await settled();
  expect(kept()).toContain("unsent of acme");
  expect(kept()).toContain("unsent of globex");
  rerender(page(null));
  await settled();
  expect(kept()).toContain("unsent of acme");
  unmount();
  render(
    <ServiceProvider identity={globex} fetch={nowhere}>
      <p>Globex alone</p>
    </ServiceProvider>,
  );
  await settled();
  expect(kept()).not.toContain("unsent of acme");
});
