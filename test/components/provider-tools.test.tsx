import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ApprovalCard } from "../../src/components/decisions/approval-card.js";
import { ToolCall } from "../../src/components/tool-call/tool-call.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { german } from "../../src/strings/de/german.js";
import { english } from "../../src/strings/messages.js";
import { deletion } from "./row-items.js";

const none = () => undefined;

describe("a tool of the model's provider", () => {
  it("has a person's words in its row and on its card", () => {
    render(
      <>
        <ToolCall name="apply_patch_call" state="complete" />
        <ApprovalCard
          approval={{ ...deletion, name: "shell_call", state: { name: "pending" } }}
          onApprove={none}
          onReject={none}
        />
      </>,
    );
    expect(screen.getByRole("button", { name: /^Edit a file/ })).toBeDefined();
    expect(screen.getByRole("heading", { name: "Approve “Run a command”?" })).toBeDefined();
  });

  it("has them in German", () => {
    render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} baseUrl="/nowhere" strings={german} locale="de">
        <ToolCall name="web_search_call" state="complete" />
      </ServiceProvider>,
    );
    expect(screen.getByRole("button", { name: /^Im Web suchen/ })).toBeDefined();
  });

  it.each([
    ["new_thing_call", "New thing call"],
    ["acme__shell_call", "Shell call"],
    ["constructor", "Constructor"],
  ])("is shown by its name where it has none: %s", (name, shown) => {
    render(<ToolCall name={name} state="complete" />);
    expect(screen.getByText(shown)).toBeDefined();
  });

  it("has words in German where it has them in English", () => {
    const types = ["apply_patch", "shell", "local_shell", "computer", "code_interpreter", "web_search"];
    for (const type of [...types, "file_search", "image_generation", "tool_search"]) {
      const words = [english, german].map(({ tool }) => tool?.named?.(`${type}_call`));
      expect([type, ...new Set(words)]).toHaveLength(3);
      expect(words).not.toContain(undefined);
    }
  });
});
