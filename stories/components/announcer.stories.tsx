import { Announcer } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { approval } from "../fixtures.js";

const quiet = {
  settled: [],
  live: [],
  pending: [],
  queue: [],
  connection: "live",
  isRestoring: false,
  isRunning: false,
  error: null,
} as const;

const meta = {
  title: "Primitives/Announcer",
  component: Announcer,
  args: { session: quiet },
} satisfies Meta<typeof Announcer>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Two visually hidden live regions, silent until something changes. */
export const NothingAnnounced: Story = { parameters: { blank: "Nothing is visible, and nothing is spoken." } };

/** A pending decision is announced once, and interrupts the screen reader. */
export const ApprovalAnnounced: Story = {
  args: { session: { ...quiet, pending: [approval] } },
  parameters: { blank: "Nothing is visible. A screen reader hears: “Approval needed: Reserve rooms”." },
  play: async ({ canvasElement }) => {
    const region = canvasElement.querySelector('[aria-live="assertive"]');
    // Announcements of one moment are gathered first.
    await waitFor(() => expect(region).toHaveTextContent("Approval needed: Reserve rooms"));
  },
};
