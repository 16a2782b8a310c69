import { TimelineView, type ToolRendererProps } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { picture, turnOf, waitingCall } from "../row-fixtures.js";

const meta = {
  title: "Timeline/TimelineView/Steps",
  component: TimelineView,
  parameters: { stage: "chat" },
  args: { isRunning: true, timeline: [] },
} satisfies Meta<typeof TimelineView>;
export default meta;
type Story = StoryObj<typeof meta>;

const machine = { machineId: "m1", name: "Ana's laptop", handle: "anas-laptop-x7q2", commandId: "k1" };
const build = { name: "run", commandId: "k1", command: "npm run build" };
const printed = { name: "run", commandId: "k1", chunk: "Building 1,204 modules …\n" };
const openRow = (name: RegExp): NonNullable<Story["play"]> => {
  return async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name }));
  };
};

/** The machine that runs the command is offline. The command may still be running there. */
export const MachineOffline: Story = {
  args: {
    timeline: turnOf("Build the web shop on my laptop.", (add) => {
      add("sandbox.operation.started", build);
      add("sandbox.command.output.delta", printed);
      add("machine.link.lost", machine);
    }),
  },
  play: async (context) => {
    await expect(context.canvas.getByText("Waiting for the computer to connect.")).toBeVisible();
    await openRow(/run/)(context);
  },
};

/** The machine is online again, and the output continues. */
export const MachineBackOnline: Story = {
  args: {
    timeline: turnOf("Build the web shop on my laptop.", (add) => {
      add("sandbox.operation.started", build);
      add("sandbox.command.output.delta", printed);
      add("machine.link.lost", machine);
      add("machine.link.restored", machine);
      add("sandbox.command.output.delta", { ...printed, chunk: "Built in 14 s.\n" });
    }),
  },
  play: async (context) => {
    await expect(context.canvas.queryByText("Waiting for the computer to connect.")).toBeNull();
    await openRow(/run/)(context);
    await expect(context.canvas.getByText("Built in 14 s.", { exact: false })).toBeVisible();
  },
};

/** The machine lost the command. It does not run again. */
export const CommandLostByMachine: Story = {
  args: {
    timeline: turnOf("Build the web shop on my laptop.", (add) => {
      add("sandbox.operation.started", build);
      add("sandbox.command.output.delta", printed);
      add("machine.link.lost", machine);
      add("machine.link.restored", machine);
      add("sandbox.operation.failed", {
        ...build,
        durationMs: 61_000,
        message:
          "The computer lost this command while it was running. It may have run in part, so check before you repeat it.",
      });
    }),
  },
  play: async (context) => {
    await openRow(/run/)(context);
    await expect(context.canvas.getByText(/may have run in part/)).toBeVisible();
  },
};

const operation = {
  type: "update_file",
  path: "src/import.ts",
  diff: "@@\n-const size = 1;\n+const size = 500;\n export { size };",
};

/** A file change, in the format of the model provider. */
export const FileChange: Story = {
  args: {
    timeline: turnOf("Import the orders in batches.", (add) => {
      add("agent.toolCall.created", {
        id: "p1",
        name: "apply_patch_call",
        raw: { type: "apply_patch_call", operation },
      });
      add("agent.toolCall.output", { id: "p1", output: { type: "apply_patch_call_output", status: "completed" } });
    }),
  },
  play: async (context) => {
    await openRow(/^Edit a file/)(context);
    await expect(context.canvas.getAllByText("src/import.ts")).toHaveLength(2);
    await expect(context.canvas.getByText("+const size = 500;", { exact: false })).toBeVisible();
  },
};

/** The screen of a computer after an action of the agent. */
export const Screenshot: Story = {
  args: {
    timeline: turnOf("Open the order page in the browser.", (add) => {
      const raw = { type: "computer_call", action: { type: "click", x: 120, y: 48 } };
      add("agent.toolCall.created", { id: "s1", name: "computer_call", raw });
      const output = { type: "computer_screenshot", image_url: `data:image/png;base64,${picture}` };
      add("agent.toolCall.output", { id: "s1", output });
    }),
  },
  play: async (context) => {
    await openRow(/^Use the computer/)(context);
    const shown = await context.canvas.findByAltText("Image from the tool");
    await expect(shown).toHaveAttribute("src", expect.stringMatching(/^blob:/));
  },
};

/** A search that the model provider ran itself. */
export const WebSearchByTheModel: Story = {
  args: {
    timeline: turnOf("What is the weather in Oslo?", (add) => {
      const providerData = { action: { type: "search", query: "weather Oslo" } };
      const raw = { type: "hosted_tool_call", status: "completed", providerData };
      add("agent.toolCall.created", { id: "h1", name: "web_search_call", raw });
      const mark = "\uE200cite\uE202turn1search3\uE201";
      add("agent.message.delta", { text: `It is 4 °C and raining.${mark} Tomorrow will be dry.${mark}` });
    }),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("weather Oslo")).toBeVisible();
    await expect(canvas.getByText("It is 4 °C and raining. Tomorrow will be dry.")).toBeVisible();
  },
};

function OwnCall({ name, state }: ToolRendererProps) {
  return (
    <p>
      {name}: {state}
    </p>
  );
}

/** A custom renderer gets the state `waiting` for a call that needs approval. */
export const OwnRendererForWaitingCall: Story = {
  args: { timeline: waitingCall, components: { ToolCall: OwnCall } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("delete_orders: waiting")).toBeVisible();
  },
};

/** One of two refunds was approved when the user stopped the answer, so neither ran. */
export const StoppedBeforeCallsRan: Story = {
  args: {
    isRunning: false,
    timeline: turnOf("Refund both orders.", (add) => {
      for (const id of ["1041", "1042"])
        add("agent.toolCall.created", { id, name: "refund", arguments: { order: id } });
      add("session.requiresAction", { approvals: [{ id: "1041" }, { id: "1042" }] });
      add("user.approvalDecision", { approvalId: "1041", decision: "approve" });
      add("turn.cancelled", { reason: "interrupt" });
    }),
    components: { tools: { refund: { placement: "inline" } } },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole("button", { name: /^Refund.*Stopped$/ })).toHaveLength(2);
    await expect(canvas.queryByText("Done")).toBeNull();
  },
};

export const Dark: Story = { ...FileChange, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...CommandLostByMachine, globals: { direction: "rtl" } };

export const Phone: Story = { ...CommandLostByMachine, globals: { width: "360" } };
