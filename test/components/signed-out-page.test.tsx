import { act, render } from "@testing-library/react";
import { ServiceProvider, useLocalDraft } from "@service/react";
import { useEffect, type ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";

/** A sign-out that leads from the signed-in layout to a page of its own. */

const ana = { tenant: "acme", user: "ana" };
const nowhere: typeof fetch = () => new Promise(() => {});

function Draft() {
  const { type, settle } = useLocalDraft("note");
  useEffect(() => {
    type("unsent of ana");
    settle?.();
  }, [type, settle]);
  return null;
}

const kept = () => JSON.stringify(Object.entries(sessionStorage));
const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

beforeEach(() => sessionStorage.clear());

/** The page's storage after the signed-in layout was shown, and then the page of the sign-in. */
async function after(signedIn: ReactNode, signIn: ReactNode): Promise<string> {
  const { rerender } = render(signedIn);
  await settled();
  expect(kept()).toContain("unsent of ana");
  rerender(signIn);
  await settled();
  return kept();
}

const layout = (
  <main>
    <ServiceProvider identity={ana} fetch={nowhere}>
      <Draft />
    </ServiceProvider>
  </main>
);

it("leaves the draft when the provider leaves with the layout", async () => {
  expect(await after(layout, <p>Sign in</p>)).toContain("unsent of ana");
});

it("removes the draft when the page of the sign-in has a provider for no person", async () => {
  expect(await after(layout, <ServiceProvider identity={null} fetch={nowhere} />)).not.toContain("unsent of ana");
});

it("removes the draft when the provider above the router is given no person", async () => {
  const page = (identity: typeof ana | null) => (
    <ServiceProvider identity={identity} fetch={nowhere}>
      {identity ? <Draft /> : <p>Sign in</p>}
    </ServiceProvider>
  );
  expect(await after(page(ana), page(null))).not.toContain("unsent of ana");
});
