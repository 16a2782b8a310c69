import { AttachButton, AttachmentTray, type Attachment } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent } from "storybook/test";
import { picture } from "../picture.js";

const file = (fields: Partial<Attachment>): Attachment => ({
  id: fields.name ?? "file",
  name: "report-2026.pdf",
  contentType: "application/pdf",
  sizeBytes: 1_843_200,
  status: "ready",
  progress: 1,
  previewUrl: null,
  resource: null,
  problem: null,
  error: null,
  ...fields,
});

const nothing = () => undefined;
const limits = { maxSizeBytes: 52_428_800, maxFiles: 10 };
const tray = (...attachments: readonly Attachment[]) => ({
  attachments: { attachments, limits, remove: nothing, retry: nothing, cancel: nothing },
});

const meta = {
  title: "Composer/AttachmentTray",
  component: AttachmentTray,
  args: tray(file({})),
} satisfies Meta<typeof AttachmentTray>;
export default meta;
type Story = StoryObj<typeof meta>;

/** No files: no room taken. */
export const Empty: Story = { args: tray(), parameters: { blank: "No files: the tray takes no room." } };
export const Uploading: Story = { args: tray(file({ status: "uploading", progress: 0.42 })) };
export const Waiting: Story = { args: tray(file({ status: "queued", progress: 0 })) };
export const Ready: Story = {
  args: tray(
    file({}),
    file({ name: "harbour at dusk.svg", contentType: "image/svg+xml", sizeBytes: 4_096, previewUrl: picture }),
  ),
};
export const Failed: Story = {
  args: tray(
    file({ status: "failed", progress: 0.6, problem: "upload", error: new Error("The connection was lost.") }),
  ),
};
export const TooLarge: Story = {
  args: tray(file({ name: "film.mov", sizeBytes: 734_003_200, status: "refused", problem: "too-large", progress: 0 })),
};
/** Twenty files beyond the limit: one row, and one button that takes them away. */
export const BeyondTheLimit: Story = {
  args: tray(
    ...Array.from({ length: 30 }, (_, index) =>
      file({
        id: `f${index}`,
        name: `scan ${index + 1}.pdf`,
        ...(index >= 10 && { status: "refused", problem: "too-many", progress: 0 }),
      }),
    ),
  ),
};
export const Folder: Story = {
  args: tray(file({ name: "Invoices", sizeBytes: 4096, status: "refused", problem: "unreadable", progress: 0 })),
};
export const Offline: Story = { args: tray(file({ status: "offline", progress: 0.3 })) };
export const Cancelled: Story = { args: tray(file({ status: "cancelled", progress: 0.3 })) };

const all = tray(
  file({ name: "harbour.svg", contentType: "image/svg+xml", sizeBytes: 4_096, previewUrl: picture }),
  file({
    name: "a-very-long-name-of-a-report-that-nobody-would-read-to-its-end.pdf",
    status: "uploading",
    progress: 0.7,
  }),
  file({ name: "queued.csv", status: "queued", progress: 0 }),
  file({ name: "تقرير الميناء.pdf", status: "offline", progress: 0.1 }),
  file({ name: "failed.zip", status: "failed", problem: "upload" }),
  file({ name: "film.mov", sizeBytes: 734_003_200, status: "refused", problem: "too-large" }),
  file({ name: "eleventh.txt", status: "refused", problem: "too-many" }),
  file({ name: "empty.txt", sizeBytes: 0, status: "refused", problem: "empty" }),
  file({ name: "stopped.tar", status: "cancelled", progress: 0.3 }),
);
export const EveryState: Story = { args: all };
export const Dark: Story = { args: all, globals: { theme: "dark" } };
export const RightToLeft: Story = { args: all, globals: { direction: "rtl" } };

/** Each file can be taken away, tried again or stopped by keys alone. */
export const Keyboard: Story = {
  args: tray(file({ name: "one.pdf" }), file({ name: "two.pdf", status: "failed", problem: "upload" })),
  play: async ({ canvas }) => {
    const buttons = ["Remove one.pdf", "Upload two.pdf again", "Remove two.pdf"];
    for (const name of buttons) {
      await userEvent.tab();
      await expect(canvas.getByRole("button", { name })).toHaveFocus();
    }
  },
};

export const Button: Story = {
  render: () => <AttachButton attachments={{ isEnabled: true, limits, addFiles: nothing }} />,
};
