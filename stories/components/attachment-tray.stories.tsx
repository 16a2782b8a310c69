import { AttachButton, AttachmentTray, type Attachment } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent } from "storybook/test";
import "../live.css";
import { picture } from "../picture.js";

const file = (fields: Partial<Attachment>): Attachment => ({
  id: fields.name ?? "file",
  name: "Annual report 2026.pdf",
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

/** Without files, the tray takes no space. */
export const NoFiles: Story = { args: tray(), parameters: { blank: "No files: the tray takes no room." } };
export const FileUploading: Story = { args: tray(file({ status: "uploading", progress: 0.42 })) };
export const WaitingToUpload: Story = { args: tray(file({ status: "queued", progress: 0 })) };
export const FilesReady: Story = {
  args: tray(
    file({}),
    file({ name: "Harbour at dusk.svg", contentType: "image/svg+xml", sizeBytes: 4_096, previewUrl: picture }),
  ),
};
export const UploadFailed: Story = {
  args: tray(
    file({ status: "failed", progress: 0.6, problem: "upload", error: new Error("The connection was lost.") }),
  ),
};
/** The page was loaded again while the file was being uploaded. */
export const NotUploadedBeforeReload: Story = {
  args: tray(file({ name: "Broken lid.jpg", status: "refused", problem: "lost", progress: 0 })),
};
export const FileTooLarge: Story = {
  args: tray(
    file({ name: "Unboxing.mov", sizeBytes: 734_003_200, status: "refused", problem: "too-large", progress: 0 }),
  ),
};
/** Twenty files over the limit share one row, with one button that removes them. */
export const TooManyFiles: Story = {
  args: tray(
    ...Array.from({ length: 30 }, (_, index) =>
      file({
        id: `f${index}`,
        name: `Receipt ${index + 1}.pdf`,
        ...(index >= 10 && { status: "refused", problem: "too-many", progress: 0 }),
      }),
    ),
  ),
};
export const FolderRefused: Story = {
  args: tray(file({ name: "Invoices", sizeBytes: 4096, status: "refused", problem: "unreadable", progress: 0 })),
};
export const WaitingForConnection: Story = { args: tray(file({ status: "offline", progress: 0.3 })) };
export const UploadStopped: Story = { args: tray(file({ status: "cancelled", progress: 0.3 })) };

const all = tray(
  file({ name: "Harbour.svg", contentType: "image/svg+xml", sizeBytes: 4_096, previewUrl: picture }),
  file({
    name: "Quarterly report 2026 with appendix and signed supplier contracts.pdf",
    status: "uploading",
    progress: 0.7,
  }),
  file({ name: "Orders.csv", status: "queued", progress: 0 }),
  file({ name: "تقرير الميناء.pdf", status: "offline", progress: 0.1 }),
  file({ name: "Photos.zip", status: "failed", problem: "upload" }),
  file({ name: "Unboxing.mov", sizeBytes: 734_003_200, status: "refused", problem: "too-large" }),
  file({ name: "Packing list.txt", status: "refused", problem: "too-many" }),
  file({ name: "Notes.txt", sizeBytes: 0, status: "refused", problem: "empty" }),
  file({ name: "Archive.tar", status: "cancelled", progress: 0.3 }),
);
/** The tray scrolls after two and a half rows. Here it is as tall as its files. */
const tall: Story["decorators"] = [
  (Story) => (
    <div className="live-tall-tray">
      <Story />
    </div>
  ),
];
export const EveryState: Story = { args: all, decorators: tall };
export const Dark: Story = { args: all, decorators: tall, globals: { theme: "dark" } };
export const RightToLeft: Story = { args: all, decorators: tall, globals: { direction: "rtl" } };

/** All actions on files work with the keyboard. */
export const KeyboardNavigation: Story = {
  args: tray(
    file({ name: "Invoice May.pdf" }),
    file({ name: "Invoice June.pdf", status: "failed", problem: "upload" }),
  ),
  play: async ({ canvas }) => {
    const buttons = ["Remove Invoice May.pdf", "Upload Invoice June.pdf again", "Remove Invoice June.pdf"];
    for (const name of buttons) {
      await userEvent.tab();
      await expect(canvas.getByRole("button", { name })).toHaveFocus();
    }
  },
};

export const AttachButtonOnly: Story = {
  render: () => <AttachButton attachments={{ isEnabled: true, limits, addFiles: nothing }} />,
};
