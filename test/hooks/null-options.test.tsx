import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import * as chatEntry from "../../src/entries/chat.js";
import * as hooksEntry from "../../src/entries/hooks.js";
import * as sessionEntry from "../../src/entries/session.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";

const report = readFileSync(join(import.meta.dirname, "../../etc/api/react.index.api.md"), "utf8");
/** Every option of a hook, as the report of the public interface names it. */
const optional = [...report.matchAll(/export interface (?:Use\w+|SessionHook|SessionDraft)Options.*?\n\}/gs)].flatMap(
  ([text]) => [...text.matchAll(/readonly (\w+)\?:/g)].map(([, name = ""]) => name),
);
const nulls = Object.fromEntries(optional.map((name) => [name, null]));
const hooks = Object.entries({ ...chatEntry, ...hooksEntry, ...sessionEntry }).filter(([name]) =>
  /^use[A-Z]/.test(name),
);
/** Hooks whose first argument is a session's id. */
const takesId = /Session(?:ById|Events|Draft|Lineage)$|Goal$|Queue$|Connection$|ComposerById$/;
/** Hooks whose first argument is a session or a list of events; all others begin with options. */
const takesSession = ["useApprovals", "useQuestions", "useComposer", "useTimeline"];

class Boundary extends Component<{ readonly onError: (error: unknown) => void; readonly children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/** The errors of a component that calls the hook. */
function failuresOf(hook: unknown, given: readonly unknown[]): readonly unknown[] {
  const onError = vi.fn<(error: unknown) => void>();
  vi.spyOn(console, "error").mockImplementation(() => {});
  function Caller() {
    (hook as (...args: readonly unknown[]) => unknown)(...given);
    return null;
  }
  const fetch = async () => Response.json({});
  const view = render(
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={fetch}>
      <Boundary onError={onError}>
        <Caller />
      </Boundary>
    </ServiceProvider>,
  );
  view.unmount();
  vi.restoreAllMocks();
  return onError.mock.calls.map(([error]) => error);
}

describe("a hook that is given undefined or null from JavaScript", () => {
  it("is tried with every option", () => {
    expect(optional).toEqual(expect.arrayContaining(["search", "refreshMs", "adapters", "maxLength", "limit"]));
    expect(hooks.length).toBeGreaterThan(25);
  });

  it.each(hooks)("%s takes it as left out or throws an error with a code", (name, hook) => {
    const none = [[], [undefined], [null]];
    const ids = [
      ["s", undefined],
      ["s", null],
      ["s", nulls],
      [null, nulls],
    ];
    const more = takesId.test(name) ? ids : [[nulls], [{ conversation: "c" }, null]];
    const places: readonly (readonly unknown[])[] = takesSession.includes(name) ? none : [...none, ...more];
    const raw = places.flatMap((given) =>
      failuresOf(hook, given).filter((error) => typeof Reflect.get(error as object, "code") !== "string"),
    );
    expect(raw).toEqual([]);
  });

  it("names the hook that needs a session", () => {
    expect(failuresOf(hooksEntry.useApprovals, [undefined])).toMatchObject([
      { code: "arguments_invalid", message: expect.stringContaining("useApprovals() needs a session") },
    ]);
  });
});
