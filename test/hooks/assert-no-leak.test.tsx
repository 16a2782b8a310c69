import { render } from "@testing-library/react";
import { assertNoLeak, watchLeaks } from "@service/react/testing";
import { beforeEach, describe, expect, it, vi } from "vitest";

const secret = "a secret of Ana";
const holding = (act: () => void) => {
  act();
  return () => assertNoLeak({ secrets: [secret] });
};
const randomUrl = () => `blob:${crypto.randomUUID()}`;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "");
  document.title = "";
  vi.stubGlobal("URL", Object.assign(class extends URL {}, { createObjectURL: randomUrl, revokeObjectURL() {} }));
  return () => void vi.unstubAllGlobals();
});

describe("assertNoLeak", () => {
  it("passes a clean page", () => {
    render(<p>Nothing of anybody</p>);
    expect(() => assertNoLeak({ secrets: [secret] })).not.toThrow();
  });

  it.each([
    ["the document", () => void render(<p title={secret} />)],
    ["a form field", () => void render(<input defaultValue={secret} />)],
    ["the title", () => void (document.title = secret)],
    ["the session storage", () => sessionStorage.setItem("draft", secret)],
    ["the local storage", () => localStorage.setItem(secret, "")],
    ["the history's state", () => history.replaceState({ secret }, "")],
  ])("names %s when it contains a secret", (place, act) => {
    expect(holding(act)).toThrow(`${place} holds "${secret}"`);
  });

  it("names resources that were opened before the change and are still open", async () => {
    const watch = watchLeaks();
    const never: typeof fetch = () => new Promise(() => {});
    const end = new AbortController();
    void watch.fetch(never)("/kept");
    void watch.fetch(never)("/aborted", { signal: end.signal });
    await (await watch.fetch(() => Promise.resolve(new Response("whole")))("/read")).text();
    const timers = [setTimeout(() => {}, 60_000), setTimeout(() => {}, 60_000)];
    URL.revokeObjectURL(URL.createObjectURL(new Blob()));
    const url = URL.createObjectURL(new Blob());
    const channel = new BroadcastChannel("news");
    end.abort();
    clearTimeout(timers[0]);
    watch.change();
    setTimeout(() => {}, 60_000);
    expect(watch.open()).toEqual([
      "a request to /kept is open",
      "a timer of 60000 ms is pending",
      `the object URL ${url} is not revoked`,
      'the channel "news" is open',
    ]);
    expect(() => assertNoLeak({ secrets: [], watch })).toThrow(/- a request to \/kept is open\n/);
    channel.close();
    watch.stop();
  });

  it("names a live region that announced a secret after the change, and none before it", () => {
    const watch = watchLeaks();
    const { container } = render(<output />);
    const region = container.firstElementChild as HTMLElement;
    region.textContent = secret;
    watch.change();
    region.textContent = "";
    expect(() => assertNoLeak({ secrets: [secret], watch })).not.toThrow();
    region.textContent = secret;
    region.textContent = "";
    expect(() => assertNoLeak({ secrets: [secret], watch })).toThrow(`a live region holds "${secret}"`);
    watch.stop();
  });
});
