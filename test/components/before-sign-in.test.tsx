import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import {
  ApiKeys,
  AutomationList,
  ConnectedMachines,
  IntegrationList,
  MemoryPanel,
  ScheduledTaskList,
  ServiceProvider,
  SessionList,
} from "../../src/index.js";

/** Every component that lists what a person has. */
const lists: Readonly<Record<string, ReactNode>> = {
  ApiKeys: <ApiKeys />,
  AutomationList: <AutomationList webhookBaseUrl="https://host.test" />,
  ConnectedMachines: <ConnectedMachines />,
  IntegrationList: <IntegrationList />,
  MemoryPanel: <MemoryPanel />,
  ScheduledTaskList: <ScheduledTaskList />,
  SessionList: <SessionList />,
};

describe.each([
  ["not known yet", undefined],
  ["signed out", null],
])("a list of a person who is %s", (_name, identity) => {
  it.each(Object.entries(lists))("is loading, and does not claim to be empty: %s", (_list, shown) => {
    render(<ServiceProvider identity={identity}>{shown}</ServiceProvider>);
    expect(document.body.textContent).not.toMatch(/\bNo \w+/);
    expect(document.querySelector("[aria-busy=true]")).not.toBe(null);
  });
});
