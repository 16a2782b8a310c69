import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { MachineApprovalView } from "../../src/components/machines/machine-approval-view.js";
import { MemoryPanelView } from "../../src/components/memory/memory-panel-view.js";
import { SessionListView } from "../../src/components/session-list/session-list-view.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { german } from "../../src/strings/de/german.js";

const error = new Error("We couldn't reach the server. Try again.");
const done = () => undefined;
/** The words of the notice, without its button. */
const words = () => screen.getByRole("alert").querySelector(".sv-part")?.textContent;

describe("the reason why a list could not be read", () => {
  it("does not ask to try again beside the button that does", () => {
    render(<MemoryPanelView memories={[]} error={error} onRetry={done} />);
    expect(words()).toBe("Couldn't load memories. We couldn't reach the server.");
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  it("does not ask to try again beside the button in German, either", () => {
    render(
      <ServiceProvider identity={null} locale="de" strings={german}>
        <SessionListView sessions={[]} error={error} onRetry={done} onOpen={done} />
      </ServiceProvider>,
    );
    expect(words()).toBe("Ihre Unterhaltungen konnten nicht geladen werden. Wir konnten den Server nicht erreichen.");
  });

  it("asks to try again where no button does", () => {
    render(<MemoryPanelView memories={[]} error={error} />);
    expect(words()).toBe("Couldn't load memories. We couldn't reach the server. Try again.");
  });
});

it("shows a failed answer about a machine as any other failed answer", () => {
  const machine = { name: "laptop", folder: "/home/ana", abilities: ["read"] } as never;
  const verbs = { onCode: done, onCheck: done, onApprove: done, onDeny: done, onAgain: done };
  render(<MachineApprovalView code="ABCD-EFGH" state={{ is: "ask", machine, fault: error }} {...verbs} />);
  expect(screen.getByRole("alert").className).toBe("sv-fault");
});
