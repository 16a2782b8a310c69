import { MessageAttachments, TimelineView, type UserMessageItem } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { picture } from "../picture.js";

const resource = (filename: string, contentType: string, sizeBytes: number) => ({
  kind: "file",
  fileId: filename.replaceAll(/[^A-Za-z0-9]/g, "-"),
  filename,
  contentType,
  sizeBytes,
});
const photo = resource("Harbour at dusk.png", "image/png", 412_000);
const report = resource("Quarterly report 2026.pdf", "application/pdf", 1_843_200);
const addressOf = (fileId: string) => (fileId.startsWith("missing") ? "data:image/png," : picture);

const meta = {
  title: "Timeline/MessageAttachments",
  component: MessageAttachments,
  args: { resources: [photo, report], addressOf },
} satisfies Meta<typeof MessageAttachments>;
export default meta;
type Story = StoryObj<typeof meta>;

export const PictureAndFile: Story = {};
export const FilesOnly: Story = {
  args: {
    resources: [report, resource("Stock in all northern and southern warehouses by item 2026.csv", "text/csv", 900)],
  },
};
/** A picture that cannot be loaded is shown as a file. */
export const PictureNotLoaded: Story = { args: { resources: [resource("missing.png", "image/png", 2_048)] } };
/** Outside of a session, files have no link. */
export const WithoutDownload: Story = { render: ({ resources }) => <MessageAttachments resources={resources} /> };
/** The log has no name for the file. */
export const FileWithoutName: Story = { args: { resources: [{ kind: "file", fileId: "f1" }] } };
export const NoFiles: Story = {
  args: { resources: [] },
  parameters: { blank: "A message without files: nothing is added." },
};
export const Dark: Story = { globals: { theme: "dark" } };
export const RightToLeft: Story = { globals: { direction: "rtl" } };

const message: UserMessageItem = {
  kind: "user-message",
  id: "m1",
  reconciliationKey: "m1",
  occurredAt: "2026-01-05T10:42:00.000Z",
  turnId: null,
  text: "Here are a photo of the harbour and the report.",
  resources: [photo, report],
};
export const InMessage: Story = {
  parameters: { data: [message] },
  render: ({ addressOf: address }) => (
    <TimelineView
      timeline={[message]}
      components={{
        MessageAttachments: ({ resources }) => <MessageAttachments resources={resources} addressOf={address} />,
      }}
    />
  ),
};
