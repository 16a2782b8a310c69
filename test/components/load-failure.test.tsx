import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { MachineApprovalView } from "../../src/components/machines/machine-approval-view.js";
import { MemoryPanelView } from "../../src/components/memory/memory-panel-view.js";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { ScheduledTaskListView } from "../../src/components/scheduled-tasks/scheduled-task-list-view.js";
import { SessionListView } from "../../src/components/session-list/session-list-view.js";
import { ErrorState } from "../../src/components/states/states.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { englishApiKeys } from "../../src/strings/api-key-messages.js";
import { englishAutomations } from "../../src/strings/automation-messages.js";
import { german } from "../../src/strings/de/german.js";
import { englishIntegrations } from "../../src/strings/integration-messages.js";
import { englishMachines } from "../../src/strings/machine-messages.js";
import { englishSchedules } from "../../src/strings/schedule-messages.js";
import { turnOf } from "../../stories/row-fixtures.js";
import { userMessage } from "./row-items.js";

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

describe("a failure above the rows that were loaded before", () => {
  const wordsOf = (list: ReactElement) => {
    const { unmount } = render(list);
    const said = words();
    unmount();
    return said?.replace(" We couldn't reach the server.", "");
  };
  const memory = { id: "m", text: "Prefers the train", createdAt: "2026-05-11T08:00:00Z" } as never;
  const session = { sessionId: "s", title: "Offsite", status: "idle", createdAt: "2026-05-11T08:00:00Z" } as never;

  it("is one to refresh", () => {
    const panel = (memories: readonly never[]) => <MemoryPanelView memories={memories} error={error} onRetry={done} />;
    expect(wordsOf(panel([]))).toBe("Couldn't load memories.");
    expect(wordsOf(panel([memory]))).toBe("Couldn't refresh memories.");
    const list = (sessions: readonly never[]) => (
      <SessionListView sessions={sessions} error={error} onRetry={done} onOpen={done} />
    );
    expect(wordsOf(list([]))).toBe("Couldn't load your conversations.");
    expect(wordsOf(list([session]))).toBe("Couldn't refresh your conversations.");
  });

  it("is none above a form alone", () => {
    const form = <p>A form</p>;
    expect(wordsOf(<ScheduledTaskListView tasks={[]} form={form} error={error} onRetry={done} />)).toBe(
      "Couldn't load scheduled tasks.",
    );
  });
});

it.each([
  ["Couldn't refresh ", [englishAutomations, englishApiKeys, englishIntegrations, englishMachines, englishSchedules]],
  [" nicht aktualisiert werden. ", Object.values(german).filter((area) => "loadFailed" in area)],
])("has words for each list that could not be refreshed: %s", (part, areas) => {
  expect(areas.length).toBeGreaterThan(4);
  expect(areas.filter((area) => !area.loadFailed("Why.", true).includes(part))).toEqual([]);
});

describe("the reason of a failure in a conversation", () => {
  const sentence = "We couldn't reach the server. Try again.";
  const reason = "We couldn't reach the server.";
  const failed = turnOf("Hello", (add) => add("turn.failed", { error: sentence }));
  const failedAfterStep = turnOf("Hello", (add) => {
    add("agent.toolCall.created", { id: "c1", name: "search", arguments: {} });
    add("turn.failed", { error: sentence });
  });

  it("does not ask to try again beside the button of an error", () => {
    const { rerender } = render(<ErrorState error={error} onRetry={done} />);
    expect(screen.getByText(reason)).toBeVisible();
    rerender(<ErrorState error={error} onDismiss={done} />);
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it("does not ask to try again beside a message that can be sent again", () => {
    const message = userMessage("Hello", { delivery: { state: "failed", error: sentence } });
    const { rerender } = render(<TimelineView timeline={[message]} onRetry={done} onDiscard={done} />);
    expect(screen.getByText(reason)).toBeVisible();
    rerender(<TimelineView timeline={[message]} onDiscard={done} />);
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it.each([
    ["before any output", failed],
    ["after a step", failedAfterStep],
  ])("does not ask to try again below a turn that failed %s", (_when, timeline) => {
    const { rerender } = render(<TimelineView timeline={timeline} onAskAgain={done} />);
    expect(screen.getByText(reason)).toBeVisible();
    rerender(<TimelineView timeline={timeline} />);
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it("asks to try again for a turn that is not the last one", () => {
    render(<TimelineView timeline={[...failed, userMessage("Once more")]} onAskAgain={done} />);
    expect(screen.getByText(sentence)).toBeVisible();
  });
});

it("shows a failed answer about a machine as any other failed answer", () => {
  const machine = { name: "laptop", folder: "/home/ana", abilities: ["read"] } as never;
  const verbs = { onCode: done, onCheck: done, onApprove: done, onDeny: done, onAgain: done };
  render(<MachineApprovalView code="ABCD-EFGH" state={{ is: "ask", machine, fault: error }} {...verbs} />);
  expect(screen.getByRole("alert").className).toBe("sv-fault");
});
